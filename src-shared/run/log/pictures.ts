/** Pictures that models can be shown: which bytes are one, told by what they hold and never by a name, and how large one may be. */
import type { KeptResult, PictureSize } from './results'
import { message as sentence, type Message } from '../../languages/translate'

const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** What the bytes of a picture say of it. */
export type PictureFacts = PictureSize & { mimeType: PictureType }

/** With one message, and with one request to a model: so many the strictest server takes that takes several (Mistral). */
export const MOST_PICTURES = 8
/** Bytes of one picture: in base64 that is less than the 5 MiB that Anthropic takes. */
const MOST_PICTURE_BYTES = 3_900_000
/** Pixels of a side (claude-code#4778). */
const LONGEST_SIDE = 8000

/** The formats in words. */
export const PICTURE_WORDS = sentence('PNG, JPEG, GIF or WebP')

/** A picture in the store, as a prompt names it: no bytes. */
export type Picture = PictureFacts & { id: string; name: string }

/** Reads type and size out of the first bytes; null for what is none of the formats, or has no size. */
export function readPicture(bytes: Uint8Array): PictureFacts | null {
  for (const { mimeType, read } of READERS) {
    const size = read(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    if (size !== null && size.width > 0 && size.height > 0) return { mimeType, ...size }
  }
  return null
}

/** Why a picture is too large to be shown to models, in words; null where it is not. */
export function tooLargeWords({ width, height }: PictureSize, bytes: number): Message | null {
  if (bytes > MOST_PICTURE_BYTES)
    return sentence('it has {size} MB, and models take 3.9 MB at most', { size: (bytes / 1e6).toFixed(1) })
  if (Math.max(width, height) > LONGEST_SIDE)
    return sentence('it is {width} x {height} pixels, and models take {most} on each side at most', {
      width,
      height,
      most: LONGEST_SIDE,
    })
  return null
}

/** What is kept of something that models can be shown; null where it is no such thing. */
export function pictureOf({ id, name, mimeType, picture }: KeptResult): Picture | null {
  const type = PICTURE_TYPES.find((one) => one === mimeType)
  if (picture === undefined || type === undefined) return null
  // Neither ends the line nor the bracket of a note.
  const words = (name ?? '').replaceAll(/[\p{Cc}\p{Zl}\p{Zp}[\]]+/gu, ' ').trim()
  return { id, name: words === '' ? 'image' : words, mimeType: type, ...picture }
}

type Reader = { mimeType: PictureType; read: (bytes: DataView) => PictureSize | null }

const READERS: readonly Reader[] = [
  { mimeType: 'image/png', read: readPng },
  { mimeType: 'image/jpeg', read: readJpeg },
  { mimeType: 'image/gif', read: readGif },
  { mimeType: 'image/webp', read: readWebp },
]

/** Whether these characters stand at a place. */
function has(bytes: DataView, at: number, text: string): boolean {
  if (bytes.byteLength < at + text.length) return false
  for (let index = 0; index < text.length; index += 1)
    if (bytes.getUint8(at + index) !== text.charCodeAt(index)) return false
  return true
}

function readPng(bytes: DataView): PictureSize | null {
  if (bytes.byteLength < 24 || !has(bytes, 0, '\x89PNG\r\n\x1a\n') || !has(bytes, 12, 'IHDR')) return null
  return { width: bytes.getUint32(16), height: bytes.getUint32(20) }
}

function readGif(bytes: DataView): PictureSize | null {
  if (bytes.byteLength < 10 || !(has(bytes, 0, 'GIF87a') || has(bytes, 0, 'GIF89a'))) return null
  return { width: bytes.getUint16(6, true), height: bytes.getUint16(8, true) }
}

/** The size stands in the first frame header, behind segments of any length. */
function readJpeg(bytes: DataView): PictureSize | null {
  if (!has(bytes, 0, '\xff\xd8\xff')) return null
  for (let at = 2; at + 9 <= bytes.byteLength;) {
    const marker = bytes.getUint8(at + 1)
    if (bytes.getUint8(at) !== 0xff) return null
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: bytes.getUint16(at + 7), height: bytes.getUint16(at + 5) }
    const isFill = marker === 0xff
    at += isFill ? 1 : 2 + bytes.getUint16(at + 2)
  }
  return null
}

function readWebp(bytes: DataView): PictureSize | null {
  if (bytes.byteLength < 30 || !has(bytes, 0, 'RIFF') || !has(bytes, 8, 'WEBP')) return null
  const u24 = (at: number) => bytes.getUint16(at, true) + bytes.getUint8(at + 2) * 0x1_0000
  if (has(bytes, 12, 'VP8X')) return { width: u24(24) + 1, height: u24(27) + 1 }
  if (has(bytes, 12, 'VP8 ')) {
    const side = (at: number) => bytes.getUint16(at, true) % 0x4000
    return { width: side(26), height: side(28) }
  }
  if (!has(bytes, 12, 'VP8L')) return null
  const packed = bytes.getUint32(21, true)
  return { width: (packed % 0x4000) + 1, height: (Math.floor(packed / 0x4000) % 0x4000) + 1 }
}
