/** How large each node is drawn, from its record alone: so layout, edges and culling need no measuring of the page. */
import { kindOf } from '../../../src-shared/kinds/index'
import type { FlowNode } from '../../../src-shared/flow/records'

export type Size = { width: number; height: number }
export const GRID = 8
const CARD: Size = { width: 220, height: 64 }
const PAPER_WIDTH = 220
const PILL_HEIGHT = 32
const PORT_LINE = 24

/** Heights are multiples of the grid, so that aligned nodes have aligned ports. */
export function sizeOf(node: FlowNode): Size {
  const shape = kindOf(node)?.shape ?? 'card'
  if (shape === 'pill') return { width: pillWidth(node.name), height: PILL_HEIGHT }
  if (shape === 'paper') return { width: PAPER_WIDTH, height: paperHeight(node) }
  return { ...CARD, height: Math.max(CARD.height, namedHeight(node)) }
}

/** Ports whose names are shown need a line each. */
function namedHeight(node: FlowNode): number {
  const named = (kindOf(node)?.ports(node.data) ?? []).filter(({ isNamed }) => isNamed === true)
  return PORT_LINE * (named.length + 1)
}

function pillWidth(name: string): number {
  const width = 46 + textWidth(name)
  return toGrid(Math.min(Math.max(width, 80), CARD.width))
}

function paperHeight(node: FlowNode): number {
  const text = node.data['text']
  const lines = typeof text === 'string' ? countLines(text, PAPER_WIDTH - 26) : 1
  return toGrid(Math.min(24 + 18 * Math.max(lines, 2), 400))
}

function countLines(text: string, width: number): number {
  return text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil((textWidth(line) * 1.04) / width)), 0)
}

/** About how wide a text is in 13 px Inter, rather more than less. */
function textWidth(text: string): number {
  let width = 0
  for (const character of text) {
    if (/[iljtfr.,:;'|!()[\] ]/.test(character)) width += 4.4
    else if (/[mwMW@%]/.test(character)) width += 11.6
    else if (/[A-Z0-9_]/.test(character)) width += 8.7
    else if (character.charCodeAt(0) > 0x2e80) width += 13.5
    else width += 7.7
  }
  return width
}

function toGrid(value: number): number {
  return Math.ceil(value / GRID) * GRID
}
