/** The column of turns: only those in sight are drawn, and the end stays in sight while it grows. */
import { Button, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useMemo, useRef } from 'react'
import { turnAt, turnCount } from '../../src-shared/run/fold/fold-view'
import { declinedVerb } from '../consent/consent-store'
import { branchesAt, type Branch } from '../forks/branches'
import { useRun } from '../run/store/run-context'
import { isBusy, isLookedAt } from '../run/store/run-state'
import { StartErrorCard } from './Cards'
import { UserMessage } from './MessageView'
import { BranchContext } from './turn-context'
import { TurnBlock } from './TurnBlock'
import { useStickToBottom } from '../ui/use-stick-to-bottom'
import { useT } from '../ui/language'
import linesStyles from './Lines.module.css'
import styles from './TurnColumn.module.css'

const TURN_HEIGHT = 132

export const TurnColumn = memo(function TurnColumn({ showVerdicts }: { showVerdicts: boolean }) {
  const t = useT()
  const view = useRun((state) => state.view)
  const threadId = useRun((state) => state.threadId)
  const busy = useRun((state) => isBusy(state) || isLookedAt(state))
  const branches = useBranchesOfThread(threadId)
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const tall = useRef<HTMLDivElement>(null)
  const { isAtEnd, toEnd, keepEnd, onScroll } = useStickToBottom(outer, inner)
  const count = turnCount(view)
  const virtual = useVirtualizer({
    count,
    getScrollElement: () => outer.current,
    estimateSize: () => TURN_HEIGHT,
    getItemKey: (index) => turnAt(view, index)?.turn ?? index,
    overscan: 4,
    // As soon as it was measured what has grown, in the frame in which it grew: drawing it anew comes in the next one.
    onChange(column, isScrolled) {
      if (isScrolled || tall.current === null) return
      tall.current.style.height = `${column.getTotalSize()}px`
      keepEnd()
    },
  })
  const pending = useRun((state) => state.pending)
  const past = useRun((state) => state.past)
  useEffect(toEnd, [toEnd, threadId, pending, past])

  const first = virtual.getVirtualItems()[0]
  return (
    <div className={styles.frame}>
      <div
        className={styles.column}
        ref={outer}
        onScroll={onScroll}
        role="log"
        aria-label={t('Conversation')}
        tabIndex={0}
      >
        <div ref={inner} className={styles.inner}>
          <div ref={tall} style={{ height: virtual.getTotalSize(), position: 'relative' }}>
            <div className={styles.window} style={{ transform: `translateY(${first?.start ?? 0}px)` }}>
              <BranchContext value={branches}>
                {virtual.getVirtualItems().map((row) => {
                  const turn = turnAt(view, row.index)
                  if (turn === null) return null
                  return (
                    <div key={row.key} data-index={row.index} ref={virtual.measureElement}>
                      <TurnBlock
                        turn={turn}
                        isLatest={row.index === count - 1}
                        isBusy={busy}
                        showVerdicts={showVerdicts}
                      />
                    </div>
                  )
                })}
              </BranchContext>
            </div>
          </div>
          {past === null && <ColumnEnd />}
        </div>
      </div>
      {!isAtEnd && (
        <Button
          className={styles.jump}
          size="compact-sm"
          radius="xl"
          leftSection={<IconArrowDown size={14} aria-hidden />}
          onClick={toEnd}
        >
          {t('Jump to latest')}
        </Button>
      )}
    </div>
  )
})

/** What was asked for and is not part of a turn yet. */
function ColumnEnd() {
  const t = useT()
  const pending = useRun((state) => state.pending)
  const phase = useRun((state) => state.phase)
  const error = useRun((state) => state.error)
  return (
    <div className={styles.end}>
      {pending !== null && pending.text !== null && (
        <UserMessage text={pending.text} at={null} pending={pending.attached} />
      )}
      {pending !== null && phase !== 'stopping' && (
        <div className={linesStyles.lineNote} role="status" aria-label={t('Starting')}>
          <Loader size={12} color="gray" />
        </div>
      )}
      {error !== null && declinedVerb(error) === null && <StartErrorCard error={error} />}
    </div>
  )
}

/** The ways that the conversation took, by turn; only turns at which some thread left another are looked at. */
function useBranchesOfThread(threadId: string | null): ReadonlyMap<number, readonly Branch[]> {
  const threads = useRun((state) => state.threads)
  return useMemo(() => {
    const turns = new Set((threads ?? []).flatMap(({ forkedFrom }) => (forkedFrom === null ? [] : [forkedFrom.turn])))
    if (threadId === null || threads === null) return new Map()
    return new Map([...turns].map((turn) => [turn, branchesAt(threads, threadId, turn)] as const))
  }, [threads, threadId])
}
