/**
 * What an answer to a decision means, read from what is kept of the decision by the readers that the engine has: of the answer that was given as of
 * any other. `canReplay`: which decisions these are.
 */
import { OTHERS, readIntent } from '../../agents/answers/intent-answer'
import { offeredName } from '../../agents/answers/model-calls'
import { readObserverAnswer } from '../../agents/answers/observer-answer'
import { openSlots, readSlots } from '../../agents/answers/slots'
import { readSwitchAnswer } from '../../agents/answers/switch-answer'
import { wantsRetrieval } from '../../agents/answers/yes-no'
import { MANAGER_TRIES, readPick, USER } from '../../agents/routing/pick-worker'
import type { Decision, DecisionChoice, DecisionRule } from './decisions'

export type DecisionReply = { readonly text: string; readonly calls: readonly { readonly name: string }[] }
export type DecisionReading = { readonly rule: DecisionRule; readonly choice: DecisionChoice }
export type DecisionReader = (reply: DecisionReply) => DecisionReading

type Readable<By extends DecisionRule['by']> = { decision: Decision; rule: Extract<DecisionRule, { by: By }> }

/** How an answer to a decision is read; null: no model was asked, it chooses nothing, or too little is kept of it. */
export function readerOf(decision: Decision): DecisionReader | null {
  const { rule } = decision
  switch (rule.by) {
    case 'intent':
      return intentReader(decision)
    case 'pick':
      return decision.about === 'manager' ? managerReader(decision) : pickReader(decision)
    case 'yes-or-no':
      return ({ text }) => {
        const hasYes = wantsRetrieval(text)
        return {
          rule: { by: 'yes-or-no', hasYes },
          choice: { is: 'outcome', outcome: hasYes ? 'look-up' : 'answer' },
        }
      }
    case 'switch':
      return switchReader(decision)
    case 'observer':
      return observerReader({ decision, rule })
    case 'slots':
    case 'unclear-slots':
      return slotsReader(decision)
    case 'model-called':
      return handoffReader(decision)
    default:
      return null
  }
}

function intentReader({ candidates }: Decision): DecisionReader {
  const intents = candidates.map(({ name }) => name).slice(0, -1)
  return ({ text }) => {
    const { index, rule } = readIntent(text, intents)
    const chosen = index === null ? undefined : intents[index]
    return { rule: { by: 'intent', read: rule }, choice: { is: 'named', names: [chosen ?? OTHERS] } }
  }
}

function pickReader({ candidates }: Decision): DecisionReader {
  const names = candidates.map(({ name }) => name)
  return ({ text }) => {
    const { name, rule } = readPick(text, names)
    const choice: DecisionChoice =
      name === null ? { is: 'outcome', outcome: 'rejected' } : { is: 'named', names: [name] }
    return { rule: { by: 'pick', read: rule, userGoesOn: false }, choice }
  }
}

function managerReader({ candidates, tries }: Decision): DecisionReader {
  const names = candidates.map(({ name }) => name)
  return ({ text }) => {
    const { name, rule } = readPick(text, [...names, USER])
    const isLast = tries >= MANAGER_TRIES
    const nobody: DecisionChoice = isLast ? { is: 'outcome', outcome: 'user' } : { is: 'nothing' }
    return {
      rule: { by: 'pick', read: rule, userGoesOn: name === null && isLast },
      choice: name === null ? nobody : { is: 'named', names: [name] },
    }
  }
}

function switchReader({ question }: Decision): DecisionReader | null {
  if (question?.reads !== 'switch') return null
  const { current, helpers, tools, directly } = question
  return ({ text }) => {
    const read = readSwitchAnswer(text, { current, helpers: helpers.flatMap(({ names }) => names), tools })
    const { outcome, rule, hint } = read
    const route =
      directly && rule === 'helper' && hint !== null ? helpers.find(({ names }) => names.includes(hint)) : undefined
    return {
      rule: { by: 'switch', read: rule, directly: route !== undefined },
      choice:
        route === undefined ? { is: 'outcome', outcome } : { is: 'named', names: [route.name], nodes: [route.node] },
    }
  }
}

function observerReader({ decision, rule }: Readable<'observer'>): DecisionReader | null {
  const { question } = decision
  const { type } = rule
  const kept = question?.reads === 'observer' ? question : null
  if (kept === null && (type === 'collect' || type === 'question')) return null
  return ({ text }) => {
    const read = readObserverAnswer({ type, ...kept }, text)
    return { rule: read.rule, choice: { is: 'outcome', outcome: read.then } }
  }
}

function slotsReader({ question }: Decision): DecisionReader | null {
  if (question?.reads !== 'slots') return null
  const { slots, known } = question
  return ({ text }) => {
    const read = readSlots(slots, known, text)
    const filled = read?.slots ?? known
    const changed = Object.entries(filled).filter(
      ([name, value]) => JSON.stringify(known[name]) !== JSON.stringify(value),
    )
    const missing = openSlots(slots, filled).map(({ name }) => name)
    return {
      rule: read === null ? { by: 'unclear-slots' } : { by: 'slots', missing },
      choice: { is: 'slots', values: Object.fromEntries(changed) },
    }
  }
}

/** A reply of a participant: the hand-off that counts among its calls, else the tools that it calls, else its own words. */
function handoffReader({ candidates, question }: Decision): DecisionReader | null {
  const offered = candidates.flatMap(({ name, node, tool, unavailable }) =>
    tool === undefined || unavailable !== undefined ? [] : [{ name, node, tool }],
  )
  if (offered.length === 0) return null
  const takes = question?.reads === 'handoff' ? question.takes : 'last'
  const tools = offered.map(({ tool }) => tool)
  return ({ calls }) => {
    const moves = calls.flatMap((call) => offeredName(call.name, tools) ?? [])
    const taken = takes === 'first' ? moves.at(0) : moves.at(-1)
    const to = offered.find(({ tool }) => tool === taken)
    return { rule: { by: 'model-called' }, choice: to === undefined ? ownReply(calls) : namedNode(to) }
  }
}

function namedNode({ name, node }: { name: string; node: string | undefined }): DecisionChoice {
  return { is: 'named', names: [name], ...(node === undefined ? {} : { nodes: [node] }) }
}

function ownReply(calls: DecisionReply['calls']): DecisionChoice {
  return calls.length === 0
    ? { is: 'outcome', outcome: 'answer' }
    : { is: 'named', names: calls.map(({ name }) => name) }
}

/** Whether two readings come to the same: nodes go by their ids, values whatever the order in which they stand. */
export function isSameChoice(one: DecisionChoice, other: DecisionChoice): boolean {
  if (one.is === 'named' && other.is === 'named') {
    if (one.nodes !== undefined && other.nodes !== undefined) return sameList(one.nodes, other.nodes)
    return sameList(one.names, other.names)
  }
  if (one.is === 'slots' && other.is === 'slots') return sorted(one.values) === sorted(other.values)
  return JSON.stringify(one) === JSON.stringify(other)
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at])
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
