/** How large each node is drawn, from its record alone: so layout, edges and culling need no measuring of the page. */
import { kindOf } from '../kinds/index'
import type { FlowNode, Json } from '../flow/records'
import { isCollapsed } from '../flow/editing/frames'
import { FRAME_SIZE } from '../kinds/frame'
import { NOTE_SIZE, NOTE_WIDTH } from '../kinds/note'
import { paperHeight } from './paper-height'
import { textWidth } from './text-width'

export type Size = { width: number; height: number }
export const GRID = 8
const CARD: Size = { width: 220, height: 64 }
const PILL_HEIGHT = 32
const PORT_LINE = 24

/** Heights are multiples of the grid, so that aligned nodes have aligned ports. */
export function sizeOf(node: FlowNode): Size {
  const shape = kindOf(node)?.shape ?? 'card'
  if (shape === 'pill') return { width: pillWidth(node.name), height: PILL_HEIGHT }
  if (shape === 'paper') return paperSize(node)
  if (shape === 'frame') return frameSize(node)
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

/** As it was drawn; collapsed, as a card. */
function frameSize(node: FlowNode): Size {
  if (isCollapsed(node)) return CARD
  const { minWidth, maxWidth, minHeight, maxHeight } = FRAME_SIZE
  return {
    width: Math.min(Math.max(numberOf(node.data['width'], 480), minWidth), maxWidth),
    height: Math.min(Math.max(numberOf(node.data['height'], 320), minHeight), maxHeight),
  }
}

/** As wide as it was drawn, and as high, or as its words need. */
function paperSize({ data }: FlowNode): Size {
  const width = Math.min(Math.max(numberOf(data['width'], NOTE_WIDTH), NOTE_SIZE.minWidth), NOTE_SIZE.maxWidth)
  const least = Math.min(numberOf(data['height'], 0), NOTE_SIZE.maxHeight)
  const text = typeof data['text'] === 'string' ? data['text'] : ''
  return { width, height: toGrid(Math.max(least, paperHeight(text, width))) }
}

function numberOf(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : otherwise
}

function toGrid(value: number): number {
  return Math.ceil(value / GRID) * GRID
}
