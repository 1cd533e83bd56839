/** "Keep as a test...": asks for a name, and opens the tab of tests once the thread is one. */
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import { MOST_TEST_NAME } from '../../src-shared/rpc/flow-tests'
import { useT } from '../ui/language'
import { notifyError, useServices } from '../ui/services'
import { NameDialog } from './NameDialog'

type KeepTestProps = { thread: Pick<ThreadSummary, 'id' | 'title'>; onClose: () => void }

export function KeepTest({ thread, onClose }: KeepTestProps) {
  const t = useT()
  const { client, docks } = useServices()
  const keep = async (name: string): Promise<void> => {
    await client.call('flowTests.keep', { threadId: thread.id, name })
    docks.openBottom('tests')
  }
  return (
    <NameDialog
      title={t('Keep as a test')}
      action={t('Keep')}
      name={thread.title.slice(0, MOST_TEST_NAME)}
      onClose={onClose}
      onName={(name) =>
        void keep(name).catch((cause: unknown) => notifyError('The thread could not be kept as a test', cause))
      }
    />
  )
}
