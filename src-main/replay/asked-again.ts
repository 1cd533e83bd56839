/** The request of a stored decision, made again: the same words with the prompt that is wanted, in the terms of any model. */
import { slotsIn } from '../../src-shared/agents/answers/slots'
import { OTHERS } from '../../src-shared/agents/answers/intent-answer'
import { USER } from '../../src-shared/agents/routing/pick-worker'
import { schemaOfKnown } from '../../src-shared/json-schema/strict-schema'
import type { Decision } from '../../src-shared/run/log/decisions'
import type { ModelPurpose, ModelRequest } from '../models/contract/model'
import { questionPrompt, type Prompt } from '../models/contract/prompt'
import type { RecordedPrompt } from './recorded-prompt'

/** Which part of the request is the decision's prompt: a question by itself, what the flow wants after the conversation, or the instructions. */
function promptPart({ about }: Decision): 'question' | 'request' | 'instructions' {
  if (about === 'handoff' || about === 'dialog') return 'instructions'
  return about === 'manager' ? 'request' : 'question'
}

/** The prompt of a decision as it was sent. */
export function sentPrompt(decision: Decision, { prompt }: RecordedPrompt): string {
  return promptPart(decision) === 'instructions' ? prompt.system.join('\n\n') : (decision.prompt ?? '')
}

/** The prompt with other words in the decision's part of it; null: with the same ones. */
export function promptWith(decision: Decision, { prompt }: RecordedPrompt, text: string | null): Prompt {
  if (text === null) return prompt
  switch (promptPart(decision)) {
    case 'question':
      return questionPrompt(prompt.language, text)
    case 'request':
      return { ...prompt, after: [text] }
    case 'instructions':
      return { ...prompt, system: [text] }
  }
}

type AskedModelRequest = Pick<ModelRequest, 'purpose' | 'answer'>

/** What the engine wants of the model; `message`: what the user had said. */
export function purposeOf(decision: Decision, message: string): AskedModelRequest {
  const { about, candidates, rule, question } = decision
  const names = candidates.map(({ name }) => name)
  const options = candidates.map(({ name, note = '' }) => ({ name, description: note }))
  const choose = (none: string, words: readonly string[]): AskedModelRequest => ({
    purpose: {
      kind: 'choose',
      options: options.filter(({ name }) => name !== none && name !== 'SELF'),
      none,
      message,
      words,
    },
  })
  switch (about) {
    case 'switch':
      return choose('False', names)
    case 'intent':
      return choose(OTHERS, names)
    case 'pick':
      return choose('none', names)
    case 'manager':
      return choose(USER, [...names, USER])
    case 'look-up':
      return { purpose: { kind: 'judge', answers: ['yes', 'no'], message, words: ['yes', 'no'] } }
    case 'slots':
      return question?.reads === 'slots' ? extract(question.slots, message) : REPLY
    case 'observer':
      if (question?.reads === 'observer' && slotsIn(question.slots).length > 0) return extract(question.slots, message)
      return { purpose: judged(rule, { names, message }) }
    default:
      return REPLY
  }
}

const REPLY: AskedModelRequest = { purpose: { kind: 'reply' } }

function extract(schema: Extract<ModelPurpose, { kind: 'extract' }>['schema'], message: string): AskedModelRequest {
  const known = schemaOfKnown(schema)
  const purpose: ModelPurpose = { kind: 'extract', schema, message }
  return known === null ? { purpose } : { purpose, answer: { schema: known, how: 'help' } }
}

function judged(rule: Decision['rule'], { names, message }: { names: string[]; message: string }): ModelPurpose {
  const type = rule.by === 'observer' ? rule.type : 'question'
  switch (type) {
    case 'finished':
      return { kind: 'judge', answers: ['no', 'yes'], message, words: ['yes', 'no'] }
    case 'interest':
      return { kind: 'judge', answers: ['yes', 'no'], message, words: ['yes', 'no'] }
    case 'steer':
      return { kind: 'judge', answers: ['False'], message }
    case 'guard':
      return { kind: 'judge', answers: ['ok'], message }
    default:
      return { kind: 'judge', answers: names, message }
  }
}
