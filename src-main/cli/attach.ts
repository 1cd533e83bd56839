/** `--attach WHAT`: a file, or a resource of one of the flow's servers as NODE:URI, for the first message. */
import path from 'node:path'
import { findByName } from '../../src-shared/match'
import { AppError, toAppError } from '../../src-shared/errors'
import { ENGLISH, inEnglish } from '../../src-shared/languages/translate'
import type { Flow } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds'
import type { AskedAttachment } from '../../src-shared/rpc/attachments'
import { PICTURE_WORDS, readPicture } from '../../src-shared/run/log/pictures'
import { textOf } from '../documents/load'
import { isPdf } from '../reading/pdf'
import { readBounded } from '../platform/bounded-file'

/** What is to be attached, or why it cannot be, in words. */
export type ReadAttachments = { ok: true; attachments: AskedAttachment[] } | { ok: false; issue: string }

/** Bytes of a file, as documents have it. */
const MOST_BYTES = 20_000_000

/** Reads files at once; resources are named only, and read when the turn begins. */
export async function readAttachments(
  flow: Flow,
  given: readonly string[] = [],
  signal?: AbortSignal,
): Promise<ReadAttachments> {
  const attachments: AskedAttachment[] = []
  for (const what of given) {
    try {
      attachments.push(resourceOf(flow, what) ?? (await readFile(what, signal)))
    } catch (cause) {
      return { ok: false, issue: `--attach ${what}: ${toAppError(cause).message}` }
    }
  }
  return { ok: true, attachments }
}

/** The resource that is meant where the part before a colon is the name (exactly, then ignoring case) or the id of a server. */
function resourceOf({ nodes }: Flow, what: string): AskedAttachment | null {
  const servers = Object.entries(nodes).filter(([, node]) => kindOf(node)?.roles.source === true)
  for (let colon = what.indexOf(':'); colon !== -1; colon = what.indexOf(':', colon + 1)) {
    const name = what.slice(0, colon)
    const uri = what.slice(colon + 1)
    const named = findByName(
      servers.map(([, node]) => node.name),
      name,
    )
    const found = servers.find(([, node]) => node.name === named) ?? servers.find(([id]) => id === name)
    if (found !== undefined && uri !== '') return { node: found[0], uri }
  }
  return null
}

async function readFile(file: string, signal: AbortSignal | undefined): Promise<AskedAttachment> {
  const read = readBounded(file, MOST_BYTES)
  if (!read.ok && read.why === 'too-large') throw new AppError('bad-input', inEnglish('the file is larger than 20 MB.'))
  if (!read.ok) throw noSuchThing()
  const { bytes } = read
  const name = path.basename(file)
  if (readPicture(bytes) !== null) return { name, base64: Buffer.from(bytes).toString('base64') }
  if (/\.(png|jpe?g|gif|webp)$/i.test(name))
    throw new AppError(
      'bad-input',
      inEnglish(`this is no picture, whatever its name says. Save it as ${ENGLISH.message(PICTURE_WORDS)}.`),
    )
  const mimeType = isPdf(bytes) ? 'application/pdf' : 'text/plain'
  return { name, mimeType, text: await textOf(name, bytes, { signal }) }
}

function noSuchThing(): AppError {
  return new AppError(
    'bad-input',
    inEnglish('there is no such file, and no server of the flow that is called so before a colon.'),
  )
}
