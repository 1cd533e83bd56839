/** The drawing: lanes as columns under names that stay in sight, one row for each item, only those in sight on the page. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import type { Sequence, SequenceRow } from '../../src-shared/run/sequence/sequence-parts'
import { spokenWords } from '../../src-shared/run/sequence/sequence-words'
import { laneX, placeLanes, scrollTo, spanOf } from './lane-places'
import { LaneHeads } from './LaneHeads'
import { DiagramRow } from './DiagramRow'
import { useFollowEnd } from './use-follow-end'
import type { Scrub } from './use-scrub'
import { useT } from '../ui/language'
import styles from './SequenceDiagram.module.css'

const HEAD = 40
/** What is seen before and after the current item when it is brought into sight. */
const MARGIN = 44
const HEIGHTS = { turn: 32, open: 28, close: 12, item: 48 } as const satisfies { [K in SequenceRow['kind']]: number }

type DiagramProps = { sequence: Sequence; scrub: Scrub; onStep: (event: KeyboardEvent) => void }

export function SequenceDiagram({ sequence, scrub, onStep }: DiagramProps) {
  const t = useT()
  const { rows, lanes, items } = sequence
  const id = useId()
  const outer = useRef<HTMLDivElement>(null)
  const { ref: measured, width: room, height } = useElementSize<HTMLDivElement>()
  const places = useMemo(() => placeLanes(lanes.length, room), [lanes.length, room])
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => outer.current,
    estimateSize: (index) => HEIGHTS[rows[index]?.kind ?? 'item'],
    getItemKey: (index) => rows[index]?.key ?? index,
    scrollMargin: HEAD,
    scrollPaddingStart: HEAD + MARGIN,
    scrollPaddingEnd: MARGIN,
    paddingEnd: 12,
    overscan: 10,
  })
  const size = virtual.getTotalSize()
  const follow = useFollowEnd(outer, { isFollowing: scrub.isFollowing, size, room: height })
  useShowCurrent({ sequence, scrub, show: (row) => virtual.scrollToIndex(row, { align: 'auto' }) })
  const { item } = scrub
  useLayoutEffect(() => {
    const column = outer.current
    if (column === null || item === null) return
    const window = { left: column.scrollLeft, width: column.clientWidth }
    column.scrollLeft = scrollTo(places, spanOf(places, item.from, item.to), window)
  }, [item, places])
  const shown = virtual.getVirtualItems()
  const optionId = (index: number): string => `${id}-${index}`
  return (
    <div className={styles.scroll} ref={useMergedRef(outer, measured)} {...follow}>
      <LaneHeads lanes={lanes} places={places} height={HEAD} current={item} />
      <div
        className={styles.rows}
        role="listbox"
        aria-label={t('Sequence diagram')}
        aria-activedescendant={scrub.index < 0 ? undefined : optionId(scrub.index)}
        tabIndex={0}
        data-autofocus
        style={{ height: size, width: places.width }}
        onKeyDown={onStep}
      >
        {lanes.map((lane, index) => (
          <span key={lane.id} className={styles.lifeline} role="presentation" style={{ left: laneX(places, index) }} />
        ))}
        <div
          className={styles.window}
          role="presentation"
          style={{ transform: `translateY(${(shown[0]?.start ?? HEAD) - HEAD}px)` }}
        >
          {shown.map(({ index, key }) => {
            const row = rows[index]
            if (row === undefined) return null
            const isItem = row.kind === 'item'
            return (
              <div key={key} data-index={index} ref={virtual.measureElement} role="presentation">
                <DiagramRow
                  row={row}
                  places={places}
                  id={isItem ? optionId(row.index) : undefined}
                  label={isItem ? spokenWords(row.item, lanes, t).slice(0, 400) : ''}
                  count={isItem ? items.length : 0}
                  tint={isItem ? tintLane(sequence, row.item) : null}
                  when={isItem ? whenOf(row.index, scrub.index) : whenOf(rowsItem(rows, index), scrub.index)}
                  onPick={scrub.go}
                />
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

type ScrubContext = { sequence: Sequence; scrub: Scrub; show: (row: number) => void }

/** Brings the current item into sight when somebody steps to it. */
function useShowCurrent({ sequence, scrub, show }: ScrubContext): void {
  const { index, isFollowing } = scrub
  const latest = useRef({ sequence, show })
  useLayoutEffect(() => {
    latest.current = { sequence, show }
  })
  useEffect(() => {
    const row = latest.current.sequence.rowOfItem[index]
    if (!isFollowing && row !== undefined) latest.current.show(row)
  }, [index, isFollowing])
}

/** The item that a row which is none belongs to: the next one. */
function rowsItem(rows: readonly SequenceRow[], from: number): number {
  const row = rows.slice(from, from + 12).find((one) => one.kind === 'item')
  return row?.kind === 'item' ? row.index : Infinity
}

function whenOf(index: number, current: number): 'past' | 'now' | 'later' {
  if (index === current) return 'now'
  return index < current ? 'past' : 'later'
}

/** The group of the participant or tool at the other end of an item. */
function tintLane(
  { lanes }: Sequence,
  item: Extract<SequenceRow, { kind: 'item' }>['item'],
): Sequence['lanes'][number]['group'] {
  const ends = item.kind === 'result' || item.from !== 0 ? [item.from, item.to] : [item.to]
  const end = item.kind === 'call' ? item.to : ends[0]
  return lanes[end ?? 0]?.group ?? null
}
