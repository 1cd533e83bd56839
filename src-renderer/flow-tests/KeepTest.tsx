/** "Keep as a test...": says why a thread cannot be one; else asks for a name, and opens the tab of tests once the thread is kept. */
import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import { MOST_TEST_NAME, type TestOutlook } from '../../src-shared/rpc/flow-tests'
import { Dialog } from '../ui/layers/Dialog'
import { useT } from '../ui/language'
import { notifyError, useServices } from '../ui/services'
import { NameDialog } from './NameDialog'
import formStyles from '../ui/form.module.css'

type KeepTestProps = { thread: Pick<ThreadSummary, 'id' | 'title'>; onClose: () => void }

export function KeepTest({ thread, onClose }: KeepTestProps) {
  const t = useT()
  const { client, docks } = useServices()
  const outlook = useOutlook(thread.id, onClose)
  const keep = async (name: string): Promise<void> => {
    await client.call('flowTests.keep', { threadId: thread.id, name })
    docks.openBottom('tests')
  }
  if (outlook === null) return null
  const { why, hosts } = outlook
  if (why !== null)
    return (
      <Dialog opened onClose={onClose} title={t('Keep as a test')} size="sm">
        {t.message(why)}
        <div className={formStyles.formActions}>
          <Button data-autofocus onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <NameDialog
      title={t('Keep as a test')}
      action={t('Keep')}
      name={thread.title.slice(0, MOST_TEST_NAME)}
      note={
        hosts.length === 0
          ? undefined
          : t(
              'Code that decides something in this flow may fetch from {hosts}. A test reaches no host, so it may fail there. What tools fetch is kept.',
              { hosts: t.list(hosts) },
            )
      }
      onClose={onClose}
      onName={(name) =>
        void keep(name).catch((cause: unknown) => notifyError('The thread could not be kept as a test', cause))
      }
    />
  )
}

/** Null: not read yet. Where it cannot be read, that is told and `onFail` called. */
function useOutlook(threadId: string, onFail: () => void): TestOutlook | null {
  const { client } = useServices()
  const [outlook, setOutlook] = useState<TestOutlook | null>(null)
  const [fail] = useState(() => onFail)
  useEffect(() => {
    const reading = new AbortController()
    client.call('flowTests.outlook', { threadId }, { signal: reading.signal }).then(setOutlook, (cause: unknown) => {
      if (reading.signal.aborted) return
      notifyError('The thread could not be kept as a test', cause)
      fail()
    })
    return () => reading.abort()
  }, [client, threadId, fail])
  return outlook
}
