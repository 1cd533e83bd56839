/** How much of the flow's older turns is kept, what its conversations take, and making them smaller at once. */
import { Button, Select } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import {
  RETENTION_LEVELS,
  RETENTION_WORDS,
  type FlowKeeping,
  type RetentionLevel,
} from '../../../src-shared/rpc/retention'
import { useEditor } from '../../editor/editor-context'
import { sizeMessage } from '../../ui/size-words'
import { useT } from '../../ui/language'
import { notifyError, useServices } from '../../ui/services'
import textStyles from '../../ui/text.module.css'
import partsStyles from '../parts.module.css'
import styles from './KeepingSection.module.css'

export function KeepingSection() {
  const t = useT()
  const { kept, freed, isPruning, choose, prune } = useKeeping()
  const level = kept?.level ?? 'usual'
  return (
    <div role="group" aria-label={t('Conversations')}>
      <div className={textStyles.sectionTitle}>{t('Conversations')}</div>
      <Select
        label={t('What is kept of older turns')}
        data={RETENTION_LEVELS.map((one) => ({ value: one, label: t.known(RETENTION_WORDS[one].label) }))}
        value={level}
        disabled={kept === null}
        onChange={choose}
      />
      <p className={partsStyles.fieldNote}>{t.known(RETENTION_WORDS[level].sentence)}</p>
      <div className={styles.size}>
        <span role="status">
          {kept === null
            ? t('Measuring')
            : t('{count, plural, one {# thread} other {# threads}}, {size}', {
                count: kept.threads,
                size: sizeMessage(kept.bytes),
              })}
          {freed !== null &&
            ` · ${freed === 0 ? t('nothing to free') : t('{size} freed', { size: sizeMessage(freed) })}`}
        </span>
        <Button size="compact-xs" disabled={kept === null || level === 'debug'} loading={isPruning} onClick={prune}>
          {t('Prune now')}
        </Button>
      </div>
    </div>
  )
}

/** What the core says of the flow's threads, read again after each change. */
function useKeeping() {
  const { client } = useServices()
  const { flowId } = useEditor()
  const [kept, setKept] = useState<FlowKeeping | null>(null)
  const [freed, setFreed] = useState<number | null>(null)
  const [isPruning, setPruning] = useState(false)
  const read = useCallback(async () => setKept(await client.call('retention.read', { flowId })), [client, flowId])
  useEffect(() => {
    read().catch((cause: unknown) => notifyError('It could not be measured', cause))
  }, [read])
  const change = async (level: RetentionLevel): Promise<void> => {
    await client.call('retention.choose', { flowId, level })
    setFreed(null)
    await read()
  }
  const pruneAll = async (): Promise<void> => {
    setPruning(true)
    try {
      setFreed((await client.call('retention.prune', { flowId })).freed)
      await read()
    } finally {
      setPruning(false)
    }
  }
  return {
    kept,
    freed,
    isPruning,
    choose: (value: string | null): void => {
      const level = RETENTION_LEVELS.find((one) => one === value)
      if (level !== undefined) change(level).catch((cause: unknown) => notifyError('It could not be kept', cause))
    },
    prune: () => void pruneAll().catch((cause: unknown) => notifyError('It could not be pruned', cause)),
  }
}
