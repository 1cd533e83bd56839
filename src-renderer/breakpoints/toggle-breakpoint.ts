/** Sets what pauses at a place, or takes it away. */
import { placeKey, type BreakpointPlace } from '../../src-shared/run/log/breakpoints'
import { notifyError, type Services } from '../ui/services'

export type FlowAtCore = { client: Services['client']; flowId: string }

/** A breakpoint without a condition where there is none, else none. A failure is told. */
export function toggleBreakpoint({ client, flowId }: FlowAtCore, place: BreakpointPlace): void {
  const toggle = async (): Promise<void> => {
    const key = placeKey(place)
    const known = (await client.call('breakpoints.list', { flowId })).find((one) => placeKey(one.place) === key)
    if (known !== undefined) await client.call('breakpoints.remove', { flowId, ids: [known.id] })
    else await client.call('breakpoints.set', { flowId, breakpoint: { place, condition: '', from: 1, isOn: true } })
  }
  toggle().catch((cause: unknown) => notifyError('The breakpoint could not be changed', cause))
}
