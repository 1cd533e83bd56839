/** What is done with a thread as a whole: keeping all of it, and handing it on as a file. */
import { downloadText } from '../ui/files'
import { notifyError, useServices } from '../ui/services'

export type KeptThreadActions = { pin: (pinned: boolean) => void; exportRun: () => void }

/** Null: no thread is open, and nothing is done. */
export function useKeptThread(threadId: string | null): KeptThreadActions {
  const { client } = useServices()
  const download = async (id: string): Promise<void> => {
    const { fileName, text } = await client.call('threads.export', { threadId: id })
    downloadText(fileName, text)
  }
  return {
    pin: (pinned) => {
      if (threadId === null) return
      client
        .call('threads.pin', { threadId, pinned })
        .catch((cause: unknown) => notifyError('It could not be changed', cause))
    },
    exportRun: () => {
      if (threadId === null) return
      download(threadId).catch((cause: unknown) => notifyError('The run could not be exported', cause))
    },
  }
}
