/** One row of the diagram: an item with its arrow, the heading of a turn, or the upper or lower edge of a frame. */
import { memo, type CSSProperties, type ReactNode } from 'react'
import type { KindGroup } from '../../src-shared/kinds/kind'
import type { SequenceFrame, SequenceItem, SequenceRow } from '../../src-shared/run/sequence/sequence-parts'
import { frameTitle, itemWords, shorten } from '../../src-shared/run/sequence/sequence-words'
import { useFlow } from '../editor/editor-context'
import { tintOf } from '../kinds/kind-icons'
import { clockWords, spentWords } from '../run/store/words'
import { frameSpan, laneX, spanOf, type LanePlaces } from './lane-places'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import edgeColorStyles from '../kinds/edge-color.module.css'
import styles from './DiagramRow.module.css'

/** More than two lines of the widest lane hold. */
const LONGEST = 320

type RowProps = {
  row: SequenceRow
  places: LanePlaces
  id: string | undefined
  /** For people who do not see the arrow. */
  label: string
  count: number
  tint: KindGroup | null
  when: 'past' | 'now' | 'later'
  onPick: (index: number) => void
}

export const DiagramRow = memo(function DiagramRow({ row, places, id, label, count, tint, when, onPick }: RowProps) {
  const t = useT()
  const around = <Around row={row} places={places} />
  switch (row.kind) {
    case 'turn':
      return (
        <div className={styles.turn} role="presentation" data-when={when}>
          <span>
            {[t('Turn {number}', { number: row.turn }), clockWords(row.at, t), spentWords(row.spending, t)]
              .filter((part) => part !== '')
              .join(' · ')}
          </span>
        </div>
      )
    case 'open':
    case 'close':
      return (
        <div className={row.kind === 'open' ? styles.open : styles.close} role="presentation" data-when={when}>
          {around}
          {row.kind === 'open' && <FrameTitle frame={row.frame} places={places} />}
        </div>
      )
    case 'item':
      return (
        <div
          className={styles.item}
          role="option"
          id={id}
          aria-selected={when === 'now'}
          aria-posinset={row.index + 1}
          aria-setsize={count}
          data-kind={row.item.kind}
          data-when={when}
          data-framed={row.frames.length > 0 || undefined}
          style={tintOf(tint)}
          onClick={() => onPick(row.index)}
        >
          <span className={textStyles.hidden} data-spoken>
            {label}
          </span>
          {around}
          <span className={styles.number} aria-hidden>
            {row.index + 1}
          </span>
          <span className={styles.picture} aria-hidden>
            <Item item={row.item} places={places} />
          </span>
        </div>
      )
  }
})

/** The pieces of the frames around the row, and of the lane that holds the baton. */
function Around({ row, places }: { row: SequenceRow; places: LanePlaces }) {
  const [above, below] = row.held
  return (
    <>
      {row.frames.map((frame) => (
        <span
          key={frame.key}
          className={styles.frame}
          data-edge={row.kind !== 'item' && row.kind !== 'turn' && row.frame === frame ? row.kind : undefined}
          style={frameSpan(places, frame)}
        />
      ))}
      {above !== null && (
        <span
          className={styles.held}
          data-part="above"
          data-edge={above !== below || undefined}
          style={{ left: laneX(places, above) }}
        />
      )}
      {below !== null && (
        <span
          className={styles.held}
          data-part="below"
          data-edge={above !== below || undefined}
          style={{ left: laneX(places, below) }}
        />
      )}
    </>
  )
}

function FrameTitle({ frame, places }: { frame: SequenceFrame; places: LanePlaces }) {
  const t = useT()
  const title = frameTitle(frame, t)
  const { left, width } = frameSpan(places, frame)
  return (
    <span className={styles.frameTitle} data-frame style={{ left, maxWidth: width }} title={title}>
      {title}
    </span>
  )
}

function Item({ item, places }: { item: SequenceItem; places: LanePlaces }) {
  const t = useT()
  const { left, width } = spanOf(places, item.from, item.to)
  const style = { marginLeft: left, width }
  const words = shorten(itemWords(item, t), LONGEST)
  switch (item.kind) {
    case 'note':
      return (
        <div className={styles.note} data-tone={item.tone} style={style}>
          <div>
            <span>{words}</span>
          </div>
        </div>
      )
    case 'handoff':
      return <Handoff item={item} words={words} style={style} width={width} />
    case 'message':
      return (
        <Drawn words={words} style={style}>
          <Arrow item={item} width={width} />
        </Drawn>
      )
    case 'call':
    case 'result':
      return (
        <Drawn words={words} style={style} isTool isFailed={item.kind === 'result' && item.isError}>
          <Arrow item={item} width={width} isDashed={item.kind === 'result'} />
        </Drawn>
      )
  }
}

type HandoffProps = {
  item: Extract<SequenceItem, { kind: 'handoff' }>
  words: string
  style: CSSProperties
  width: number
}

/** In the colour of the edge that was travelled. */
function Handoff({ item, words, style, width }: HandoffProps) {
  const { edge } = item
  const edgeKind = useFlow((flow) =>
    edge !== null && Object.hasOwn(flow.edges, edge) ? flow.edges[edge]?.kind : undefined,
  )
  return (
    <div className={cx(edgeColorStyles.edgeColor, styles.move)} data-kind={edgeKind ?? 'handoff'}>
      <Drawn words={words} style={style}>
        <Arrow item={item} width={width} isDashed={item.by === 'returns' || item.by === 'finished'} />
      </Drawn>
    </div>
  )
}

type DrawnProps = { words: string; style: CSSProperties; isTool?: boolean; isFailed?: boolean; children: ReactNode }

function Drawn({ words, style, isTool = false, isFailed = false, children }: DrawnProps) {
  return (
    <div className={styles.drawn} data-tool={isTool || undefined} data-failed={isFailed || undefined} style={style}>
      <span className={styles.words}>
        <span>{words}</span>
      </span>
      {children}
    </div>
  )
}

const HEIGHT = 14
/** Half of the bar of the lane that holds the baton; the user has none. */
const BAR = 4

function Arrow({
  item: { from, to },
  width,
  isDashed = false,
}: {
  item: SequenceItem
  width: number
  isDashed?: boolean
}) {
  const dash = isDashed ? '4 3' : undefined
  const middle = HEIGHT / 2
  if (from === to) {
    const x = width / 2 + BAR
    return (
      <svg className={styles.arrow} width={width} height={HEIGHT + 8} aria-hidden>
        <path d={`M${x} 4h22a5 5 0 0 1 0 11h-16`} strokeDasharray={dash} />
        <path className={styles.tip} d={`M${x} 15l7 -4v8z`} />
      </svg>
    )
  }
  const isForward = to > from
  const gap = (lane: number): number => (lane === 0 ? 1 : BAR)
  const start = isForward ? gap(from) : width - gap(from)
  const end = isForward ? width - gap(to) : gap(to)
  const back = isForward ? -1 : 1
  return (
    <svg className={styles.arrow} width={width} height={HEIGHT} aria-hidden>
      <path d={`M${start} ${middle}H${end + back * 6}`} strokeDasharray={dash} />
      <path className={styles.tip} d={`M${end} ${middle}l${back * 8} -4.5v9z`} />
    </svg>
  )
}
