/** Sets what pauses at a place, each time or once, or takes it away. */
import { breakpointKey, runTo, type Breakpoint, type BreakpointPlace } from '../../src-shared/run/log/breakpoints'
import { notifyError, type Services } from '../ui/services'

export type FlowAtCore = { client: Services['client']; flowId: string }

/** A breakpoint without a condition where there is none, else none. A failure is told. */
export function toggleBreakpoint({ client, flowId }: FlowAtCore, place: BreakpointPlace): void {
  const toggle = async (): Promise<void> => {
    const known = await breakpointAt({ client, flowId }, { place })
    if (known !== undefined) await client.call('breakpoints.remove', { flowId, ids: [known.id] })
    else await client.call('breakpoints.set', { flowId, breakpoint: { place, condition: '', from: 1, isOn: true } })
  }
  toggle().catch((cause: unknown) => notifyError('The breakpoint could not be changed', cause))
}

/** Lets turns run to a place, where the next of them pauses once. Whether it is set; a failure is told. */
export async function setRunTo({ client, flowId }: FlowAtCore, place: BreakpointPlace): Promise<boolean> {
  try {
    await client.call('breakpoints.set', { flowId, breakpoint: runTo(place) })
    return true
  } catch (cause) {
    notifyError('The breakpoint could not be changed', cause)
    return false
  }
}

/** Takes that away. A failure is told. */
export function forgetRunTo({ client, flowId }: FlowAtCore, place: BreakpointPlace): void {
  const forget = async (): Promise<void> => {
    const known = await breakpointAt({ client, flowId }, { place, once: true })
    if (known !== undefined) await client.call('breakpoints.remove', { flowId, ids: [known.id] })
  }
  forget().catch((cause: unknown) => notifyError('The breakpoint could not be changed', cause))
}

async function breakpointAt({ client, flowId }: FlowAtCore, at: Pick<Breakpoint, 'place' | 'once'>) {
  const key = breakpointKey(at)
  return (await client.call('breakpoints.list', { flowId })).find((one) => breakpointKey(one) === key)
}
