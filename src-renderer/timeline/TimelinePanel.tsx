/** The timeline: every stored step of the thread, by turn, newest first. */
import { Button, Loader } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { IconPinFilled, IconTimeline } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { saidOf, toAppError, type AppError } from '../../src-shared/errors'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import type { TimelineItem } from '../../src-shared/rpc/timeline'
import { turnAt } from '../../src-shared/run/fold/fold-view'
import { ForkTree } from '../forks/ForkTree'
import { AsItRan, useNameOf } from '../run/participants'
import { useRun, useRunStore } from '../run/store/run-context'
import { durationWords } from '../../src-shared/run/words/figures'
import { oneLine } from '../../src-shared/run/words/text'
import { clockWords } from '../run/store/words'
import { EmptyState } from '../ui/EmptyState'
import { askLater } from '../ui/ask-later'
import { useServices } from '../ui/services'
import { Comparison } from './Comparison'
import { PinWords } from './PinButton'
import { stepWords, timelineRows, type TimelineRow } from './steps'
import { useDeeds, type KnownDeeds } from './use-deeds'
import { usePinnedSteps, type ShownPin } from './use-pinned-steps'
import { cx } from '../ui/cx'
import { momentWords } from '../ui/time'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './TimelinePanel.module.css'

const READ_AFTER_MS = 300

/** Needs a `RunProvider` around it. */
export function TimelinePanel() {
  const t = useT()
  const threadId = useRun((state) => state.threadId)
  const { items, error, retry } = useTimeline(threadId)
  const [against, setAgainst] = useState<ThreadSummary | null>(null)
  return (
    <section className={styles.timeline} aria-label={t('Timeline')}>
      {/* Stays while the steps of another thread are read: that was opened from here, and the focus is here. */}
      <ForkTree onCompare={setAgainst} />
      {items !== null && items.length > 0 ? (
        <TimelineList threadId={threadId} items={items} />
      ) : (
        <div className={styles.note}>
          {error !== null ? (
            <EmptyState
              title={t('The timeline could not be read')}
              actions={<Button onClick={retry}>{t('Try again')}</Button>}
            >
              {t.message(saidOf(error))}
            </EmptyState>
          ) : threadId === null || items !== null ? (
            <EmptyState icon={<IconTimeline size={20} stroke={1.5} aria-hidden />} title={t('No steps yet')}>
              {t('Every step of the thread is kept here, so that you can see how it came to where it is.')}
            </EmptyState>
          ) : (
            <div role="status" aria-label={t('Reading the timeline')}>
              <Loader size={18} color="gray" />
            </div>
          )}
        </div>
      )}
      <Comparison against={against} onClose={() => setAgainst(null)} />
    </section>
  )
}

type TimelineState = { threadId: string | null; items: readonly TimelineItem[] | null; error: AppError | null }

/** Read again a moment after something was stored. */
function useTimeline(threadId: string | null): TimelineState & { retry: () => void } {
  const { client } = useServices()
  const stored = useRun(
    (state) =>
      `${state.live.latest?.runId ?? ''} ${state.live.latest?.trace.length ?? 0} ${state.live.latest?.state ?? ''}`,
  )
  const [read, setRead] = useState<TimelineState>({ threadId: null, items: null, error: null })
  const [tries, setTries] = useState(0)
  const known = read.threadId === threadId ? read : { threadId, items: null, error: null }
  /** The thread that was read last: what is not shown yet is read at once. */
  const last = useRef<string | null>(null)
  useEffect(() => {
    if (threadId === null) return
    return askLater({
      pauseMs: last.current === threadId ? READ_AFTER_MS : 0,
      ask: (signal) => client.call('threads.timeline', { threadId }, { signal }),
      onAnswer(items) {
        last.current = threadId
        setRead({ threadId, items, error: null })
      },
      onError(cause) {
        last.current = null
        setRead({ threadId, items: null, error: toAppError(cause) })
      },
    })
  }, [client, threadId, stored, tries])
  return { ...known, retry: () => setTries((count) => count + 1) }
}

function TimelineList({ threadId, items }: { threadId: string | null; items: readonly TimelineItem[] }) {
  const t = useT()
  const outer = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => timelineRows(items), [items])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => outer.current,
    estimateSize: (index) => (rows[index]?.kind === 'turn' ? 32 : 26),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
  })
  const shown = virtual.getVirtualItems()
  const inView = shown.flatMap(({ index }) => {
    const row = rows[index]
    return row?.kind === 'step' ? [row.item] : []
  })
  const deeds = useDeeds(threadId, inView)
  const pins = usePinsByTurn()
  return (
    <div className={styles.scroll} ref={outer} tabIndex={0} role="list" aria-label={t('Steps')}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
        <div
          className={styles.window}
          style={{ transform: `translateY(${shown[0]?.start ?? 0}px)` }}
          role="presentation"
        >
          {shown.map(({ index, key }) => {
            const row = rows[index]
            return row === undefined ? null : <Row key={key} row={row} deeds={deeds} pins={pins} />
          })}
        </div>
      </div>
    </div>
  )
}

type PinsByTurn = ReadonlyMap<number, readonly ShownPin[]>

function usePinsByTurn(): PinsByTurn {
  const record = useRun((state) => state.record)
  const pins = usePinnedSteps(record?.of ?? null, record?.count ?? 0)
  return useMemo(() => Map.groupBy(pins, ({ step }) => record?.of.index.steps[step]?.turn ?? 0), [pins, record])
}

function Row({ row, deeds, pins }: { row: TimelineRow; deeds: KnownDeeds; pins: PinsByTurn }) {
  if (row.kind === 'turn') return <TurnHeading row={row} pins={pins.get(row.turn ?? 0) ?? NO_PINS} />
  return <StepOfTurn row={row} deeds={deeds} />
}

const NO_PINS: readonly ShownPin[] = []

type TurnHeadingProps = { row: Extract<TimelineRow, { kind: 'turn' }>; pins: readonly ShownPin[] }

function TurnHeading({ row, pins }: TurnHeadingProps) {
  const t = useT()
  const run = useRunStore()
  const input = useRun((state) => (row.turn === null ? null : (turnAt(state.live, row.turn - 1)?.input ?? null)))
  const isWaiting = useRun(({ live: { latest } }) => latest?.turn === row.turn && latest?.state === 'waiting')
  const steps = t('{count, plural, one {# step} other {# steps}}', { count: row.steps })
  return (
    <div className={styles.turn} role="listitem">
      <span className={styles.title}>
        {row.turn === null ? t('Before the first turn') : t('Turn {turn}', { turn: row.turn })}
      </span>
      <span className={cx(textStyles.ellipsis, styles.input)}>
        {input === null ? '' : t('“{words}”', { words: oneLine(input, 160) })}
      </span>
      {pins.map((pin) => (
        <button
          key={`${pin.runId} ${pin.seq}`}
          type="button"
          className={styles.pin}
          title={t('Pinned: go to this step')}
          onClick={() => run.look(pin.step)}
        >
          <IconPinFilled size={11} aria-hidden />
          <PinWords pin={pin} />
        </button>
      ))}
      <span className={styles.time}>{isWaiting ? t('{steps} · waiting for you', { steps }) : steps}</span>
    </div>
  )
}

type StepOfTurnProps = { row: Extract<TimelineRow, { kind: 'step' }>; deeds: KnownDeeds }

function StepOfTurn({ row, deeds }: StepOfTurnProps) {
  const { item } = row
  const drawn = useRun(({ live }) => (item.turn === null ? undefined : turnAt(live, item.turn - 1)?.drawn))
  return (
    <AsItRan drawn={drawn}>
      <StepRow row={row} deeds={deeds} />
    </AsItRan>
  )
}

function StepRow({ row: { item, number, ms, share }, deeds }: StepOfTurnProps) {
  const t = useT()
  const nameOf = useNameOf()
  const told = deeds.get(item.checkpointId)
  const words =
    item.nodes.length === 0
      ? t('Turn began')
      : item.nodes.map((step) => stepWords(step, { nameOf, t, told: told?.get(step) })).join(', ')
  return (
    <div className={styles.step} role="listitem">
      <span className={styles.mark} aria-hidden />
      <span className={styles.number}>{number}</span>
      <span className={cx(textStyles.ellipsis, styles.words)}>{words}</span>
      {ms !== null && (
        <span className={styles.took} title={t('Time since the step before')}>
          <span className={styles.bar} style={{ width: `${Math.round(share * 52)}%` }} aria-hidden />
          <span className={styles.time}>{durationWords(ms, t)}</span>
        </span>
      )}
      <time className={styles.time} dateTime={item.at} title={momentWords(item.at, t)}>
        {clockWords(item.at, t)}
      </time>
    </div>
  )
}
