/** A flow goes into the bin, and is offered back at once. */
import { message } from '../../src-shared/languages/translate'
import type { FlowSummary } from '../../src-shared/rpc/flow-summary'
import { notifyUndo } from '../ui/notify-undo'
import { notifyError, type Services } from '../ui/services'

type DeletedFlow = Pick<FlowSummary, 'id' | 'name'>

/** Resolves when the flow is in the bin. */
export async function deleteFlow({ client }: Pick<Services, 'client'>, { id, name }: DeletedFlow): Promise<void> {
  await client.call('flows.remove', { id })
  notifyUndo(`removed ${id}`, message('“{name}” is deleted.', { name }), () => {
    client
      .call('flows.restore', { id })
      .catch((cause: unknown) => notifyError('The flow could not be brought back', cause))
  })
}
