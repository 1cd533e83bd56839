/**
 * Model calls whose reply is a structured output: the answer is held against the node's schema, asked for again with what is wrong with
 * it, and kept as a variable. What does not fit is never said.
 */
import { jsonObjectIn } from '../../../src-shared/agents/answers/json-in-text'
import { builtInText } from '../../../src-shared/agents/prompts'
import { AppError } from '../../../src-shared/errors'
import type { JsonObject } from '../../../src-shared/flow/records'
import type { Output } from '../../../src-shared/kinds/output'
import type { AnswerForm, ModelReply } from '../../models/contract/model'
import type { Prompt } from '../../models/contract/prompt'
import { atNode, callModel, type CallResult, type ModelCall } from './call-model'
import { tellDecision } from './decisions'
import type { Draft } from '../state/draft'
import type { StepContext } from '../contract/runtime'
import { message } from '../../../src-shared/languages/translate'

/** So often a model is asked for one answer. */
const TRIES = 3

/** `isOther`: an answer that is no output, and may be given instead of one. */
export type StructuredCall = ModelCall & { output: Output; isOther?: (text: string) => boolean }

/** `output` is there where the reply is one: its JSON is the reply's text. Without: words, calls, or a refusal. */
export type StructuredResult = CallResult & { output?: JsonObject }

/** Calls the model. Null: a limit has ended the turn. Throws `model-unfit` when no answer fits. */
export async function askForOutput(
  draft: Draft,
  context: StepContext,
  { output, isOther, ...call }: StructuredCall,
): Promise<StructuredResult | null> {
  if (output === null) return callModel(draft, context, call)
  let { prompt } = call
  let how: AnswerForm['how'] = isOther === undefined ? 'must' : 'may'
  for (let tries = 1; ; tries += 1) {
    const result = await callModel(draft, context, { ...call, prompt, answer: { schema: output.schema, how } })
    if (result === null) return null
    const { reply } = result
    if (reply.calls.length > 0 || isWithheld(reply) || isOther?.(reply.text) === true) return result
    const read = await readOutput(context, output.schema, reply).catch((cause: unknown) => {
      throw atNode(cause, call.node)
    })
    if ('value' in read) return keep(draft, output, { result, value: read.value })
    tellUnfit(draft, context, { node: call.node, asked: result, faults: read.faults, tries })
    if (tries === TRIES) throw unfit(context, call.node, read.faults)
    prompt = withFaults(prompt, reply.text, read.faults)
    how = 'must'
  }
}

/** The model refused, or its server let nothing through: asking once more with what is wrong does not help. */
function isWithheld({ end, text }: ModelReply): boolean {
  return end === 'refusal' || (end === 'filter' && text.trim() === '')
}

type OutputReading = { value: JsonObject } | { faults: readonly string[] }

async function readOutput(context: StepContext, schema: JsonObject, { text, end }: ModelReply): Promise<OutputReading> {
  const value = jsonObjectIn(text)
  if (value === null)
    return { faults: [builtInText(context.flow.language, end === 'length' ? 'answerCutOff' : 'answerNoObject')] }
  const faults = await context.services.checkAnswer(schema, value, context.signal)
  return faults.length === 0 ? { value } : { faults }
}

function keep(
  draft: Draft,
  { variable }: NonNullable<Output>,
  kept: { result: CallResult; value: JsonObject },
): StructuredResult {
  const { result, value } = kept
  if (variable !== '') draft.variables = { ...draft.variables, [variable]: value }
  return { ...result, reply: { ...result.reply, text: JSON.stringify(value) }, output: value }
}

/** What the model answered, and what is wrong with it. */
function withFaults(prompt: Prompt, text: string, faults: readonly string[]): Prompt {
  const note = builtInText(prompt.language, 'answerUnfit', { faults: faults.join('; ') })
  return {
    ...prompt,
    history: [...prompt.history, { kind: 'said', by: 'self', text }, { kind: 'note', text: note }],
  }
}

type UnfitReport = { node: string; asked: CallResult; faults: readonly string[]; tries: number }

function tellUnfit(draft: Draft, context: StepContext, { node, asked, faults, tries }: UnfitReport): void {
  tellDecision(draft, context, {
    node,
    about: 'output',
    candidates: [],
    asked,
    rule: { by: 'misfit', faults: [...faults] },
    choice: { is: 'outcome', outcome: tries === TRIES ? 'given-up' : 'asked-again' },
    tries,
  })
}

function unfit({ flow }: StepContext, node: string, faults: readonly string[]): AppError {
  return new AppError(
    'model-unfit',
    message(
      'The model of {name} was asked {tries} times and gave no answer that fits the schema of its structured output: {faults}. Make the schema or the instruction simpler, or choose another model.',
      { name: flow.nameOf(node), tries: TRIES, faults: faults.join('; ') },
    ),
    { node },
  )
}
