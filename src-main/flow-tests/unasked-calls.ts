/** Calls that ran without asking, since a person had once said so for that tool: in the thread itself, or before it. */
import { message, type Message } from '../../src-shared/languages/translate'
import type { RunEvent, RunEventOf } from '../../src-shared/run/log/events'
import { createToolWatch } from '../../src-shared/run/tests/route'
import type { TestTurn } from '../../src-shared/run/tests/test-file'

type UnaskedCall = NonNullable<TestTurn['unasked']>[number]

/** Reads the turns of a thread, one after the other. */
export type RuleReader = {
  /** The tools that ran in this turn without asking, but for those that the thread itself said it of: a test says that again. */
  readonly unaskedIn: (events: readonly RunEvent[]) => UnaskedCall[]
  /** Why that cannot be kept; null: it can. */
  readonly fault: () => Message | null
}

export function createRuleReader(): RuleReader {
  const made = new Set<string>()
  const questions = new Map<string, RunEventOf<'question'>>()
  const ranUnasked = new Set<string>()
  let isAskedAgain = false
  const readQuestion = (event: RunEventOf<'question'>): void => {
    if (event.question.kind !== 'approve-call' || questions.has(event.id)) return
    questions.set(event.id, event)
    const key = keyOf({ node: event.node, tool: event.question.tool })
    // A rule that was taken back, or that counts no more since the tool was drawn otherwise.
    if (made.has(key) || ranUnasked.has(key)) isAskedAgain = true
  }
  const readAnswer = ({ id, answer }: RunEventOf<'answer'>): void => {
    const asked = questions.get(id)
    if (asked?.question.kind !== 'approve-call' || answer.kind !== 'approve-call') return
    const { decision } = answer
    if (decision.is === 'approve' && decision.remember !== undefined)
      made.add(keyOf({ node: asked.node, tool: asked.question.tool }))
  }
  return {
    unaskedIn(events) {
      const isInTool = createToolWatch()
      const unasked = new Map<string, UnaskedCall>()
      for (const event of events) {
        if (isInTool(event)) continue
        if (event.type === 'question') readQuestion(event)
        if (event.type === 'answer') readAnswer(event)
        if (event.type !== 'decision' || event.decision.rule.by !== 'remembered') continue
        const call = { node: event.node, tool: event.decision.rule.tool }
        ranUnasked.add(keyOf(call))
        if (!made.has(keyOf(call))) unasked.set(keyOf(call), call)
      }
      return [...unasked.values()]
    },
    fault: () => (isAskedAgain ? message('a call was asked about again that was to run without asking') : null),
  }
}

function keyOf({ node, tool }: UnaskedCall): string {
  return JSON.stringify([node, tool])
}
