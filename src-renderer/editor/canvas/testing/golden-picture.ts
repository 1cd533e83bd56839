/** A drawing as the canvas places it, as an SVG that is compared as text: boxes, ports, lines and the middle of their words, from records alone. */
import { type Flow, type FlowNode } from '../../../../src-shared/flow/records'
import { ENGLISH } from '../../../../src-shared/languages/translate'
import { kindOf } from '../../../../src-shared/kinds/index'
import { lookOf } from '../../../kinds/edge-looks'
import { createEdgeIndex } from '../../edge-index'
import { boxAround } from '../fit'
import { createLineIndex, type LineIndex } from '../line-index'
import type { Box } from '../guides'
import { sizeOf } from '../../../../src-shared/drawing/node-size'
import { pointOf, portsOf } from '../ports'

const MARGIN = 40

/** Pictures do not depend on fonts, since every size comes from the model; they look plain, and open in any browser. */
export function goldenPicture(flow: Flow): string {
  const boxes = new Map(
    Object.entries(flow.nodes).map(([id, node]) => [id, { ...(flow.layout.nodes[id] ?? ORIGIN), ...sizeOf(node) }]),
  )
  const all = boxAround(boxes.values()) ?? { ...ORIGIN, width: 0, height: 0 }
  const view = [all.x - MARGIN, all.y - MARGIN, all.width + 2 * MARGIN, all.height + 2 * MARGIN].map(rounded).join(' ')
  const index = createLineIndex(createEdgeIndex())
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${view}" font-family="sans-serif" font-size="13" fill="none" stroke="#444">`,
    ...Object.keys(flow.edges).flatMap((id) => edgeLines(flow, id, index)),
    ...Object.entries(flow.nodes).flatMap(([id, node]) => nodeLines(node, boxes.get(id))),
    '</svg>',
  ]
  return `${lines.join('\n')}\n`
}

const ORIGIN = { x: 0, y: 0 }

function nodeLines(node: FlowNode, box: Box | undefined): string[] {
  if (box === undefined) return []
  const { x, y, width, height } = box
  const shape = kindOf(node)?.shape ?? 'card'
  const words = node.name === '' ? node.kind : node.name
  return [
    `<g class="${shape}">`,
    `  <rect x="${rounded(x)}" y="${rounded(y)}" width="${rounded(width)}" height="${rounded(height)}" rx="8" fill="${shape === 'frame' ? 'none' : '#fff'}"/>`,
    `  ${text(words, x + width / 2, y + 20)}`,
    ...portsOf(node).map((port) => {
      const at = pointOf(port, box)
      return `  <circle cx="${rounded(x + at.x)}" cy="${rounded(y + at.y)}" r="4"><title>${escaped(port.label)}</title></circle>`
    }),
    '</g>',
  ]
}

function edgeLines(flow: Flow, id: string, index: LineIndex): string[] {
  const edge = flow.edges[id]
  const line = index.line(flow, id)
  if (edge === undefined || line === null) return []
  const label = lookOf(edge).label(edge, ENGLISH)
  return [
    `<path class="${escaped(edge.kind)}" d="${line.path.replace(/-?\d+\.\d+/g, (number) => rounded(Number(number)))}"/>`,
    ...(label === null ? [] : [text(label, line.x, line.y)]),
  ]
}

function text(words: string, x: number, y: number): string {
  return `<text x="${rounded(x)}" y="${rounded(y)}" text-anchor="middle" fill="#000" stroke="none">${escaped(words)}</text>`
}

function rounded(value: number): string {
  return String(Math.round(value * 10) / 10)
}

function escaped(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
