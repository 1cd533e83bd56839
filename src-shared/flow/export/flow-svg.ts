/** A flow as an SVG: the whole drawing from its records and layout, in the look of the canvas, with words that can be read. */
import { ENGLISH } from '../../languages/translate'
import { edgeWords } from '../editing/mermaid'
import { isEdgeKind } from '../../kinds/edge-kinds'
import { kindOf } from '../../kinds/index'
import type { Flow, FlowEdge, FlowNode, Position } from '../records'
import { DRAWING_COLOURS, EDGE_LINES, type DrawingColours, type DrawingTheme } from './drawing-look'
import {
  beginOf,
  boxOf,
  endOf,
  lineBetween,
  NOTE_TEXT,
  noteLines,
  num,
  WIDER,
  type Box,
  type DrawnLine,
} from './drawing-places'
import { escapeXml, widthOf, wrapText } from './svg-text'

const MARGIN = 48
const FONT = "Inter, 'Segoe UI', 'Helvetica Neue', Arial, sans-serif"

/** SVG text, ending in a newline. What people wrote cannot become markup. */
export function flowToSvg(flow: Flow, theme: DrawingTheme = 'light'): string {
  const colours = DRAWING_COLOURS[theme]
  const boxes = new Map(Object.entries(flow.nodes).map(([id, node]) => [id, boxOf(node, placeOf(flow, id))]))
  const edges = drawnEdges(flow, boxes)
  const frame = frameOf([...boxes.values()], edges)
  const papers = Object.entries(flow.nodes).filter(([, node]) => kindOf(node)?.shape === 'paper')
  const others = Object.entries(flow.nodes).filter(([, node]) => kindOf(node)?.shape !== 'paper')
  const draw = ([id, node]: [string, FlowNode]): string[] => nodeParts(node, boxes.get(id), { flow, id, colours })
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${num(frame.x)} ${num(frame.y)} ${num(frame.width)} ${num(frame.height)}" width="${num(frame.width)}" height="${num(frame.height)}" role="img" font-family="${escapeXml(FONT)}">`,
    `<title>${escapeXml(flow.name || 'Flow')}</title>`,
    markers(colours),
    `<rect x="${num(frame.x)}" y="${num(frame.y)}" width="${num(frame.width)}" height="${num(frame.height)}" fill="${colours.canvas}"/>`,
    ...papers.flatMap(draw),
    ...edges.flatMap((edge) => edgeParts(edge, colours)),
    ...others.flatMap(draw),
    ...edges.flatMap((edge) => labelParts(edge, colours)),
    '</svg>',
    '',
  ]
  return lines.join('\n')
}

function placeOf({ layout }: Flow, id: string): Position {
  return (Object.hasOwn(layout.nodes, id) ? layout.nodes[id] : undefined) ?? { x: 0, y: 0 }
}

type DrawnEdge = { edge: FlowEdge; line: DrawnLine; words: string }

function drawnEdges(flow: Flow, boxes: ReadonlyMap<string, Box>): DrawnEdge[] {
  const between = new Map<string, FlowEdge[]>()
  for (const edge of Object.values(flow.edges)) {
    const key = `${edge.from.node} ${edge.from.port} ${edge.to.node}`
    between.set(key, [...(between.get(key) ?? []), edge])
  }
  return [...between.values()].flatMap((edges) =>
    edges.flatMap((edge, index) => {
      const [from, to] = [flow.nodes[edge.from.node], flow.nodes[edge.to.node]]
      const [start, end] = [boxes.get(edge.from.node), boxes.get(edge.to.node)]
      if (from === undefined || to === undefined || start === undefined || end === undefined) return []
      const begin = beginOf(edge, from, start)
      const words = edgeWords(edge, from)
      if (edge.from.node === edge.to.node) {
        const path = `M ${num(begin.x)} ${num(begin.y)} h 36`
        return [
          { edge, words, line: { path, middle: { x: begin.x + 48 + labelWidth(labelLines(words)) / 2, y: begin.y } } },
        ]
      }
      return [{ edge, words, line: lineBetween(begin, endOf(to, end), index - (edges.length - 1) / 2) }]
    }),
  )
}

function frameOf(boxes: readonly Box[], edges: readonly DrawnEdge[]): Box {
  const spots = [
    ...boxes.flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
    ...edges.map(({ line }) => line.middle),
  ]
  if (spots.length === 0) return { x: 0, y: 0, width: 320, height: 160 }
  const least = { x: Infinity, y: Infinity }
  const most = { x: -Infinity, y: -Infinity }
  for (const { x, y } of spots) {
    least.x = Math.min(least.x, x)
    least.y = Math.min(least.y, y)
    most.x = Math.max(most.x, x)
    most.y = Math.max(most.y, y)
  }
  const [x, y] = [least.x - MARGIN, least.y - MARGIN]
  return { x, y, width: most.x - x + MARGIN, height: most.y - y + MARGIN }
}

function markers({ edges, muted }: DrawingColours): string {
  const marker = ([name, colour]: readonly [string, string]): string =>
    `<marker id="end-${name}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path d="M 0 1 L 9 5 L 0 9 z" fill="${colour}"/></marker>`
  return `<defs>${[...Object.entries(edges), ['other', muted] as const].map(marker).join('')}</defs>`
}

function edgeParts({ edge, line }: DrawnEdge, { edges, muted, canvas }: DrawingColours): string[] {
  const known = isEdgeKind(edge.kind) ? { ...EDGE_LINES[edge.kind], colour: edges[edge.kind], name: edge.kind } : null
  const { colour, dash, hasArrow, isDouble, name } = known ?? {
    colour: muted,
    dash: '',
    hasArrow: true,
    isDouble: false,
    name: 'other',
  }
  const dashed = dash === '' ? '' : ` stroke-dasharray="${dash}" stroke-linecap="round"`
  const end = hasArrow ? ` marker-end="url(#end-${name})"` : ''
  const width = isDouble ? 4.5 : 1.6
  const drawn = `<path d="${line.path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round"${dashed}${end}/>`
  return isDouble ? [drawn, `<path d="${line.path}" fill="none" stroke="${canvas}" stroke-width="1.7"/>`] : [drawn]
}

const LABEL = { size: 11, line: 15, most: 4, width: 180 } as const

function labelLines(words: string, room = LABEL.width + 20): string[] {
  const width = Math.min(LABEL.width, room - 16) / WIDER.plain
  return wrapText(words, { width, size: LABEL.size, most: LABEL.most })
}

function labelWidth(lines: readonly string[]): number {
  return Math.max(0, ...lines.map((line) => widthOf(line, LABEL.size) * WIDER.plain)) + 16
}

function labelParts({ edge, line: { middle, room }, words }: DrawnEdge, colours: DrawingColours): string[] {
  if (words === '') return []
  const lines = labelLines(words, room)
  const [width, height] = [labelWidth(lines), lines.length * LABEL.line + 6]
  const [x, y] = [middle.x - width / 2, middle.y - height / 2]
  const stroke = isEdgeKind(edge.kind) ? colours.edges[edge.kind] : colours.muted
  const texts = lines.map((line, index) => {
    return text(line, {
      x: middle.x,
      y: y + 3 + LABEL.line * (index + 0.75),
      size: LABEL.size,
      fill: colours.text,
      anchor: 'middle',
    })
  })
  return [
    `<rect x="${num(x)}" y="${num(y)}" width="${num(width)}" height="${num(height)}" rx="10" fill="${colours.panel}" stroke="${stroke}" stroke-opacity="0.6"/>`,
    ...texts,
  ]
}

type NodeContext = { flow: Flow; id: string; colours: DrawingColours }

function nodeParts(node: FlowNode, box: Box | undefined, { flow, id, colours }: NodeContext): string[] {
  if (box === undefined) return []
  const kind = kindOf(node)
  const [colour, soft] = colours.groups[kind?.group ?? 'control']
  const frame = (radius: number, fill: string, stroke: string): string =>
    `<rect x="${num(box.x)}" y="${num(box.y)}" width="${num(box.width)}" height="${num(box.height)}" rx="${radius}" fill="${fill}" stroke="${stroke}"/>`
  if (kind?.shape === 'paper') {
    const lines = noteLines(node.data['text'], box.width)
    const texts = lines.map((line, index) =>
      text(line, {
        x: box.x + NOTE_TEXT.margin,
        y: box.y + NOTE_TEXT.margin + NOTE_TEXT.line * (index + 0.7),
        size: NOTE_TEXT.size,
        fill: colours.text,
      }),
    )
    return [frame(4, soft, colour), ...texts]
  }
  if (kind?.shape === 'pill') {
    const [name = ''] = wrapText(node.name, { width: (box.width - 40) / WIDER.bold, size: 13, most: 1 })
    const dot = `<circle cx="${num(box.x + 17)}" cy="${num(box.y + 16)}" r="6" fill="${soft}" stroke="${colour}" stroke-width="2"/>`
    return [
      frame(16, colours.panel, colours.line),
      dot,
      text(name, { x: box.x + 30, y: box.y + 20.5, size: 13, fill: colours.text, weight: 600 }),
    ]
  }
  const width = box.width - 60
  const [name = ''] = wrapText(node.name, { width: width / WIDER.bold, size: 13, most: 1 })
  const [summary = ''] = wrapText(ENGLISH.message(kind?.summary(node, { flow, nodeId: id }) ?? ''), {
    width: (box.width - 24) / WIDER.plain,
    size: 11,
    most: 1,
  })
  const square = `<rect x="${num(box.x + 10)}" y="${num(box.y + 9)}" width="28" height="28" rx="7" fill="${soft}"/>`
  const sign = text(kind?.label.charAt(0) ?? '?', {
    x: box.x + 24,
    y: box.y + 28,
    size: 14,
    fill: colour,
    weight: 700,
    anchor: 'middle',
  })
  return [
    frame(8, colours.panel, colours.line),
    square,
    sign,
    text(name, { x: box.x + 46, y: box.y + 21, size: 13, fill: colours.text, weight: 600 }),
    text(kind?.label ?? node.kind, { x: box.x + 46, y: box.y + 35, size: 11, fill: colours.muted }),
    text(summary, { x: box.x + 12, y: box.y + 54, size: 11, fill: colours.muted }),
  ]
}

type TextPlace = { x: number; y: number; size: number; fill: string; weight?: number; anchor?: 'middle' }

function text(words: string, { x, y, size, fill, weight, anchor }: TextPlace): string {
  if (words === '') return ''
  const bold = weight === undefined ? '' : ` font-weight="${weight}"`
  const middle = anchor === undefined ? '' : ` text-anchor="${anchor}"`
  return `<text x="${num(x)}" y="${num(y)}" font-size="${size}" fill="${fill}"${bold}${middle}>${escapeXml(words)}</text>`
}
