/** The test of a connection as a person reads it: one row for each thing that was tried, with a verdict in words. */
import { z } from 'zod'
import { messageSchema } from '../flow/message-schema'
import { message, type Message } from '../languages/translate'
import { errorRecordSchema } from '../run/log/events'

/** What is tried, in this order. */
export const TRIAL_PARTS = ['models', 'text', 'streaming', 'tools', 'system', 'images'] as const
export type TrialPart = (typeof TRIAL_PARTS)[number]

export const TRIAL_LABELS: { readonly [Part in TrialPart]: string } = {
  models: 'Models',
  text: 'Text',
  streaming: 'Streaming',
  tools: 'Tools',
  system: 'Instructions',
  images: 'Images',
}

/**
 * `adapted`: it works, since Baton writes its requests in another form there. `unclear`: it was answered, but not as hoped.
 * `no`: this server or model cannot do it. `failed`: it could not be tried. `skipped`: it was not tried.
 */
const TRIAL_VERDICTS = ['running', 'works', 'adapted', 'unclear', 'no', 'failed', 'skipped'] as const
export type TrialVerdict = (typeof TRIAL_VERDICTS)[number]

/** The verdict in a word or two, for whoever does not see its sign. */
export const VERDICT_WORDS: { readonly [Verdict in TrialVerdict]: string } = {
  running: 'being tried',
  works: 'works',
  adapted: 'adapted',
  unclear: 'unclear',
  no: 'does not',
  failed: 'failed',
  skipped: 'not tried',
}

const trialRowSchema = z.object({
  part: z.enum(TRIAL_PARTS),
  verdict: z.enum(TRIAL_VERDICTS),
  /** Null: nothing to say yet. */
  words: messageSchema.nullable(),
})
export type TrialRow = z.infer<typeof trialRowSchema>

/** How a test stands. `ok`: what was tried and is needed works. `suggestedUrl`: the API answers there, not at the address that was given. */
export const trialSchema = z.object({
  isOver: z.boolean(),
  ok: z.boolean(),
  /** What it came to; null: it goes on. */
  said: messageSchema.nullable(),
  rows: z.array(trialRowSchema),
  models: z.array(z.string()),
  suggestedUrl: z.string().nullable(),
  error: errorRecordSchema.nullable(),
})
export type Trial = z.infer<typeof trialSchema>

/** What Baton does otherwise for a server, one thing after another within a sentence; null where it does nothing. */
export function adaptationWords(adaptations: readonly Message[]): Message | null {
  return adaptations.reduceRight<Message | null>(
    (rest, first) => (rest === null ? first : message('{first}; {rest}', { first, rest })),
    null,
  )
}
