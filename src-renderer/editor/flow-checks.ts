/** When the open flow is checked: as it is opened, and a moment after an edit; a large one in slices, so that nothing waits for it. */
import { checkFlow, checkingFlow } from '../../src-shared/flow/checks/check'
import type { Flow } from '../../src-shared/flow/records'
import type { Problem } from '../../src-shared/kinds/kind'
import type { FlowStore } from './flow-store'
import { inTurns } from './in-turns'
import type { Clock } from './saver'

const CHECK_AFTER_MS = 250

/** A flow of more nodes than this is seen before it is first checked: at 1,000 nodes a check takes a dozen frames. */
const LARGE_FROM = 300
/** By then it is drawn. */
const FIRST_CHECK_AFTER_MS = 1000

/** `outerVariables`: those that flows round this one declare. */
type CheckedFlow = { flows: FlowStore; clock: Clock; outerVariables: () => readonly string[] }

export type FlowChecks = {
  /** Checks at once what was not checked yet, as before a run. */
  now(): void
  dispose(): void
}

/** `onChecked` hears what is wrong with the flow as it was then; of a flow that is not large, also before this returns. */
export function createFlowChecks(
  { flows, clock, outerVariables }: CheckedFlow,
  onChecked: (flow: Flow, problems: readonly Problem[]) => void,
): FlowChecks {
  let checked: Flow | null = null
  let forget: () => void = () => undefined
  const take = (flow: Flow, problems: readonly Problem[]): void => {
    checked = flow
    onChecked(flow, problems)
  }
  const now = (): void => {
    forget()
    const { flow } = flows.getState()
    if (flow !== checked) take(flow, checkFlow(flow, outerVariables()))
  }
  /** Others have their turn between the slices; an edit meanwhile begins anew. */
  const check = (): void => {
    const { flow } = flows.getState()
    if (flow === checked) return
    if (!isLarge(flow)) return now()
    forget = inTurns(checkingFlow(flow, outerVariables()), clock, (problems) => take(flow, problems))
  }
  if (isLarge(flows.getState().flow)) forget = clock.after(FIRST_CHECK_AFTER_MS, check)
  else now()
  const unsubscribe = flows.subscribe((state, before) => {
    if (state.flow === before.flow) return
    forget()
    forget = clock.after(CHECK_AFTER_MS, check)
  })
  return {
    now,
    dispose() {
      forget()
      unsubscribe()
    },
  }
}

function isLarge({ nodes }: Flow): boolean {
  return Object.keys(nodes).length > LARGE_FROM
}
