/**
 * What becomes of a failure within a conversation that somebody leads: an item of a list, or a question to another participant. Where its
 * leader takes failures, the error is the result and the turn goes on.
 */
import { toFault } from '../../../src-shared/run/log/reasons'
import { isGraphInterrupt } from '@langchain/langgraph'
import { builtInText } from '../../../src-shared/agents/prompts'
import { toAppError, type ErrorCode } from '../../../src-shared/errors'
import { mapSchema } from '../../../src-shared/kinds/map'
import { leadingStep, type Draft } from '../state/draft'
import type { CompiledFlow, StepContext } from '../contract/runtime'
import type { BatonState, BatonUpdate, Frame } from '../state/state'
import { step } from '../contract/step'

/**
 * Failures of whoever was asked that the one who asked can read and work round, as with tools. All others (of model servers, of settings, of
 * the program) are for a person: the turn fails, and goes on there when it is tried again.
 */
const READABLE: ReadonlySet<ErrorCode> = new Set(['tool-failed', 'expression', 'model-unfit'])

/** The index of the innermost frame that handles a failure of its callees; -1: none does, and the turn fails. */
function handlerIndex(frames: readonly Frame[], flow: CompiledFlow, code: ErrorCode): number {
  return frames.findLastIndex(({ item, asked, node }) => {
    if (asked !== undefined) return READABLE.has(code)
    return item !== undefined && mapSchema.parse(flow.graph.node(node)?.data ?? {}).onError === 'pass-error'
  })
}

/**
 * Whether somebody who leads the conversation takes a failure, so that it is not the turn's. A part of a step that throws ends the run
 * whatever catches it, so a part asks this first, and gives its failure back to the step instead.
 */
export function isTaken({ branches }: BatonState, { branch, flow }: StepContext, cause: unknown): boolean {
  return branch !== null && handlerIndex(branches[branch] ?? [], flow, toAppError(cause).code) !== -1
}

/** Gives a failure to whoever takes it. Throws what failed where nobody does, and what is no failure: a stop, a question to a person. */
export function passError(state: BatonState, context: StepContext, cause: unknown): Promise<BatonUpdate> {
  return step((draft) => giveError(draft, context, cause))(state, context)
}

function giveError(draft: Draft, context: StepContext, cause: unknown): void {
  context.signal.throwIfAborted()
  const { flow } = context
  const failure = toAppError(cause)
  const { code, message } = failure
  const at = handlerIndex(draft.frames, flow, code)
  const frame = draft.frames[at]
  const step = frame === undefined ? null : leadingStep(frame)
  if (isGraphInterrupt(cause) || frame === undefined || step === null) throw cause
  const { node, item, asked } = frame
  if (item !== undefined) {
    const facts = { name: flow.nameOf(node), item: item.place + 1, ...toFault(failure) }
    context.emit({ type: 'warning', node, code: 'item-failed', facts })
    frame.item = { ...item, isTold: true, error: message }
  } else if (asked !== undefined) {
    const name = flow.nameOf(flow.graph.flow.edges[asked.edge]?.to.node ?? '')
    const facts = { name, asker: flow.nameOf(node), ...toFault(failure) }
    context.emit({ type: 'warning', node, code: 'asked-failed', facts })
    frame.asked = {
      ...asked,
      isTold: true,
      error: builtInText(flow.language, 'couldNotAnswer', { name, error: message }),
    }
  }
  frame.todo = [step]
  draft.frames = draft.frames.slice(0, at + 1)
}
