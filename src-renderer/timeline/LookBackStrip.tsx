/** The strip for looking back: every step of the thread on a line, a lane for each participant, and a thumb that goes to any of them. */
import { Button, Menu } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import {
  IconChevronLeft,
  IconChevronRight,
  IconGitBranch,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { turnAt } from '../../src-shared/run/fold/fold-view'
import type { Translate } from '../../src-shared/languages/translate'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import type { StoredRunEvent } from '../../src-shared/run/moments/step-kinds'
import type { ThreadRecord } from '../../src-shared/run/moments/thread-record'
import { rowOfStep, stepWords } from '../../src-shared/run/trace/step-row'
import { useNameOf } from '../run/participants'
import { useRun, useRunStore } from '../run/store/run-context'
import { isBusy } from '../run/store/run-state'
import { secondWords } from '../run/store/words'
import { MenuList } from '../ui/layers/MenuList'
import { isEscapeFor } from '../ui/key-owner'
import { useGivenBackFocus, useLayers } from '../ui/layers/use-layer'
import { IconButton } from '../ui/IconButton'
import { notifyError, useDocks, useServices } from '../ui/services'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import { Differences } from './Differences'
import { LaneName, LanePath } from './LaneName'
import { PinButton } from './PinButton'
import { ReadBy } from './ReadBy'
import { leavingSteps } from './leaving-steps'
import { LANE_HEIGHT, laneMiddle, placeOf, stripPaths } from './strip-paths'
import { usePinnedSteps, type ShownPin } from './use-pinned-steps'
import { useStripSlider } from './use-strip-slider'
import textStyles from '../ui/text.module.css'
import styles from './LookBackStrip.module.css'

/** Nothing while it is closed. Needs a `RunProvider` around it. */
export function LookBack() {
  const isOpen = useDocks((docks) => docks.lookBackOpen)
  return isOpen ? <LookBackStrip /> : null
}

function LookBackStrip() {
  const t = useT()
  const run = useRunStore()
  const { docks } = useServices()
  const record = useRun((state) => state.record)
  const goToNow = useEffectEvent(() => run.look(null))
  // Who closes it looks at the present again.
  useEffect(() => () => goToNow(), [])
  const strip = useRef<HTMLElement>(null)
  useEffect(() => {
    // Who opened it by its button steps with the arrow keys at once.
    if (document.activeElement?.matches('[data-opens-look-back]') === true)
      strip.current?.querySelector<HTMLElement>('[data-pane-start]')?.focus()
  }, [])
  // What opened it may be gone, or not know of it, as after a reload.
  useGivenBackFocus(strip, focusOpener)
  const layers = useLayers()
  const shut = (): void => docks.change({ lookBackOpen: false })
  // In the past it leads back to now first, which the notice on the canvas sees to.
  const closeByEscape = (event: KeyboardEvent): void => {
    if (!isEscapeFor(event, layers)) return
    event.preventDefault()
    event.stopPropagation()
    shut()
  }
  const close = (
    <IconButton label={t('Close')} side="top" size={24} onClick={shut}>
      <IconX size={14} aria-hidden />
    </IconButton>
  )
  const isEmpty = record === null || record.of.index.steps.length === 0
  return (
    <section ref={strip} className={styles.strip} data-pane aria-label={t('Look back')} onKeyDown={closeByEscape}>
      {isEmpty ? (
        <div className={cx(styles.head, styles.empty)}>
          <span className={styles.words}>{t('Every step of the thread will stand here, to go back and look at.')}</span>
          {close}
        </div>
      ) : (
        <Steps record={record.of} count={record.count} close={close} />
      )}
    </section>
  )
}

function focusOpener(): void {
  document.querySelector<HTMLElement>('[data-opens-look-back]')?.focus()
}

/** `count`: how many events were told; the record grows with them. */
type StepsProps = { record: ThreadRecord; count: number; close: ReactNode }

function Steps({ record, count, close }: StepsProps) {
  const t = useT()
  const { index, events } = record
  const total = index.steps.length
  const run = useRunStore()
  const past = useRun((state) => state.past)
  const step = past?.step ?? total - 1
  const { ref, width } = useElementSize()
  const paths = useMemo(
    () => stripPaths(index, { width, told: count }, ({ event }) => isFailure(events[event])),
    [index, events, width, count],
  )
  const leaving = useLeavingSteps(record, count)
  const pins = usePinnedSteps(record, count)
  const words = useStepWords(record, step)
  const slider = useStripSlider(record, step)
  const [marked, setMarked] = useState<number | null>(null)
  const [asksReaders, setAsksReaders] = useState(false)
  const canBeRead = index.entriesOf(step).length > 0
  const toggleMark = (): void => setMarked(marked === null ? step : null)
  const now = index.steps[step]
  const x = placeOf(step, total, { width })
  return (
    <>
      <div className={styles.head}>
        <Ways step={step} total={total} go={(to) => run.look(to)} />
        <span className={styles.count} data-moment>
          {past === null ? t('Now') : t('Step {step} of {total}', { step: step + 1, total })}
          {now !== undefined && ` · ${secondWords(now.at, t)}`}
        </span>
        <span className={cx(styles.words, textStyles.ellipsis)} title={words}>
          {words}
        </span>
        <div className={styles.actions}>
          {(canBeRead || asksReaders) && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-pressed={asksReaders}
              onClick={() => setAsksReaders(!asksReaders)}
            >
              {t('Who read this')}
            </Button>
          )}
          <LeftHere threads={leaving.get(step) ?? NOBODY} />
          {past !== null && <GoOnFromHere />}
          <Marking
            isMarked={marked !== null}
            isPast={past !== null}
            onMark={toggleMark}
            onCompareWithNow={() => setMarked(total - 1)}
          />
        </div>
        <PinButton record={record} step={step} pins={pins} />
        {close}
      </div>
      <div className={styles.body}>
        <Lanes lanes={index.lanes} holder={now?.holder ?? null} />
        <div
          ref={ref}
          className={styles.track}
          data-past={past !== null || undefined}
          role="slider"
          data-pane-start
          tabIndex={0}
          aria-label={t('Step')}
          aria-valuemin={1}
          aria-valuemax={total}
          aria-valuenow={step + 1}
          aria-valuetext={t('Step {step} of {total}, {time}', {
            step: `${step + 1}`,
            total,
            time: `${secondWords(now?.at ?? '', t)}. ${words.slice(0, 200)}${pinnedWords(pins, step, t)}`,
          })}
          {...slider}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key === 'm' && !event.ctrlKey && !event.metaKey && !event.altKey) toggleMark()
            else slider.onKeyDown(event)
          }}
        >
          <svg className={styles.drawing} height={index.lanes.length * LANE_HEIGHT} aria-hidden>
            <path className={styles.turns} d={paths.turns} />
            {index.lanes.map((lane, place) => (
              <line key={lane} className={styles.lane} x2="100%" y1={laneMiddle(place)} y2={laneMiddle(place)} />
            ))}
            <path className={styles.baton} d={paths.baton} />
            {paths.lanes.map((d, place) => (
              <LanePath key={index.lanes[place]} lane={index.lanes[place] ?? ''} d={d} isDense={width / total < 5} />
            ))}
            <path className={styles.failures} d={paths.failures} />
            <path
              className={styles.leaving}
              data-leaving={leaving.size}
              d={[...leaving.keys()].map((at) => forkMark(placeOf(at, total, { width }))).join('')}
            />
          </svg>
          <div className={styles.after} style={{ left: x }} />
          <PinMarks pins={pins} placeOfStep={(at) => placeOf(at, total, { width })} lanes={index.lanes.length} />
          {marked !== null && (
            <div
              className={styles.mark}
              data-mark
              style={{ transform: `translateX(${placeOf(marked, total, { width })}px)` }}
            />
          )}
          <div className={styles.thumb} data-thumb style={{ transform: `translateX(${x}px)` }} />
        </div>
      </div>
      {asksReaders && <ReadBy record={record} step={step} />}
      {marked !== null && <Differences record={record} marked={Math.min(marked, total - 1)} shown={step} />}
    </>
  )
}

function Lanes({ lanes, holder }: { lanes: readonly string[]; holder: number | null }) {
  return (
    <div className={styles.names}>
      {lanes.map((lane, place) => (
        <LaneName key={lane} lane={lane} isHolder={place === holder} />
      ))}
    </div>
  )
}

function useLeavingSteps(record: ThreadRecord, count: number): ReturnType<typeof leavingSteps> {
  const threads = useRun((state) => state.threads)
  const threadId = useRun((state) => state.threadId)
  return useMemo(
    // The record grows in its place.
    () => (count === 0 ? NO_LEAVING : leavingSteps(record, threads ?? [], threadId)),
    [record, threads, threadId, count],
  )
}

const NO_LEAVING: ReadonlyMap<number, readonly ThreadSummary[]> = new Map()
const NOBODY: readonly ThreadSummary[] = []

/** A small wedge that hangs from the upper edge. */
function forkMark(x: number): string {
  return `M${x - 4} 0h8l-4 6z`
}

type PinMarksProps = { pins: readonly ShownPin[]; placeOfStep: (step: number) => number; lanes: number }

/** A small flag for each that stands at the lower edge, in the past and in what lies ahead alike. */
function PinMarks({ pins, placeOfStep, lanes }: PinMarksProps) {
  const bottom = lanes * LANE_HEIGHT
  const d = pins.map(({ step }) => `M${placeOfStep(step)} ${bottom}v-13h9l-2.5 3.5 2.5 3.5h-7.5v6z`).join('')
  return (
    <svg className={cx(styles.drawing, styles.flags)} height={bottom} aria-hidden>
      <path className={styles.pins} data-pins={pins.length} d={d} />
    </svg>
  )
}

/** What is said behind a step that is pinned. */
function pinnedWords(pins: readonly ShownPin[], step: number, t: Translate): string {
  const pin = pins.find((one) => one.step === step)
  if (pin === undefined) return ''
  return pin.name === '' ? `. ${t('Pinned')}` : `. ${t('Pinned: {name}', { name: pin.name })}`
}

/** The threads that left this one at the step that is shown. */
function LeftHere({ threads }: { threads: readonly ThreadSummary[] }) {
  const t = useT()
  const run = useRunStore()
  if (threads.length === 0) return null
  return (
    <Menu position="top-end" width={260} withinPortal>
      <Menu.Target>
        <Button size="compact-xs" variant="subtle" leftSection={<IconGitBranch size={13} aria-hidden />}>
          {t('{count, plural, one {# thread branches off here} other {# threads branch off here}}', {
            count: threads.length,
          })}
        </Button>
      </Menu.Target>
      <MenuList>
        {threads.map(({ id, title }) => (
          <Menu.Item key={id} onClick={() => run.openThread(id)}>
            {title === '' ? t('Untitled') : title}
          </Menu.Item>
        ))}
      </MenuList>
    </Menu>
  )
}

/** A new thread from the moment that is shown; this one stays as it is. */
function GoOnFromHere() {
  const t = useT()
  const run = useRunStore()
  const busy = useRun(isBusy)
  const [isAsking, setAsking] = useState(false)
  const fork = async (): Promise<void> => {
    setAsking(true)
    const error = await run.forkHere()
    setAsking(false)
    if (error !== null && error !== 'cancelled') notifyError(t('The new thread could not be made'), error)
  }
  if (busy) return null
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        title={t('In a new thread, from the last step before which all is kept. This one stays as it is.')}
        aria-disabled={isAsking}
        onClick={() => {
          if (!isAsking) void fork()
        }}
      >
        {t('Go on from here')}
      </Button>
      <Button size="compact-xs" variant="subtle" onClick={() => run.changeHere()}>
        {t('Go on with changes…')}
      </Button>
    </>
  )
}

type MarkingProps = { isMarked: boolean; isPast: boolean; onMark: () => void; onCompareWithNow: () => void }

/** A step is marked, to be compared with any other one. */
function Marking({ isMarked, isPast, onMark, onCompareWithNow }: MarkingProps) {
  const t = useT()
  return (
    <>
      {isPast && !isMarked && (
        <Button size="compact-xs" variant="subtle" onClick={onCompareWithNow}>
          {t('Compare with now')}
        </Button>
      )}
      <Button size="compact-xs" variant="subtle" aria-pressed={isMarked} onClick={onMark}>
        {isMarked ? t('Remove the mark') : t('Mark this step')}
      </Button>
    </>
  )
}

function isFailure(event: StoredRunEvent | undefined): boolean {
  if (event?.type === 'entry') return event.entry.kind === 'result' && event.entry.isError
  return event?.type === 'run.failed' || (event?.type === 'plan.step' && event.state === 'failed')
}

/** What the step says that is shown. */
function useStepWords({ events, index }: ThreadRecord, step: number): string {
  const t = useT()
  const nameOf = useNameOf()
  const at = index.steps[step]
  // A token leaves the trace of its turn alone, so it makes no work here.
  const trace = useRun(({ view }) => (at === undefined ? undefined : turnAt(view, at.turn - 1)?.trace))
  return useMemo(() => {
    const event = at === undefined ? undefined : events[at.event]
    if (at === undefined || event === undefined) return ''
    const lane = index.lanes[at.lane] ?? ''
    const who = lane === 'user' ? t('You') : nameOf(lane)
    return stepWords({ kind: at.kind, row: rowOfStep(trace ?? [], event), who }, nameOf, t)
  }, [at, events, index, trace, nameOf, t])
}

type WaysProps = { step: number; total: number; go: (step: number) => void }

/** The same ways as with the keys. */
function Ways({ step, total, go }: WaysProps) {
  const t = useT()
  const last = total - 1
  const ways = [
    { label: t('First step'), to: 0, Icon: IconPlayerSkipBack },
    { label: t('Step back'), to: step - 1, Icon: IconChevronLeft },
    { label: t('Step forward'), to: step + 1, Icon: IconChevronRight },
    { label: t('Last step'), to: last, Icon: IconPlayerSkipForward },
  ]
  return (
    <div className={styles.ways}>
      {ways.map(({ label, to, Icon }) => {
        const isOff = to < 0 || to > last || to === step
        return (
          <IconButton
            key={label}
            label={label}
            side="top"
            size={24}
            aria-disabled={isOff || undefined}
            data-off={isOff || undefined}
            onClick={() => {
              if (!isOff) go(to)
            }}
          >
            <Icon size={14} aria-hidden />
          </IconButton>
        )
      })}
    </div>
  )
}
