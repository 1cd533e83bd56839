/**
 * A sequence diagram as an SVG file of its own: no scripts, no fonts or pictures from elsewhere, the same text every time.
 * Rows are laid out from top to bottom; then everything is painted in layers.
 */
import type { Translate } from '../../languages/translate'
import { USER_LANE } from './sequence'
import type { Sequence, SequenceFrame, SequenceItem, SequenceLane } from './sequence-parts'
import { ACCENT, coloursOf, GROUP_COLOURS, INK, LINE, LINE_STRONG, MUTED, PAPER } from './sequence-palette'
import { escapeXml, widthOf, wrapText } from '../../flow/export/svg-text'
import { frameTitle, itemText, itemWords, laneName } from './sequence-words'

const FONTS =
  "Inter, 'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, 'Noto Color Emoji', sans-serif"
const LANE = 200
const LEFT = 44
const EDGE = 24
const HEAD = 36
const LINE_HEIGHT = 15
const SIZE = 12
const BAR = 8

type Layers = { frames: string[]; bars: string[]; marks: string[] }
type Page = {
  sequence: Sequence
  t: Translate
  width: number
  layers: Layers
  y: number
  tops: Map<SequenceFrame, number>
}

/** The SVG text, ending in a newline. `title` is written above the lanes. */
export function sequenceToSvg(sequence: Sequence, title: string, t: Translate): string {
  const { lanes } = sequence
  const width = LEFT + lanes.length * LANE + EDGE
  const heading = wrapText(title, { width: width - LEFT - EDGE, size: 15, most: 1 })[0] ?? ''
  const top = heading === '' ? EDGE : 56
  const page: Page = { sequence, t, width, layers: { frames: [], bars: [], marks: [] }, y: top + HEAD, tops: new Map() }
  layOut(page)
  const bottom = page.y + 20
  const height = bottom + (sequence.rows.length === 0 ? EDGE : HEAD + EDGE)
  const heads = lanes.flatMap((lane, index) => [
    laneHead(lane, [laneX(index), top], t),
    ...(sequence.rows.length === 0 ? [] : [laneHead(lane, [laneX(index), bottom], t)]),
  ])
  const lifelines = lanes.map(
    (_, index) => `<path d="M${laneX(index)} ${top + HEAD}V${bottom}" stroke="${LINE_STRONG}" stroke-dasharray="2 4"/>`,
  )
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" ` +
      `font-family="${FONTS}" font-size="${SIZE}" fill="none" role="img">`,
    `<title>${escapeXml(title === '' ? t('Sequence diagram') : title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${PAPER}"/>`,
    ...(heading === ''
      ? []
      : [`<text x="${LEFT}" y="36" font-size="15" font-weight="600" fill="${INK}">${escapeXml(heading)}</text>`]),
    ...page.layers.frames,
    ...lifelines,
    ...page.layers.bars,
    ...page.layers.marks,
    ...heads,
    '</svg>',
    '',
  ].join('\n')
}

function laneX(lane: number): number {
  return LEFT + lane * LANE + LANE / 2
}

function laneHead(lane: SequenceLane, [x, y]: readonly [number, number], t: Translate): string {
  const [colour, fill] =
    lane.role === 'user'
      ? ([INK, '#eff1f6'] as const)
      : GROUP_COLOURS[lane.group ?? (lane.role === 'tool' ? 'tools' : 'control')]
  const width = LANE - 32
  const whole = laneName(lane, t)
  const name = wrapText(whole, { width: width - 20, size: 13, most: 1 })[0] ?? ''
  const radius = lane.role === 'tool' ? HEAD / 2 : 8
  return (
    `<g><title>${escapeXml(whole)}</title>` +
    `<rect x="${x - width / 2}" y="${y}" width="${width}" height="${HEAD}" rx="${radius}" fill="${fill}" stroke="${colour}" stroke-opacity="0.45"/>` +
    `<text x="${x}" y="${y + 23}" text-anchor="middle" font-size="13" font-weight="600" fill="${colour}">${escapeXml(name)}</text></g>`
  )
}

/** Gives every row its place, and paints it there. */
function layOut(page: Page): void {
  /** Since where each lane is busy; -1: it is not. */
  let held: { lane: number; since: number } | null = null
  const hold = (lane: number | null, y: number): void => {
    if (held !== null && held.lane === lane) return
    if (held !== null && y > held.since) page.layers.bars.push(bar(page, held.lane, [held.since, y]))
    held = lane === null ? null : { lane, since: y }
  }
  for (const row of page.sequence.rows) {
    switch (row.kind) {
      case 'turn':
        hold(null, page.y)
        turnLine(page, row.turn)
        break
      case 'open':
        page.tops.set(row.frame, page.y + 8)
        page.y += 34
        break
      case 'close':
        frameBox(page, row.frame)
        break
      case 'item': {
        const at = itemAt(page, row.item, row.index)
        hold(row.held[0], at)
        hold(row.held[1], at)
      }
    }
  }
  hold(null, page.y + 8)
}

function bar({ sequence }: Page, lane: number, [from, to]: readonly [number, number]): string {
  const group = sequence.lanes[lane]?.group ?? 'control'
  const [colour, fill] = GROUP_COLOURS[group]
  return `<rect x="${laneX(lane) - BAR / 2}" y="${from}" width="${BAR}" height="${to - from}" rx="3" fill="${fill}" stroke="${colour}" stroke-opacity="0.6"/>`
}

function turnLine(page: Page, turn: number): void {
  const y = page.y + 26
  const words = page.t('Turn {number}', { number: turn })
  const end = LEFT + widthOf(words, 11) + 8
  page.layers.marks.push(
    `<text x="${LEFT - 20}" y="${y + 4}" font-size="11" font-weight="600" fill="${MUTED}">${words}</text>` +
      `<path d="M${end} ${y}H${page.width - EDGE}" stroke="${LINE}"/>`,
  )
  page.y += 40
}

function frameBox(page: Page, frame: SequenceFrame): void {
  const top = page.tops.get(frame) ?? page.y
  const inset = 84 - frame.depth * 8
  const x = laneX(frame.from) - inset
  const width = laneX(frame.to) + inset - x
  const title = wrapText(frameTitle(frame, page.t), { width: width - 24, size: 11, most: 1 })[0] ?? ''
  page.layers.frames.push(
    `<rect x="${x}" y="${top}" width="${width}" height="${page.y + 8 - top}" rx="8" fill="${ACCENT}" fill-opacity="0.04" stroke="${LINE_STRONG}"/>`,
  )
  const tab = Math.min(width, Math.ceil(widthOf(title, 11) * 1.2) + 20)
  page.layers.marks.push(
    `<rect x="${x}" y="${top}" width="${tab}" height="20" rx="8" fill="${PAPER}" stroke="${LINE_STRONG}"/>` +
      `<text x="${x + 10}" y="${top + 14}" font-size="11" font-weight="600" fill="${MUTED}">${escapeXml(title)}</text>`,
  )
  page.y += 16
}

/** Words stay readable where they cross a lifeline. */
const HALO = `stroke="${PAPER}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"`

/** Paints an item. Answers the height of its arrow. */
function itemAt(page: Page, item: SequenceItem, index: number): number {
  const [colour, fill] = coloursOf(item)
  const isAlone = item.from === item.to
  const span = isAlone ? LANE : Math.abs(laneX(item.to) - laneX(item.from))
  const lines = wrapText(itemWords(item, page.t), { width: span - (isAlone ? 40 : 24), size: SIZE, most: 3 })
  const rowTop = page.y
  const number = (y: number): string =>
    `<text x="${LEFT - 20}" y="${y}" text-anchor="end" font-size="10" fill="${MUTED}">${index + 1}</text>`
  const tooltip = `<title>${escapeXml(itemText(item, page.t).slice(0, 2000))}</title>`
  if (item.kind === 'note') {
    const height = Math.max(1, lines.length) * LINE_HEIGHT + 12
    const x = laneX(item.from) - (LANE - 16) / 2
    page.layers.marks.push(
      `<g>${tooltip}<rect x="${x}" y="${rowTop + 8}" width="${LANE - 16}" height="${height}" rx="6" fill="${fill}" stroke="${colour}" stroke-opacity="0.35"/>` +
        `${textLines(lines, { x: laneX(item.from), y: rowTop + 25, colour, isOnPaper: false })}${number(rowTop + 25)}</g>`,
    )
    page.y += height + 16
    return rowTop + 8
  }
  const arrow = rowTop + 14 + lines.length * LINE_HEIGHT
  const middle = isAlone ? laneX(item.from) : (laneX(item.from) + laneX(item.to)) / 2
  const isDashed =
    item.kind === 'result' || (item.kind === 'handoff' && (item.by === 'returns' || item.by === 'finished'))
  const path = isAlone ? selfArrow(laneX(item.from), arrow) : straightArrow(item, arrow)
  page.layers.marks.push(
    `<g>${tooltip}${textLines(lines, { x: middle, y: rowTop + 16, colour: item.kind === 'message' ? INK : colour, isOnPaper: true })}` +
      `<path d="${path.line}" stroke="${colour}" stroke-width="1.5"${isDashed ? ' stroke-dasharray="5 3"' : ''}/>` +
      `<path d="${path.head}" fill="${colour}"/>${number(arrow + 4)}</g>`,
  )
  page.y = arrow + (isAlone ? 22 : 10)
  return arrow
}

type TextPosition = { x: number; y: number; colour: string; isOnPaper: boolean }

function textLines(lines: readonly string[], { x, y, colour, isOnPaper }: TextPosition): string {
  return lines
    .map(
      (line, index) =>
        `<text x="${x}" y="${y + index * LINE_HEIGHT}" text-anchor="middle" fill="${colour}"${isOnPaper ? ` ${HALO}` : ''}>${escapeXml(line)}</text>`,
    )
    .join('')
}

type Arrow = { line: string; head: string }

/** Ends at the edges of the bars; the user has none. */
function straightArrow({ from, to }: SequenceItem, y: number): Arrow {
  const direction = to > from ? 1 : -1
  const gap = (lane: number): number => (lane === USER_LANE ? 0 : BAR / 2)
  const start = laneX(from) + direction * gap(from)
  const end = laneX(to) - direction * gap(to)
  return {
    line: `M${start} ${y}H${end - direction * 6}`,
    head: `M${end} ${y}l${-direction * 8} -4.5v9z`,
  }
}

function selfArrow(lane: number, y: number): Arrow {
  const x = lane + BAR / 2
  return { line: `M${x} ${y}h24a6 6 0 0 1 0 12h-18`, head: `M${x} ${y + 12}l8 -4.5v9z` }
}
