/**
 * What a person attaches to a message: read when the turn starts, from the flow's own servers, and made into what the log keeps. Nothing
 * is stored here, so that whatever cannot be read is refused before a turn begins.
 */
import { AppError } from '../../src-shared/errors'
import { message as sentence } from '../../src-shared/languages/translate'
import type { AskedAttachment } from '../../src-shared/rpc/attachments'
import { MOST_ATTACHED_TEXT } from '../../src-shared/rpc/attachments'
import { MOST_ATTACHMENTS, type Attachment } from '../../src-shared/run/log/attachments'
import { MOST_PICTURES, PICTURE_WORDS, readPicture, tooLargeWords } from '../../src-shared/run/log/pictures'
import { isTextType, type KeptResult } from '../../src-shared/run/log/results'
import { sizeWords } from '../../src-shared/sizes'
import { itemsOfNode, type KeyedItem } from '../consent/keys'
import type { EarlierMessage } from '../engine/turns/turn'
import { keepResult } from '../engine/tool-calls/store-tool-result'
import type { CompiledFlow, EngineServices, ListedResource, Media, SourceResources } from '../engine/contract/runtime'
import type { Redactor } from '../redaction/redactor'
import type { PreparedResult, Results } from '../store/results'

/** Bytes of one attachment. */
const MOST_BYTES = 10_000_000
const LONGEST_NAME = 200

/** A flow as it runs, with everything that it was allowed to use. */
type Runnable = { flow: CompiledFlow; needs: readonly KeyedItem[] }
type AttachmentContext = { services: EngineServices; results: Pick<Results, 'prepare'>; signal: AbortSignal }

/** Attachments as the log keeps them; `keepFor` stores what of them is kept whole, within a transaction that goes on. */
export type AttachedFiles = { attachments: Attachment[]; keepFor: (threadId: string) => void }

/** What was said elsewhere before, with what was attached to it. `kept`: as it was read then. */
export type AskedEarlier = Omit<EarlierMessage, 'attachments'> & {
  attachments?: readonly AskedAttachment[]
  kept?: readonly Attachment[]
}

/** Reads what is attached to a message and to those before it that come from elsewhere; each keeps to the bounds of one message. */
export async function attachAll(
  { attachments, history }: { attachments: readonly AskedAttachment[]; history: readonly AskedEarlier[] },
  runnable: Runnable,
  around: AttachmentContext,
): Promise<AttachedFiles & { history: EarlierMessage[] }> {
  const own = await attach(attachments, runnable, around)
  const earlier: EarlierMessage[] = []
  const keeping = [own.keepFor]
  for (const { attachments: asked = [], kept = [], ...message } of history) {
    const attached = asked.length === 0 ? null : await attach(asked, runnable, around)
    const all = [...kept, ...(attached?.attachments ?? [])]
    earlier.push(all.length === 0 ? message : { ...message, attachments: all })
    if (attached !== null) keeping.push(attached.keepFor)
  }
  return { ...own, history: earlier, keepFor: (threadId) => keeping.forEach((keepFor) => keepFor(threadId)) }
}

/** Reads what is attached. Throws AppError, in words for the person, where one of them cannot be. */
async function attach(
  asked: readonly AskedAttachment[],
  runnable: Runnable,
  around: AttachmentContext,
): Promise<AttachedFiles> {
  refuseTooMuch(asked)
  const listed = listings(runnable, around)
  const contents = await Promise.all(
    asked.map(async (one) => ('node' in one ? await readResource(one, runnable, around, listed) : [own(one)])),
  )
  const redactor = await around.services.redactor()
  const all = contents.flat().map((content) => withoutSecrets(content, redactor))
  if (all.length > MOST_ATTACHMENTS) throw tooMany(all.length)
  const prepared: PreparedResult[] = []
  const attachments: Attachment[] = []
  for (const content of all) attachments.push(await attachmentOf(content, { ...around, flow: runnable.flow }, prepared))
  return { attachments, keepFor: (threadId) => prepared.forEach(({ keepFor }) => keepFor(threadId)) }
}

/** What was read of one thing: a text, or bytes. */
type Content = { name: string; uri: string | null; mimeType: string } & ({ text: string } | { base64: string })

/** A file of the person's own may hold a key too. */
function withoutSecrets(content: Content, redactor: Redactor): Content {
  const about = { ...content, name: redactor.text(content.name) }
  return 'text' in about
    ? { ...about, text: redactor.text(about.text) }
    : { ...about, base64: redactor.base64(about.base64) }
}

/** What a person attaches to a message that waits, as it is stored until then. */
export function attachmentsWithoutSecrets(asked: readonly AskedAttachment[], redactor: Redactor): AskedAttachment[] {
  return asked.map((one) => {
    if ('node' in one) return { ...one, uri: redactor.text(one.uri) }
    const name = redactor.text(one.name)
    return 'text' in one
      ? { ...one, name, text: redactor.text(one.text) }
      : { ...one, name, base64: redactor.base64(one.base64) }
  })
}

function refuseTooMuch(asked: readonly AskedAttachment[]): void {
  if (asked.length > MOST_ATTACHMENTS) throw tooMany(asked.length)
  const pictures = asked.filter((one) => 'base64' in one).length
  if (pictures > MOST_PICTURES)
    throw new AppError(
      'bad-input',
      sentence('These are {pictures} pictures. A message can have {most} at most.', { pictures, most: MOST_PICTURES }),
    )
  const characters = asked.reduce((sum, one) => sum + ('text' in one ? one.text.length : 0), 0)
  if (characters > 10 * MOST_ATTACHED_TEXT)
    throw new AppError('bad-input', 'The attached files are too long together. Send some of them with another message.')
}

function tooMany(count: number): AppError {
  return new AppError(
    'bad-input',
    sentence('These are {count} attachments. A message can have {most} at most.', { count, most: MOST_ATTACHMENTS }),
  )
}

type OwnAttachment = Exclude<AskedAttachment, { node: string }>

function own(asked: OwnAttachment): Content {
  return 'text' in asked ? ownText(asked) : ownPicture(asked)
}

/** Its bytes say what it is. Throws, in words for the person, for what is none or too large. */
function ownPicture({ name, base64 }: Extract<AskedAttachment, { base64: string }>): Content {
  const bytes = Buffer.from(base64, 'base64')
  const facts = readPicture(bytes)
  if (facts === null)
    throw new AppError(
      'bad-input',
      sentence('“{name}” is not a picture that can be attached, whatever its name says. Save it as {formats}.', {
        name,
        formats: PICTURE_WORDS,
      }),
    )
  const fault = tooLargeWords(facts, bytes.byteLength)
  if (fault !== null)
    throw new AppError(
      'bad-input',
      sentence('“{name}” cannot be attached: {reason}. Save it smaller, or as JPEG.', { name, reason: fault }),
    )
  return { name, uri: null, mimeType: facts.mimeType, base64: bytes.toString('base64') }
}

function ownText({ name, mimeType, text }: Extract<AskedAttachment, { text: string }>): Content {
  const content = { name, uri: null, mimeType, text }
  refuseLarge(content)
  return content
}

/** Each server's list is asked for once, for names and types; one that cannot list may still be able to read. */
function listings({ flow }: Runnable, around: AttachmentContext) {
  const asked = new Map<string, Promise<readonly ListedResource[]>>()
  const ask = async (resources: SourceResources): Promise<readonly ListedResource[]> => {
    try {
      return await resources.list(around)
    } catch (cause) {
      around.signal.throwIfAborted()
      if (!(cause instanceof AppError)) throw cause
      return []
    }
  }
  return async (node: string, uri: string): Promise<ListedResource | null> => {
    const resources = flow.sources.get(node)?.resources
    if (resources === undefined) return null
    const listing = asked.get(node) ?? ask(resources)
    asked.set(node, listing)
    return (await listing).find((one) => one.uri === uri) ?? null
  }
}

/** A resource may have several contents: its texts are one attachment, and each of its media is one. */
async function readResource(
  { node, uri }: Extract<AskedAttachment, { node: string }>,
  runnable: Runnable,
  around: AttachmentContext,
  listed: ReturnType<typeof listings>,
): Promise<Content[]> {
  const resources = sourceOf(node, runnable)
  const server = runnable.flow.nameOf(node)
  try {
    const parts = (await resources.read(uri, around)).map(decoded)
    const known = await listed(node, uri)
    const name = (known?.name || lastOf(uri)).slice(0, LONGEST_NAME)
    const texts = parts.flatMap((part) => ('text' in part ? [part.text] : []))
    const mimeType = known !== null && isTextType(known.mimeType) ? known.mimeType : 'text/plain'
    const text = texts.length === 0 ? [] : [{ name, uri, mimeType, text: texts.join('\n') }]
    const media = parts.flatMap((part) => ('text' in part ? [] : [part]))
    const others = media.map((one) => ({ ...one, name: media.length === 1 ? name : (one.name ?? name), uri }))
    const contents: Content[] = [...text, ...others]
    if (contents.length === 0) throw new AppError('bad-input', 'It is empty.')
    contents.forEach(refuseLarge)
    return contents
  } catch (cause) {
    around.signal.throwIfAborted()
    if (!(cause instanceof AppError)) throw cause
    const message = sentence('{uri} of {server} could not be attached, so nothing was sent. {reason}', {
      uri: shown(uri),
      server,
      reason: cause.said,
    })
    throw new AppError(cause.code, message, { ...cause.details, node })
  }
}

function sourceOf(id: string, { flow, needs }: Runnable): SourceResources {
  const node = flow.graph.node(id)
  const resources = flow.sources.get(id)?.resources
  if (node === undefined || resources === undefined)
    throw new AppError(
      'bad-input',
      sentence('The flow has no server “{id}” to attach something of. It may have been removed.', { id: shown(id) }),
    )
  // No consent was asked for servers that no participant uses.
  if (itemsOfNode(node, needs) === null)
    throw new AppError(
      'bad-input',
      sentence('Nobody uses “{name}”, so nothing of it can be attached. Join it to an agent.', { name: node.name }),
    )
  return resources
}

/** Text that a server sends as bytes is text. */
function decoded(part: { text: string } | Media): { text: string } | Media {
  if ('text' in part || !isTextType(part.mimeType)) return part
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(part.base64, 'base64')) }
  } catch {
    return part
  }
}

function bytesOf(content: Content): number {
  return 'text' in content ? Buffer.byteLength(content.text) : Math.floor((content.base64.length * 3) / 4)
}

function refuseLarge(content: Content): void {
  const size = bytesOf(content)
  if (size > MOST_BYTES)
    throw new AppError(
      'bad-input',
      sentence('“{name}” has {size}. {most} can be attached at most.', {
        name: content.name,
        size: sizeWords(size),
        most: sizeWords(MOST_BYTES),
      }),
    )
}

/** As models read it, by the rules for results of tools. */
async function attachmentOf(
  content: Content,
  { flow, results }: AttachmentContext & Pick<Runnable, 'flow'>,
  prepared: PreparedResult[],
): Promise<Attachment> {
  const { name, uri, mimeType } = content
  const keep = async (_thread: string, result: Parameters<Results['prepare']>[0]) => {
    const one = await results.prepare(result)
    prepared.push(one)
    const { keepFor: _keepFor, ...stored } = one
    return stored
  }
  const given =
    'text' in content
      ? { text: content.text, isError: false }
      : { text: '', isError: false, media: [{ mimeType, base64: content.base64, name }] }
  const { text, kept } = await keepResult({ threadId: '', flow, services: { results: { keep } } }, given)
  const [first] = kept
  const whole: KeptResult | null = first === undefined ? null : { ...first, name }
  const type = 'text' in content ? mimeType : (whole?.mimeType ?? mimeType)
  return { name, uri, mimeType: type, size: whole?.size ?? bytesOf(content), text, kept: whole }
}

function lastOf(uri: string): string {
  return /([^/?#]+)\/?(?:[?#].*)?$/.exec(uri)?.[1] ?? uri
}

function shown(text: string): string {
  return text.length <= LONGEST_NAME ? text : `${text.slice(0, LONGEST_NAME)}…`
}
