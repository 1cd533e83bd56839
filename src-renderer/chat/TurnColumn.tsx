/** The column of turns: only the pieces in sight are drawn, and the end stays in sight while it grows. */
import { Button, Loader } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import {
  defaultRangeExtractor,
  observeElementOffset,
  useVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { declinedVerb } from '../consent/consent-store'
import { branchesAt, type Branch } from '../forks/branches'
import { useRun } from '../run/store/run-context'
import { isBusy, isLookedAt } from '../run/store/run-state'
import { StartErrorCard } from './Cards'
import { heldPieces, useMarkedPieces } from './held-pieces'
import { UserMessage } from './MessageView'
import { guessedHeight } from './pieces'
import { BranchContext } from './turn-context'
import { TurnPieceView } from './TurnPiece'
import { usePieces } from './use-pieces'
import { keyOwner } from '../ui/key-owner'
import { useLayers } from '../ui/layers/use-layer'
import { useStickToBottom } from '../ui/use-stick-to-bottom'
import { useT } from '../ui/language'
import linesStyles from './Lines.module.css'
import styles from './TurnColumn.module.css'

/** Of a piece that is not there any more. */
const NO_HEIGHT = 0

export const TurnColumn = memo(function TurnColumn({ showVerdicts }: { showVerdicts: boolean }) {
  const t = useT()
  const layers = useLayers()
  const view = useRun((state) => state.view)
  const threadId = useRun((state) => state.threadId)
  const busy = useRun((state) => isBusy(state) || isLookedAt(state))
  const branches = useBranchesOfThread(threadId)
  const outer = useRef<HTMLDivElement>(null)
  const inner = useRef<HTMLDivElement>(null)
  const { isAtEnd, toEnd, stay, keepEnd, onScroll } = useStickToBottom(outer, inner)
  const marked = useMarkedPieces(outer)
  const pieces = usePieces(view, showVerdicts)
  const virtual = useVirtualizer({
    count: pieces.count,
    getScrollElement: () => outer.current,
    estimateSize(index) {
      const piece = pieces.at(index)
      return piece === undefined ? NO_HEIGHT : guessedHeight(piece)
    },
    getItemKey: pieces.keyAt,
    overscan: 4,
    rangeExtractor: useCallback(
      (range: Range) => {
        const held = outer.current === null ? [] : heldPieces(outer.current)
        const length = marked === null ? 0 : marked.to - marked.from + 1
        const between = Array.from({ length }, (_none, at) => (marked?.from ?? 0) + at)
        const all = new Set([...defaultRangeExtractor(range), ...held, ...between])
        return [...all].filter((at) => at < range.count).toSorted((one, other) => one - other)
      },
      [marked],
    ),
    // What has grown is given its room in the frame in which it grew, and nothing is drawn anew for that.
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    observeElementOffset: useCallback((column: Column, tell: TellOffset) => {
      return observeElementOffset(column, (offset, isScrolling) => tell(offset, isScrolling && !isAtItsEnd(column)))
    }, []),
    onChange(_column, isScrolled) {
      if (!isScrolled) keepEnd()
    },
  })
  const pending = useRun((state) => state.pending)
  const past = useRun((state) => state.past)
  useEffect(toEnd, [toEnd, threadId, pending, past])

  const toStart = (): void => {
    stay()
    if (outer.current !== null) outer.current.scrollTop = 0
  }
  return (
    <div className={styles.frame}>
      <div
        className={styles.column}
        ref={outer}
        onScroll={onScroll}
        role="log"
        aria-label={t('Conversation')}
        // What comes into view of a reader who goes back is not new.
        aria-live={isAtEnd ? undefined : 'off'}
        tabIndex={0}
        onKeyDown={(event) => {
          if (keyOwner(event.nativeEvent, layers) === 'drawing') goToAnEnd(event, { Home: toStart, End: toEnd })
        }}
      >
        <div ref={inner} className={styles.inner}>
          <div ref={virtual.containerRef} className={styles.pieces}>
            <BranchContext value={branches}>
              {virtual.getVirtualItems().map(({ index, key }) => {
                const piece = pieces.at(index)
                if (piece === undefined) return null
                return (
                  <div key={key} className={styles.piece} data-index={index} ref={virtual.measureElement}>
                    <TurnPieceView piece={piece} isLatest={piece.turn === view.latest} isBusy={busy} />
                  </div>
                )
              })}
            </BranchContext>
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

type Column = Virtualizer<HTMLDivElement, Element>
type TellOffset = (offset: number, isScrolling: boolean) => void

/** Where it is kept while it grows, which is no scrolling: else all of it would be looked through with each word, before and after. */
function isAtItsEnd({ scrollElement }: Column): boolean {
  if (scrollElement === null) return false
  return scrollElement.scrollHeight - scrollElement.scrollTop - scrollElement.clientHeight <= 1
}

/** At once: the way there would be measured while it is gone, and that ends a scroll that glides. */
function goToAnEnd(event: KeyboardEvent, ends: { readonly [key in 'Home' | 'End']: () => void }): void {
  const { key, shiftKey, altKey, metaKey } = event
  if ((key !== 'Home' && key !== 'End') || shiftKey || altKey || metaKey) return
  event.preventDefault()
  ends[key]()
}

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
