/** What a turn begins with beside its words: what was attached, what had been said elsewhere before it, and who was picked to answer. Out of events, and into a turn that is played. */
import { message, type Message } from '../../src-shared/languages/translate'
import type { Attachment } from '../../src-shared/run/log/attachments'
import type { RunEvent } from '../../src-shared/run/log/events'
import type { LogEntry } from '../../src-shared/run/log/log'
import type { AttachedInTest, EarlierInTest, TestTurn } from '../../src-shared/run/tests/test-file'
import type { AskedEarlier } from '../run/attachments'
import type { Results } from '../store/results'

type ReadResult = (id: string) => ReturnType<Results['read']>
type TurnBeginning = Pick<TestTurn, 'attached' | 'before' | 'to'>

/** Told before anything else of a turn. */
const FIRST: ReadonlySet<RunEvent['type']> = new Set(['run.started', 'entry', 'baton', 'variables', 'session'])

/** Throws `not-found` where something that was attached is gone. */
export function beginningOf(events: readonly RunEvent[], readResult: ReadResult): TurnBeginning {
  const end = events.findIndex(({ type }) => !FIRST.has(type))
  const entries = (end === -1 ? events : events.slice(0, end)).flatMap((event) =>
    event.type === 'entry' ? [event.entry] : [],
  )
  const place = entries.findLastIndex((entry) => entry.kind === 'text' && entry.author === 'user')
  const own = entries[place]
  const attached = own?.kind === 'text' ? (own.attachments ?? []) : []
  const before = entries.slice(0, Math.max(place, 0)).flatMap((entry) => earlierOf(entry, readResult))
  const picked = entries.find((entry) => entry.kind === 'handoff' && entry.by === 'user')
  return {
    ...attachedOf(attached, readResult),
    ...(before.length === 0 ? {} : { before }),
    ...(picked?.kind === 'handoff' ? { to: picked.to } : {}),
  }
}

function earlierOf(entry: LogEntry, readResult: ReadResult): EarlierInTest[] {
  if (entry.kind !== 'text') return []
  const { author, text, attachments = [] } = entry
  return [{ role: author === 'user' ? 'user' : 'assistant', text, ...attachedOf(attachments, readResult) }]
}

function attachedOf(
  attachments: readonly Attachment[],
  readResult: ReadResult,
): { readonly attached?: AttachedInTest[] } {
  if (attachments.length === 0) return {}
  return {
    attached: attachments.map(({ kept, ...attachment }) => {
      if (kept === null) return attachment
      const { mimeType, name, picture } = kept
      const { body } = readResult(kept.id)
      const whole = typeof body === 'string' ? { text: body } : { base64: Buffer.from(body).toString('base64') }
      return { ...attachment, whole: { mimeType, name, ...(picture === undefined ? {} : { picture }), body: whole } }
    }),
  }
}

/** Characters that whatever is attached in a turn takes in a file. */
export function attachedSize({ attached = [], before = [] }: Pick<TestTurn, 'attached' | 'before'>): number {
  return [...attached, ...before.flatMap((earlier) => earlier.attached ?? [])].reduce((sum, { text, whole }) => {
    const body = whole === undefined ? '' : 'text' in whole.body ? whole.body.text : whole.body.base64
    return sum + text.length + body.length
  }, 0)
}

/** Why what was attached cannot be kept; null: it can. */
export function attachmentFault(size: number, most: number): Message | null {
  if (size <= most) return null
  return message('what was attached is larger than the {most, number} MB that a test can hold', {
    most: most / 1_000_000,
  })
}

/** The beginning of a turn as the runner takes it; what is attached is stored for the thread that it is played in. */
export async function beginningWith(
  { attached = [], before = [], to }: TurnBeginning,
  keep: (body: { mimeType: string; body: string | Uint8Array }) => ReturnType<Results['keep']>,
): Promise<{ kept: Attachment[]; history: AskedEarlier[]; to: string | null }> {
  const attach = async ({ whole, ...attachment }: AttachedInTest): Promise<Attachment> => {
    if (whole === undefined) return { ...attachment, kept: null }
    const { name, picture, body: given, mimeType } = whole
    const body = 'text' in given ? given.text : Buffer.from(given.base64, 'base64')
    const stored = await keep({ mimeType, body })
    return { ...attachment, kept: { ...stored, name, ...(picture === undefined ? {} : { picture }) } }
  }
  const history = before.map(async ({ role, text, attached: earlier = [] }) => ({
    role,
    text,
    kept: await Promise.all(earlier.map(attach)),
  }))
  return {
    kept: await Promise.all(attached.map(attach)),
    history: await Promise.all(history),
    to: to ?? null,
  }
}
