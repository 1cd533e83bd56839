/** What observers look at: a participant before or after its reply, or the whole flow; a super-step each (DialogSupervisor 21). */
import {
  readObserverAnswer,
  type ObserverAnswer,
  type ObserverType,
} from '../../../src-shared/agents/answers/observer-answer'
import { builtInPrompts, observerPromptName } from '../../../src-shared/agents/prompts'
import type { DecisionQuestion } from '../../../src-shared/run/log/decision-questions'
import type { JsonObject } from '../../../src-shared/flow/records'
import { observerWhen } from '../../../src-shared/kinds/observer'
import type { ModelPurpose } from '../../models/contract/model'
import { promptWithChat } from '../log-views/prompt-with-history'
import { askCheck, describeWatched, messageText, tellCheck, warnUnclear } from '../calls/checks'
import { keepCollected, knownSlots } from './collected'
import { askObserverCode, type ObserverContext } from './observe-code'
import { logOf, topFrame, type Draft } from '../state/draft'
import { leaveFinished } from '../moves/moves'
import type { Step, StepContext } from '../contract/runtime'
import { step } from '../contract/step'
import { takeVerdict } from './verdicts'

/** The step in which one drawn observer looks at the one on top, or at the whole flow. */
export function observerStep(observing: ObserverContext): Step {
  return step(async (draft, context) => {
    const read = await look(draft, context, observing)
    if (read === null) leaveFinished(draft, context.flow)
    else {
      const { observer, data, watched } = observing
      const isBefore = observerWhen(data) === 'before'
      if (read.slots !== undefined) keepCollected(draft, context, { observer, data, slots: read.slots })
      takeVerdict(draft, context, { observer, watched, isBefore, read })
    }
  })
}

/** Asks the observer's code or model. Null: a limit has ended the turn. */
function look(draft: Draft, context: StepContext, observing: ObserverContext): Promise<ObserverAnswer | null> {
  const { data } = observing
  const { type } = data
  if (type !== 'code') return askObserver(draft, context, { ...observing, data: { ...data, type } })
  return askObserverCode(draft, context, { observing, told: watchedSlots(draft, context, observing) })
}

type ModelObserving = ObserverContext & { data: { type: ObserverType } }

/** Asks the observer's model. Null: a limit has ended the turn. */
async function askObserver(
  draft: Draft,
  context: StepContext,
  observing: ModelObserving,
): Promise<ObserverAnswer | null> {
  const { observer, data, settings } = observing
  const prompt = observerPrompt(draft, context, observing)
  const purpose = observerPurpose(data, messageText(draft))
  const asked = await askCheck(draft, context, { node: observer, settings, prompt, purpose })
  if (asked === null) return null
  const collected = knownSlots(draft, data)
  const read = readObserverAnswer({ ...data, collected }, asked.reply.text)
  tellCheck(draft, context, {
    node: observer,
    about: 'observer',
    asked,
    prompt,
    rule: read.rule,
    choice: { is: 'outcome', outcome: read.then },
    candidates: data.outcomes.map((outcome) => outcome.answer),
    ...observerQuestion(data, collected),
  })
  if (read.unclear) warnUnclear(context, observer, asked.reply.text)
  return read
}

/** What an answer is read by, beyond the type of the observer. */
function observerQuestion(data: ModelObserving['data'], collected: JsonObject): { question?: DecisionQuestion } {
  const { type, outcomes, slots } = data
  if (type === 'question') return { question: { reads: 'observer', outcomes, slots: {}, collected: {} } }
  return type === 'collect' ? { question: { reads: 'observer', outcomes: [], slots, collected } } : {}
}

/** What an observer is told of the one that it looks at, by the names of its prompt's slots. */
function watchedSlots(draft: Draft, context: StepContext, { watched }: Pick<ObserverContext, 'watched'>) {
  const { flow } = context
  const { node, scope, held } = topFrame(draft)
  const last = logOf(draft).findLast((entry) => entry.kind === 'text' && entry.scope === scope && entry.author === node)
  const about = flow.graph.flow
  return {
    description:
      watched === 'flow'
        ? about.description.trim() || about.name
        : describeWatched(flow, watched === 'participant' ? node : watched.subflow),
    message: messageText(draft),
    reply: held?.text ?? (last?.kind === 'text' ? last.text : ''),
  }
}

function observerPrompt(draft: Draft, context: StepContext, observing: ModelObserving): string {
  const { flow } = context
  const { data, settings } = observing
  const { held } = topFrame(draft)
  const template = data.prompt || builtInPrompts(flow.language).prompts[observerPromptName(data.type)]
  const values = {
    ...draft.variables,
    ...watchedSlots(draft, context, observing),
    slots: JSON.stringify(data.slots),
    answers: data.outcomes.map((outcome) => outcome.answer).join('\n'),
  }
  const more = held === undefined ? {} : { unsaid: held.text }
  return promptWithChat(draft, { flow, settings }, { template, slot: 'history', values, ...more })
}

/** Steer and guard answer with any text, and an answer to an author's question may fit none of its outcomes. */
function isYesOrNo(type: ObserverType): boolean {
  return type === 'finished' || type === 'interest'
}

function observerPurpose(data: ModelObserving['data'], message: string): ModelPurpose {
  const answers = {
    finished: ['no', 'yes'],
    interest: ['yes', 'no'],
    collect: [],
    steer: ['False'],
    guard: ['ok'],
    question: data.outcomes.map((outcome) => outcome.answer),
  } satisfies { [T in ObserverType]: string[] }
  const schema: JsonObject = data.slots
  return data.type === 'collect'
    ? { kind: 'extract', schema, message }
    : { kind: 'judge', answers: answers[data.type], message, ...(isYesOrNo(data.type) ? { words: ['yes', 'no'] } : {}) }
}
