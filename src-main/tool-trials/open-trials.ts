/** Calls of tools that are tried and asked a person something: what they wait with, in memory, the newest few. */
import { AppError } from '../../src-shared/errors'
import { heldFlow } from '../../src-shared/flow/editing/embedded-flow'
import { openFlow } from '../../src-shared/flow/editing/open'
import { drawnNode } from '../../src-shared/flow/inner-ids'
import type { Flow } from '../../src-shared/flow/records'
import type { TrialQuestion } from '../../src-shared/rpc/tool-trials'
import { isAnswerTo, type GivenAnswer, type NodeQuestion } from '../../src-shared/run/log/questions'

/** So many wait at most; the oldest is forgotten then. */
const MOST_OPEN = 20

export type OpenTrials<Begun> = {
  keep: (trial: string, begun: Begun, questions: readonly TrialQuestion[]) => void
  /** Throws `not-found` where nothing waits, `bad-input` where this is no answer to what it asks. */
  read: (trial: string, given: GivenAnswer) => Begun
  /** From now on it waits no more: of two answers at once one counts. */
  close: (trial: string) => void
}

export function createOpenTrials<Begun>(): OpenTrials<Begun> {
  const open = new Map<string, { begun: Begun; questions: readonly TrialQuestion[] }>()
  return {
    keep(trial, begun, questions) {
      open.set(trial, { begun, questions })
      for (const oldest of [...open.keys()].slice(0, -MOST_OPEN)) open.delete(oldest)
    },
    read(trial, { id, answer }) {
      const waiting = open.get(trial)
      if (waiting === undefined)
        throw new AppError('not-found', 'This call waits for no answer any more. Run the tool again.')
      const asked = waiting.questions.find((one) => one.id === id)
      if (asked === undefined || !isAnswerTo(asked.question, answer))
        throw new AppError(
          'bad-input',
          'This does not answer what the tool is asking now. Answer one of its questions.',
        )
      return waiting.begun
    },
    close: (trial) => void open.delete(trial),
  }
}

/** What the tool asks, as it is asked of somebody who tries it: without a rule for later calls, and without a time limit, which nobody keeps. */
export function trialQuestions(flow: Flow, asks: readonly NodeQuestion[]): TrialQuestion[] {
  return asks.map(({ id, node, question }) => ({
    id,
    node,
    who: nameInside(flow, node),
    question: askedHere(question),
  }))
}

function askedHere(question: NodeQuestion['question']): TrialQuestion['question'] {
  switch (question.kind) {
    case 'approve-call': {
      const { ruleDigest: _, ...once } = question
      return once
    }
    case 'approval':
      return { ...question, until: null }
    case 'breakpoint':
      throw new Error('A tool that is tried paused, and no breakpoint is set in a trial.')
    case 'approve-plan':
    case 'hold-result':
    case 'elicitation':
      return question
  }
}

/** The name of a node, however deep inside of flows that are tools. */
function nameInside(flow: Flow, id: string): string {
  const drawn = drawnNode(id)
  const node = flow.nodes[drawn]
  if (node === undefined) return id
  if (drawn === id) return node.name
  const held = heldFlow(node)
  const opened = held?.by === 'value' ? openFlow(held.value) : null
  return opened?.ok === true ? nameInside(opened.flow, id.slice(drawn.length + 1)) : node.name
}
