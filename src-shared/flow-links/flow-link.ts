/**
 * `baton://` links, which bring a flow or say where one lies. Anybody may write one, and any page may open one, so a link is data for a sheet that a person
 * looks at: reading it runs, fetches and stores nothing, and what is not written in exactly one of the two ways is refused.
 *
 * `baton://open?flow=TEXT`: the flow's file in base64url. `baton://open?from=ADDRESS`: an https address, percent-encoded once.
 */
import { AppError } from '../errors'
import { message, type Message } from '../languages/translate'

export const LINK_SCHEME = 'baton:'

/** Characters of a whole link. What a system hands to a program as one argument may be less. */
export const LONGEST_LINK = 400_000
const LONGEST_ADDRESS = 2000

export type FlowLink =
  | { readonly is: 'flow'; readonly text: string }
  /** `host` with its port, as a person has to read it: in ASCII, so that no letter looks like another one. */
  | { readonly is: 'address'; readonly address: string; readonly host: string }

/** Whether a text is meant as such a link. */
export function isFlowLink(text: string): boolean {
  return /^baton:/i.test(text)
}

/** Reads a link. Throws `bad-input` for what is none of ours. */
export function readFlowLink(text: string): FlowLink {
  if (text.length > LONGEST_LINK) throw bad(message('it is longer than {most} characters', { most: LONGEST_LINK }))
  const query = /^baton:\/\/open\/?\?(flow|from)=([\w.~!$'()*+,;:@/?%-]*)$/i.exec(text)
  const [, name = '', value = ''] = query ?? []
  if (query === null || value === '')
    throw bad(message('it is not baton://open?flow=… or baton://open?from=… with one value and nothing else'))
  return name.toLowerCase() === 'flow' ? { is: 'flow', text: textOf(value) } : addressOf(value)
}

/** A link that brings a flow along. Throws `bad-input` for one that is too large for a link. */
export function flowLink(text: string): string {
  const link = `baton://open?flow=${toBase64Url(new TextEncoder().encode(text))}`
  if (link.length > LONGEST_LINK)
    throw new AppError('bad-input', 'This flow is too large for a link. Export it as a file instead.')
  return link
}

/** Base64url alone: an encoding within the encoding would be another text than the one that was looked at. */
function textOf(value: string): string {
  if (!/^[\w-]+$/.test(value)) throw bad(message('its flow is not base64url'))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(fromBase64Url(value))
  } catch {
    throw bad(message('its flow is not a text in base64url'))
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
    const group = (first << 16) | (second << 8) | third
    const letters = [18, 12, 6, 0].map((shift) => LETTERS.charAt((group >> shift) & 63))
    text += letters.slice(0, Math.min(3, bytes.length - at) + 1).join('')
  }
  return text
}

/** Of letters of `LETTERS` alone. */
function fromBase64Url(text: string): Uint8Array {
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let bits = 0
  let held = 0
  let at = 0
  for (const letter of text) {
    held = ((held << 6) | LETTERS.indexOf(letter)) & 0xffffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at] = (held >> bits) & 0xff
    at += 1
  }
  return bytes
}

function addressOf(value: string): FlowLink {
  const decoded = decodedOnce(value)
  if (decoded.length > LONGEST_ADDRESS) throw bad(message('its address is too long'))
  if (/%25|[\s\p{Cc}\p{Cf}\\]/iu.test(decoded))
    throw bad(message('its address is encoded twice, or has signs that cannot be seen'))
  const url = URL.canParse(decoded) ? new URL(decoded) : null
  if (url === null || url.protocol !== 'https:' || !/^https:\/\/[^/]/i.test(decoded))
    throw bad(message('its address does not begin with https://'))
  if (/^https:\/\/[^/?#]*@/i.test(decoded)) throw bad(message('its address has a user name or a password in it'))
  const [address = ''] = url.href.split('#')
  return { is: 'address', address, host: url.host }
}

function decodedOnce(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    throw bad(message('its address is not percent-encoded'))
  }
}

function bad(why: Message): AppError {
  return new AppError(
    'bad-input',
    message('This link is not opened: {reason}. Nothing was read, fetched or stored.', { reason: why }),
  )
}
