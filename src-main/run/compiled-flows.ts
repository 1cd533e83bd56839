/** Texts of flows, compiled: each once, while it is among the newest. */
import { AppError, fromErrorRecord, toAppError } from '../../src-shared/errors'
import {
  blocksRunning,
  checkFlow,
  checkingFlow,
  problemSentence,
  type Problem,
} from '../../src-shared/flow/checks/check'
import { openFlow, openingFlow, type OpenResult } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import type { BatonSaver } from '../engine/checkpoints'
import { compileFlow } from '../engine/compile/compile'
import type { EngineServices } from '../engine/contract/runtime'
import { keyedItems } from '../consent/keys'
import { freezeText, type FlowSource } from '../flows/freeze'
import { createBreather, inSlices } from '../in-slices'
import type { Runnable } from './execution/execution'
import { asWritten, message as sentence } from '../../src-shared/languages/translate'

/** Throws what `openFlow` throws, and `flow-has-problems`. */
export type Compile = (flowText: string) => Promise<Runnable>

/** Compiles texts to graphs; the newest are kept, since turns of one flow follow each other. */
export function compiler(services: EngineServices, saver: BatonSaver): Compile {
  const kept = new Map<string, Promise<Runnable>>()
  return (flowText) => {
    const known = kept.get(flowText)
    if (known !== undefined) return known
    const runnable = compileText(flowText, services, saver)
    kept.set(flowText, runnable)
    // A flow that cannot run is not cached: the obstacle may be gone the next time.
    runnable.catch(() => kept.delete(flowText))
    const oldest = kept.keys().next()
    if (kept.size > KEPT_GRAPHS && oldest.done !== true) kept.delete(oldest.value)
    return runnable
  }
}

const KEPT_GRAPHS = 16

async function compileText(flowText: string, services: EngineServices, saver: BatonSaver): Promise<Runnable> {
  const breather = createBreather()
  const flow = flowOfResult(await inSlices(openingFlow(flowText), breather))
  refuseErrors(flow, await inSlices(checkingFlow(flow), breather))
  try {
    const runnable = await inSlices(compileFlow(flow, services, saver), breather)
    return { ...runnable, needs: keyedItems(flow) }
  } catch (cause) {
    throw toAppError(cause)
  }
}

/** The flow that was opened. Throws why it could not be. */
export function flowOfResult(opened: OpenResult): Flow {
  if (!opened.ok) throw fromErrorRecord(opened.error)
  return opened.flow
}

/** Throws `flow-has-problems` when the flow has errors that block running. */
export function refuseProblems(flow: Flow): void {
  refuseErrors(flow, checkFlow(flow))
}

/** As `refuseProblems`, of a text and the flows that it names: throws what a turn of it would be refused with before it is compiled. */
export function refuseUnready(flowText: string, source: FlowSource): void {
  refuseProblems(flowOfResult(openFlow(freezeText(flowText, source))))
}

function refuseErrors(flow: Flow, problems: readonly Problem[]): void {
  if (!blocksRunning(problems)) return
  const errors = problems.filter((problem) => problem.severity === 'error')
  const first = errors[0]
  const problem = first === undefined ? asWritten('') : problemSentence(flow, first)
  const message =
    errors.length > 1
      ? sentence('The flow cannot run yet: {problem} (and {count} more)', { problem, count: errors.length - 1 })
      : sentence('The flow cannot run yet: {problem}', { problem })
  throw new AppError('flow-has-problems', message, first?.node === undefined ? {} : { node: first.node })
}
