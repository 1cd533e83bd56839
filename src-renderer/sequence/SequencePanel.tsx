/** The sequence diagram of the open thread: in the bottom dock, and large over everything on request. */
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { useFlow } from '../editor/editor-context'
import { useRun } from '../run/store/run-context'
import { EmptyState } from '../ui/EmptyState'
import { LargeView } from '../ui/LargeView'
import { SequenceView } from './SequenceView'
import { useCanvasEcho } from './use-canvas-echo'
import { useScrub } from './use-scrub'
import { useSequence } from './use-sequence'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './SequencePanel.module.css'

/** Needs a `RunProvider` around it. */
export function SequencePanel() {
  const threadId = useRun((state) => state.threadId)
  return <ThreadSequence key={threadId ?? 'new'} />
}

function ThreadSequence() {
  const t = useT()
  const sequence = useSequence()
  const scrub = useScrub(sequence)
  const [isLarge, setLarge] = useState(false)
  const title = useTitle()
  useCanvasEcho(scrub.isFollowing ? null : scrub.item, sequence.lanes)
  if (sequence.items.length === 0)
    return (
      <section className={styles.seq} aria-label={t('Sequence')}>
        <EmptyState icon={<IconArrowsExchange size={20} stroke={1.5} aria-hidden />} title={t('Nothing was said yet')}>
          {t(
            'Who talks to whom appears here as a sequence diagram: messages, hand-offs and tool calls, in order. Say something in the chat to begin.',
          )}
        </EmptyState>
      </section>
    )
  return (
    <section className={styles.seq} aria-label={t('Sequence')}>
      {!isLarge && <SequenceView sequence={sequence} scrub={scrub} title={title} onLarge={() => setLarge(true)} />}
      <LargeView
        title={<span className={cx(styles.title, textStyles.ellipsis)}>{title}</span>}
        isOpen={isLarge}
        onClose={() => setLarge(false)}
      >
        <SequenceView sequence={sequence} scrub={scrub} title={title} onLarge={null} />
      </LargeView>
    </section>
  )
}

/** What the thread is called, or its flow. */
function useTitle(): string {
  const flowName = useFlow((flow) => flow.name)
  const thread = useRun((state) => state.threads?.find((one) => one.id === state.threadId)?.title ?? '')
  return thread.trim() === '' ? flowName : `${flowName}: ${thread}`
}
