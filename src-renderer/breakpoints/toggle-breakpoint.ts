/** Sets what pauses at a place, each time or once, or takes it away. */
import { breakpointKey, ofThread, placeKey, runTo, type BreakpointPlace } from '../../src-shared/run/log/breakpoints'
import { notifyError, type Services } from '../ui/services'

export type FlowAtCore = { client: Services['client']; flowId: string }

/** A breakpoint without a condition where there is none, else none. A failure is told. */
export function toggleBreakpoint({ client, flowId }: FlowAtCore, place: BreakpointPlace): void {
  const toggle = async (): Promise<void> => {
    const all = await client.call('breakpoints.list', { flowId })
    const known = all.find((one) => breakpointKey(one) === breakpointKey({ place }))
    if (known !== undefined) await client.call('breakpoints.remove', { flowId, ids: [known.id] })
    else await client.call('breakpoints.set', { flowId, breakpoint: { place, condition: '', from: 1, isOn: true } })
  }
  toggle().catch((cause: unknown) => notifyError('The breakpoint could not be changed', cause))
}

/** A place to which a thread runs; `threadId` null: the next one that has a turn. */
type RunToPlace = { place: BreakpointPlace; threadId: string | null }

/** Lets a thread run to a place, where its next turn pauses once. Whether it is set; a failure is told. */
export async function setRunTo({ client, flowId }: FlowAtCore, { place, threadId }: RunToPlace): Promise<boolean> {
  try {
    await client.call('breakpoints.set', { flowId, breakpoint: runTo(place, threadId) })
    return true
  } catch (cause) {
    notifyError('The breakpoint could not be changed', cause)
    return false
  }
}

/** Takes that away. A failure is told. */
export function forgetRunTo({ client, flowId }: FlowAtCore, { place, threadId }: RunToPlace): void {
  const forget = async (): Promise<void> => {
    const all = ofThread(await client.call('breakpoints.list', { flowId }), threadId)
    const ids = all.flatMap((one) => (one.once === true && placeKey(one.place) === placeKey(place) ? [one.id] : []))
    if (ids.length > 0) await client.call('breakpoints.remove', { flowId, ids })
  }
  forget().catch((cause: unknown) => notifyError('The breakpoint could not be changed', cause))
}
