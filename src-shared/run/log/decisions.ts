/**
 * What is told of a decision: between what, which rule decided, and what was chosen, each as facts. What a person reads of them is in
 * `words/decisions.ts`; a new rule is a member here, and the compiler demands its words there.
 */
import { z } from 'zod'
import { INTENT_READINGS } from '../../agents/answers/intent-answer'
import { OBSERVER_ACTIONS, OBSERVER_READINGS, OBSERVER_TYPES } from '../../agents/answers/observer-answer'
import { SWITCH_READINGS } from '../../agents/answers/switch-answer'
import { PICK_READINGS } from '../../agents/routing/pick-worker'
import { SWARM_PATTERNS } from '../../flow/records'
import { decisionQuestionSchema } from './decision-questions'
import { decisionSubjectSchema } from './facts'
import { faultFields } from './reasons'
import { codeUseSchema } from './warnings'

const name = z.string()
const names = z.array(z.string())
const count = z.number().int()

/** Why documents were searched by words alone, although their meaning was wanted. */
const byWordsAloneSchema = z.discriminatedUnion('why', [
  z.object({ why: z.literal('too-many-pieces'), pieces: count, most: count }),
  z.object({ why: z.literal('embedding-failed'), ...faultFields }),
])
export type ByWordsAlone = z.infer<typeof byWordsAloneSchema>

const ruleSchema = z.discriminatedUnion('by', [
  /** `userGoesOn`: nobody was named, so that it is the user's turn. */
  rule('pick', { read: z.enum(PICK_READINGS), userGoesOn: z.boolean() }),
  rule('intent', { read: z.enum(INTENT_READINGS) }),
  /** `directly`: the helper that was named takes the message at once. */
  rule('switch', { read: z.enum(SWITCH_READINGS), directly: z.boolean() }),
  /** `answer`: that of an observer's outcome. */
  rule('observer', { type: z.enum(OBSERVER_TYPES), read: z.enum(OBSERVER_READINGS), answer: z.string().nullable() }),
  /** `then` null: what its code gave back is unclear. */
  rule('observer-code', { then: z.enum(OBSERVER_ACTIONS).nullable() }),
  rule('only-candidate', {}),
  rule('base-choice', {}),
  /** The expression that held. */
  rule('expression', { when: z.string() }),
  rule('no-branch', {}),
  rule('always', {}),
  rule('yes-or-no', { hasYes: z.boolean() }),
  /** Documents were searched; `wordsAlone` null: as it was wanted. */
  rule('documents', { how: z.enum(['words', 'words-and-meaning']), wordsAlone: byWordsAloneSchema.nullable() }),
  /** `fault` null: the code did not fail. */
  rule('code', { code: codeUseSchema, fault: z.string().nullable() }),
  rule('tools-switched', { tool: name, isOn: z.boolean(), tools: names }),
  /** `faults`: as the model was told them. */
  rule('misfit', { faults: z.array(z.string()) }),
  /** A person said that such calls run without asking. */
  rule('remembered', { tool: name }),
  /** A person looked at what a call gave before the model did. */
  rule('held', { tool: name, became: z.enum(['keep', 'edit', 'blank']) }),
  rule('model-called', {}),
  rule('tool-passed', { tool: name }),
  rule('pattern', { pattern: z.enum(SWARM_PATTERNS).exclude(['default', 'manager']) }),
  rule('unclear-slots', {}),
  /** `missing` empty: all are filled. */
  rule('slots', { missing: names }),
  rule('reflection', { of: z.enum(['summary', 'carry-over']) }),
  rule('documentation-read', {}),
  rule('empty-query', { pool: name }),
  rule('pool-search', {
    pool: name,
    tools: count,
    topK: count,
    mode: z.enum(['hybrid', 'vector', 'keyword']),
    minSimilarity: z.number(),
    /** Disabled tools count towards the limit. */
    filterAfterSearch: z.boolean(),
    loads: z.boolean(),
  }),
  /** As another build told it. */
  rule('other', { text: z.string() }),
])

/** The rule that fired. `read`: how an answer was read. */
export const decisionRuleSchema = ruleSchema.catch({ by: 'other', text: '' })
export type DecisionRule = z.infer<typeof decisionRuleSchema>

function rule<const By extends string, Facts extends z.core.$ZodLooseShape>(by: By, facts: Facts) {
  return z.object({ by: z.literal(by), ...facts })
}

/** What came of decisions that choose nobody by name. */
const DECISION_OUTCOMES = [
  'nobody',
  'rejected',
  'user',
  'no-tools',
  'look-up',
  'answer',
  'asked-again',
  'given-up',
  'stay',
  ...OBSERVER_ACTIONS,
] as const

const choiceSchema = z.discriminatedUnion('is', [
  z.object({ is: z.literal('nothing') }),
  /** `nodes`: their ids, where they are nodes. */
  z.object({ is: z.literal('named'), names, nodes: names.optional() }),
  z.object({ is: z.literal('outcome'), outcome: z.enum(DECISION_OUTCOMES) }),
  z.object({ is: z.literal('pieces'), found: count, of: count }),
  z.object({ is: z.literal('slots'), values: z.record(z.string(), z.json()) }),
  /** As another build told it. */
  z.object({ is: z.literal('other'), text: z.string() }),
])

/** What was chosen: nodes, tools, intents or branches by name; how it goes on; pieces of documents; the slots that were filled. */
export const decisionChoiceSchema = choiceSchema.catch({ is: 'other', text: '' })
export type DecisionChoice = z.infer<typeof decisionChoiceSchema>
export type DecisionOutcome = Extract<DecisionChoice, { is: 'outcome' }>['outcome']

/**
 * What could have been chosen. `unavailable`: why it could not, the condition that did not hold; null: code said so. `ranked`: how a search of
 * tools placed it. `node`: the id, where it is a node; `tool`: as what the model could call it.
 */
export const candidateSchema = z.object({
  name: z.string(),
  node: z.string().optional(),
  tool: z.string().optional(),
  note: z.string().optional(),
  unavailable: z.object({ when: z.string().nullable() }).optional(),
  ranked: z
    .object({
      rank: count,
      similarity: z.number(),
      reason: z.enum(['kept', 'disabled', 'too far', 'beyond k']),
    })
    .optional(),
})
export type Candidate = z.infer<typeof candidateSchema>

/** What was decided: by whom, between what, how the answer was read. */
export const decisionSchema = z.object({
  about: decisionSubjectSchema,
  candidates: z.array(candidateSchema),
  prompt: z.string().nullable(),
  answer: z.string().nullable(),
  rule: decisionRuleSchema,
  choice: decisionChoiceSchema,
  tries: z.number().int(),
  /** What its answer is read by, beyond what the rest says; absent: nothing more, or a build that did not keep it. */
  question: decisionQuestionSchema.optional().catch(undefined),
  /** What code that decided wrote to its console; absent: nothing. */
  output: z.string().optional(),
})
export type Decision = z.infer<typeof decisionSchema>

/** Whether a candidate is what was chosen: nodes go by their ids, all else by its name. */
export function isChosen({ name, node }: Pick<Candidate, 'name' | 'node'>, choice: DecisionChoice): boolean {
  if (choice.is !== 'named') return false
  return node === undefined || choice.nodes === undefined ? choice.names.includes(name) : choice.nodes.includes(node)
}
