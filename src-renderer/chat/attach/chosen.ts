/** What a person has chosen to attach to the message that they write. */
import { message, type Message } from '../../../src-shared/languages/translate'
import { MOST_ATTACHED_TEXT, type ListedResource } from '../../../src-shared/rpc/attachments'
import { AppError } from '../../../src-shared/errors'
import type { Client } from '../../../src-shared/rpc/client'
import type { BatonContract } from '../../../src-shared/rpc/contract'
import { PICTURE_WORDS, readPicture, tooLargeWords } from '../../../src-shared/run/log/pictures'
import { isTextType } from '../../../src-shared/run/log/results'
import type { MessageAttachment } from '../../run/store/run-state'
import { sizeMessage } from '../../ui/size-words'
import { dataUrlOf, readFile } from '../../ui/files'
import { readDocument } from '../../ui/read-document'

/** `about`: where it comes from and how large it is, in words. */
export type ChosenAttachment = MessageAttachment & {
  key: string
  about: string | Message
  mimeType: string
  /** Of a picture: its `data:` address. */ preview?: string
}

/** Bytes of a text file. */
const MOST_FILE = 1_000_000
const PDF = 'application/pdf'
/** Bytes in which a picture says its size: a JPEG may have other things before that. */
const HEAD = 1_000_000
const LONGEST_NAME = 200

/** A resource of a server. */
export function chosenResource(server: { node: string; name: string }, resource: ListedResource): ChosenAttachment {
  const { node } = server
  const { uri, mimeType } = resource
  return {
    key: resourceKey(node, uri),
    name: resource.name || uri,
    about: `${uri}, ${server.name}`,
    mimeType,
    asked: { node, uri },
  }
}

/** The same for the same resource of the same server. */
export function resourceKey(node: string, uri: string): string {
  return JSON.stringify([node, uri])
}

/** A picture of the person, read; null for a file that is none. Throws AppError, in words, for one that models cannot be shown. */
async function chosenPicture(file: File): Promise<ChosenAttachment | null> {
  const facts = readPicture(new Uint8Array(await readFile(file, (one) => one.slice(0, HEAD).arrayBuffer())))
  if (facts === null) {
    if (!/^image\/(?!svg)/.test(file.type)) return null
    throw new AppError(
      'bad-input',
      message('It is not a picture that can be attached, whatever its name says. Save it as {formats}.', {
        formats: PICTURE_WORDS,
      }),
    )
  }
  const fault = tooLargeWords(facts, file.size)
  if (fault !== null)
    throw new AppError(
      'bad-input',
      message('It cannot be attached: {reason}. Save it smaller, or as JPEG.', { reason: fault }),
    )
  const preview = await dataUrlOf(new Blob([file], { type: facts.mimeType }))
  const name = file.name.slice(0, LONGEST_NAME)
  return {
    key: crypto.randomUUID(),
    name,
    about: message('{width} x {height}, {size}', {
      width: `${facts.width}`,
      height: `${facts.height}`,
      size: sizeMessage(file.size),
    }),
    mimeType: facts.mimeType,
    preview,
    asked: { name, base64: preview.slice(preview.indexOf(',') + 1) },
  }
}

/** A file of the person, read. Throws AppError, in words, for what is too large or holds no text. */
export async function chosenFile(
  file: File,
  client: Client<BatonContract>,
  signal: AbortSignal,
): Promise<ChosenAttachment> {
  const picture = await chosenPicture(file)
  if (picture !== null) return picture
  const isPdf = file.type === PDF || /\.pdf$/i.test(file.name)
  if (!isPdf && file.size > MOST_FILE)
    throw new AppError(
      'bad-input',
      message('{name} has {size}. A text can have {most}.', {
        name: file.name,
        size: sizeMessage(file.size),
        most: sizeMessage(MOST_FILE),
      }),
    )
  const { name, text } = await readDocument(file, client, signal)
  if (text.length > MOST_ATTACHED_TEXT)
    throw new AppError(
      'bad-input',
      message('The text of {name} is too long to be attached. Split it into several files.', { name }),
    )
  const mimeType = isPdf ? PDF : isTextType(file.type) ? file.type : 'text/plain'
  return {
    key: crypto.randomUUID(),
    name,
    about: message('File, {size}', { size: sizeMessage(file.size) }),
    mimeType,
    asked: { name, mimeType, text },
  }
}

/** The resources that hold every word of a query somewhere. */
export function matching(resources: readonly ListedResource[], query: string): readonly ListedResource[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  if (words.length === 0) return resources
  return resources.filter(({ uri, name, title, description }) => {
    const text = `${uri} ${name} ${title} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
