/** What a person has chosen to attach to the message that they write. */
import { MOST_ATTACHED_TEXT, type ListedResource } from '../../../src-shared/rpc/attachments'
import { AppError } from '../../../src-shared/errors'
import type { Client } from '../../../src-shared/rpc/client'
import type { BatonContract } from '../../../src-shared/rpc/contract'
import { isTextType, sizeWords } from '../../../src-shared/run/results'
import type { Attaching } from '../../run/run-state'
import { readDocument } from '../../ui/read-document'

/** `about`: where it comes from and how large it is, in words. */
export type Chosen = Attaching & { key: string; about: string; mimeType: string }

/** Bytes of a text file. */
const MOST_FILE = 1_000_000
const PDF = 'application/pdf'

/** A resource of a server. */
export function chosenResource(server: { node: string; name: string }, resource: ListedResource): Chosen {
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

/** A file of the person, read. Throws AppError, in words, for what is too large or holds no text. */
export async function chosenFile(file: File, client: Client<BatonContract>, signal: AbortSignal): Promise<Chosen> {
  const isPdf = file.type === PDF || /\.pdf$/i.test(file.name)
  if (!isPdf && file.size > MOST_FILE)
    throw new AppError(
      'bad-input',
      `${file.name} has ${sizeWords(file.size)}. A text can have ${sizeWords(MOST_FILE)}.`,
    )
  const { name, text } = await readDocument(file, client, signal)
  if (text.length > MOST_ATTACHED_TEXT)
    throw new AppError('bad-input', `The text of ${name} is too long to be attached. Split it into several files.`)
  const mimeType = isPdf ? PDF : isTextType(file.type) ? file.type : 'text/plain'
  return {
    key: crypto.randomUUID(),
    name,
    about: `File, ${sizeWords(file.size)}`,
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
