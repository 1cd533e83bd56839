/**
 * What a run warns of: a code, and the names and numbers that belong to it. What a person reads of each is in `words/warnings.ts`; a new code is
 * a line here, and the compiler demands its words there.
 */
import { z } from 'zod'
import { eventBase } from './event-base'
import { faultFields, reasonFields } from './reasons'

const name = z.string()
const names = z.array(z.string())
/** What something else said of its failure. */
const error = z.string()
/** A call that asked for a hand-off, and where to. */
const move = z.object({ tool: z.string(), to: z.string() })

/** What code was for; `name`: whom it is about. */
export const codeUseSchema = z.discriminatedUnion('use', [
  z.object({ use: z.literal('available'), name }),
  z.object({ use: z.literal('condition'), name }),
  z.object({ use: z.literal('instruction') }),
  z.object({ use: z.literal('before-reply'), name }),
  z.object({ use: z.literal('after-reply'), name }),
  z.object({ use: z.literal('message'), name }),
  z.object({ use: z.literal('summary'), name }),
  z.object({ use: z.literal('carry-over') }),
  z.object({ use: z.literal('after-work') }),
  z.object({ use: z.literal('after-work-of-all') }),
  z.object({ use: z.literal('manager-instruction') }),
])
export type CodeUse = z.infer<typeof codeUseSchema>

/** How a flow was changed where a turn had failed in it. */
const flowChangeSchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('branches') }),
  z.object({ change: z.literal('gone'), name }),
  z.object({ change: z.literal('other-kind'), name }),
  z.object({ change: z.literal('other-steps'), name }),
  z.object({ change: z.literal('other-edge'), name }),
  z.object({ change: z.literal('other-tool'), name }),
])
export type FlowChange = z.infer<typeof flowChangeSchema>

/** `name` is that of the node, where nothing else is said. */
export const warningSchema = z.discriminatedUnion('code', [
  warning('arguments-unchecked', { tool: name }),
  warning('asked-failed', { name, asker: name, ...faultFields }),
  warning('budget-not-counted', { name, connection: name, model: name }),
  /** `condition`: as it is written. */
  warning('breakpoint-condition', { condition: z.string(), ...faultFields }),
  warning('call-as-text', { name, tool: name }),
  warning('call-cut-off', { name, tool: name }),
  warning('code-failed', { name, code: codeUseSchema, error }),
  warning('default-worker-skipped', { name }),
  warning('descriptions-cut', { name, tools: names }),
  /** `clash`: in the words of the checks, which say the same while one draws. */
  warning('duplicate-tool', { clash: z.string(), said: reasonFields.said }),
  warning('empty-reply', { name }),
  /** `item` counts from 1. */
  warning('item-failed', { name, item: z.number().int(), ...faultFields }),
  warning('no-such-way', { name, wanted: name }),
  warning('no-summary', { of: z.enum(['conversation', 'summary', 'carry-over']), name, ...faultFields }),
  /** `by`: the observer. */
  /** `differs`: what was approved is not what was about to run; else nobody was asked. */
  warning('not-approved', { tool: name, differs: z.boolean() }),
  warning('nobody-answers', { name, by: name }),
  warning('partial-reply-lost', { ...faultFields }),
  /** With its last call the turn went over a budget, which is looked at before each; `name`: whose budget it is, where it is one node's. */
  warning('over-budget', {
    of: z.enum(['turn', 'thread', 'node', 'nodeThread']),
    unit: z.enum(['tokens', 'dollars']),
    name,
    used: z.number(),
    most: z.number(),
  }),
  /** `error`: what the pool said; null: the embedding model gave no answer in time. */
  warning('pool-fell-back', { name, error: error.nullable(), said: faultFields.said }),
  /** `said`: what the model read. */
  warning('refused-call', { said: z.string() }),
  /** `maxTokens` null: the limit is the server's own. */
  warning('reply-cut-off', { name, maxTokens: z.number().nullable() }),
  warning('reply-filtered', { name }),
  warning('search-failed', { ...faultFields }),
  /** The move that was carried out, and the others. */
  warning('several-handoffs', { name, taken: z.enum(['first', 'last']), done: move, lost: z.array(move) }),
  warning('slot-not-kept', { name, slot: z.string(), ...faultFields }),
  warning('source-failed', { name, ...faultFields }),
  warning('tools-changed', { name, described: names, added: names, gone: names }),
  warning('tools-left-out', { name, tools: names }),
  warning('turn-begins-again', { why: flowChangeSchema }),
  warning('unclear-answer', { name, to: z.enum(['check', 'slots']), answer: z.string() }),
  warning('unclear-slot', { slot: z.string() }),
  warning('unreadable-event', { number: z.number().int(), event: z.string() }),
  warning('without-plan', { name, error }),
  /** As another build told it: its code, and its words. */
  warning('other', { was: z.string(), message: z.string() }),
])

function warning<const Code extends string, Facts extends z.core.$ZodLooseShape>(code: Code, facts: Facts) {
  return z.object({
    ...eventBase,
    type: z.literal('warning'),
    node: z.string().nullable(),
    code: z.literal(code),
    facts: z.object(facts),
  })
}

type WarningEvent = z.infer<typeof warningSchema>
export type WarningCode = WarningEvent['code']
/** The facts of each code. */
export type WarningFacts = { [Code in WarningCode]: Extract<WarningEvent, { code: Code }>['facts'] }
/** A warning, or one of some codes. */
export type Warning<Code extends WarningCode = WarningCode> = {
  [One in Code]: { readonly code: One; readonly facts: WarningFacts[One] }
}[Code]

/** The code under which a warning was told, also by another build. */
export function toldCode({ code, facts }: Warning): string {
  return code === 'other' ? facts.was : code
}
