/** The flows as the core has them, followed as they change, and what can be done to them. */
import { notifications } from '@mantine/notifications'
import { useEffect, useMemo, useState } from 'react'
import { toAppError, type AppError } from '../../src-shared/errors'
import type { BinnedFlow, Example } from '../../src-shared/rpc/contract'
import type { FlowSummary } from '../../src-shared/rpc/flow-summary'
import { message, type Message } from '../../src-shared/languages/translate'
import { downloadText, fileName } from '../ui/files'
import { notify, notifyError, useServices, type Services } from '../ui/services'
import { bringIn, takeText } from './bring-in'
import { deleteFlow } from './delete-flow'

export type Library = {
  /** Null until they were read. */
  flows: readonly FlowSummary[] | null
  /** What was deleted and can be brought back, the newest first. */
  bin: readonly BinnedFlow[]
  examples: readonly Example[]
  error: AppError | null
  reload: () => void
} & LibraryActions

export type LibraryActions = {
  create: () => void
  /** Opens a copy of the example; with `say`, that is said to it at once. */
  createFromExample: (id: string, say?: string) => void
  importText: (text: string) => void
  importFiles: (files: readonly File[]) => void
  rename: (id: string, name: string) => void
  /** Keeps it at the top of the list, or no longer. */
  pin: (flow: Pick<FlowSummary, 'id' | 'isPinned'>) => void
  duplicate: (id: string) => void
  /** Into the bin, with a way back. */
  remove: (flow: FlowSummary) => void
  /** Out of the bin. */
  restore: (flow: Pick<FlowSummary, 'id'>) => void
  /** Brings back the flow that was deleted last, where that is not long ago. `bin`: the newest first. */
  undoDelete: (bin: readonly BinnedFlow[]) => void
  /** Out of the bin, with everything that belongs to it. */
  removeForGood: (flow: BinnedFlow) => void
  exportJson: (flow: FlowSummary) => void
}

export function useLibrary(): Library {
  const services = useServices()
  const { client } = services
  const [flows, setFlows] = useState<readonly FlowSummary[] | null>(null)
  const [bin, setBin] = useState<readonly BinnedFlow[]>([])
  const [examples, setExamples] = useState<readonly Example[]>([])
  const [error, setError] = useState<AppError | null>(null)
  const reload = useMemo(
    () => () => {
      client.call('flows.list', {}).then(
        (list) => {
          setFlows(list)
          setError(null)
        },
        (cause: unknown) => {
          const failure = toAppError(cause)
          // A link that is down comes back by itself; the bar on top says so.
          if (failure.code !== 'disconnected') setError(failure)
        },
      )
      client.call('flows.bin', {}).then(setBin, () => undefined)
    },
    [client],
  )
  useEffect(() => {
    reload()
    client.call('flows.examples', {}).then(setExamples, () => undefined)
    return client.stream(
      'app.changes',
      {},
      {
        onItem(change) {
          if (change.what === 'flow') reload()
        },
      },
    )
  }, [client, reload])
  const actions = useMemo(() => createActions(services, reload), [services, reload])
  return { flows, bin, examples, error, reload, ...actions }
}

/** How long Ctrl+Z brings back what was deleted; after that it is in the list of what was deleted. */
const UNDO_WITHIN_MS = 24 * 60 * 60 * 1000

function createActions(services: Services, reload: () => void): LibraryActions {
  const { client, firstWords, language, openFlow } = services
  const attempt = (title: string | Message, action: () => Promise<void>): void => {
    action()
      .then(reload)
      .catch((cause: unknown) => notifyError(title, cause))
  }
  const restore = ({ id }: Pick<FlowSummary, 'id'>): void =>
    attempt('The flow could not be brought back', async () => void (await client.call('flows.restore', { id })))
  return {
    restore,
    undoDelete(bin) {
      const [newest] = bin
      if (newest === undefined || Date.now() - Date.parse(newest.deletedAt) > UNDO_WITHIN_MS) return
      notifications.hide(`removed ${newest.id}`)
      restore(newest)
      notify(message('“{name}” is back.', { name: newest.name }), `back ${newest.id}`)
    },
    removeForGood: ({ id }) =>
      attempt('The flow could not be deleted', async () => void (await client.call('flows.removeForGood', { id }))),
    create: () =>
      attempt('The flow could not be made', async () =>
        openFlow((await client.call('flows.create', { name: language.store.getState().t('Untitled flow') })).id),
      ),
    createFromExample: (example, say) =>
      attempt('The example could not be opened', async () => {
        const { id } = await client.call('flows.createFromExample', { example })
        if (say !== undefined) firstWords.put(id, say)
        openFlow(id)
      }),
    importText: (text) =>
      attempt('That is not a flow', async () => openFlow(await takeText(services, { text, name: null }))),
    importFiles: (files) => void bringIn(services, files),
    rename: (id, name) =>
      attempt('The flow could not be renamed', async () => void (await client.call('flows.rename', { id, name }))),
    pin: ({ id, isPinned }) =>
      attempt('The flow could not be pinned', async () => void (await client.call('flows.pin', { id, isPinned }))),
    duplicate: (id) =>
      attempt('The flow could not be duplicated', async () => void (await client.call('flows.duplicate', { id }))),
    remove: (flow) => attempt('The flow could not be deleted', () => deleteFlow(services, flow)),
    exportJson: (flow) =>
      attempt('The flow could not be exported', async () => {
        const { text } = await client.call('flows.read', { id: flow.id })
        downloadText(fileName(flow.name, '.flow.json'), text)
      }),
  }
}
