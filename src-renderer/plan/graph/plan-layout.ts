/** Where the cards of a plan stand and how the lines between them run: a column for each level, planner first, solver last. */

/** What a layout needs to know of a step; `level` counts from 1. */
export type LayoutStep = { id: string; deps: readonly string[]; level: number }

export const PLANNER = 'planner'
export const SOLVER = 'solver'
export const CARD = { width: 196, height: 58 } as const
export const END_CARD = { width: 132, height: 58 } as const
const GAP = { x: 40, y: 8 } as const
const MARGIN = { x: 16, top: 28, bottom: 12 } as const
/** Room for a line that goes past a column. */
const LANE = 12

export type StepPosition = { x: number; y: number }
export type PlanLine = { key: string; from: string; to: string; path: string }
export type PlanLayout = {
  width: number
  height: number
  /** Upper left corners, by step id, with planner and solver. */
  places: ReadonlyMap<string, StepPosition>
  lines: readonly PlanLine[]
  /** Where the columns of the levels begin. */
  levels: readonly { level: number; x: number }[]
}

/** A card, or the place where a long line goes past the cards of a column. */
type Slot = { key: string; column: number; height: number; width: number; order: number; before: string[] }
type Hop = { key: string; from: string; to: string; slots: string[] }

/** Lays a plan out; the same for the same steps. */
export function layoutPlan(steps: readonly LayoutStep[]): PlanLayout {
  const last = steps.reduce((most, { level }) => Math.max(most, level), 0) + 1
  const { slots, hops } = slotsOf(steps, last)
  const columns = Array.from({ length: last + 1 }, (_none, column) => orderColumn(slots, column))
  const lefts = leftsOf(last)
  const heights = columns.map(heightOf)
  const inner = Math.max(...heights)
  const places = new Map<string, StepPosition>()
  for (const [column, list] of columns.entries()) {
    let y = MARGIN.top + (inner - (heights[column] ?? 0)) / 2
    for (const slot of list) {
      places.set(slot.key, { x: lefts[column] ?? 0, y })
      y += slot.height + GAP.y
    }
  }
  const lines = hops.map(({ key, from, to, slots: way }) => {
    const stops = way.map((stop) => stopOf(slots.get(stop), places.get(stop)))
    return { key, from, to, path: pathOf(stops) }
  })
  return {
    width: (lefts[last] ?? 0) + END_CARD.width + MARGIN.x,
    height: inner + MARGIN.top + MARGIN.bottom,
    places,
    lines,
    levels: lefts.slice(1, last).map((x, index) => ({ level: index + 1, x })),
  }
}

function leftsOf(last: number): number[] {
  const lefts: number[] = [MARGIN.x]
  for (let column = 1; column <= last; column += 1) {
    const width = column === 1 ? END_CARD.width : CARD.width
    lefts.push((lefts[column - 1] ?? 0) + width + GAP.x)
  }
  return lefts
}

function slotsOf(steps: readonly LayoutStep[], last: number): { slots: Map<string, Slot>; hops: Hop[] } {
  const slots = new Map<string, Slot>()
  const add = (key: string, column: number, size: { width: number; height: number }): void => {
    slots.set(key, { key, column, ...size, order: slots.size, before: [] })
  }
  add(PLANNER, 0, END_CARD)
  for (const { id, level } of steps) add(id, level, CARD)
  add(SOLVER, last, END_CARD)
  const hops = needsOf(steps).map(([from, to]): Hop => {
    const key = `${from} ${to}`
    const way = [from]
    const start = slots.get(from)?.column ?? 0
    const end = slots.get(to)?.column ?? last
    for (let column = start + 1; column < end; column += 1) {
      const pass = `${key} ${column}`
      add(pass, column, { width: CARD.width, height: LANE })
      way.push(pass)
    }
    way.push(to)
    for (const [index, stop] of way.entries()) {
      const before = way[index - 1]
      if (before !== undefined) slots.get(stop)?.before.push(before)
    }
    return { key, from, to, slots: way }
  })
  return { slots, hops }
}

/** Who gives to whom: the planner to steps that need nothing, steps that nobody needs to the solver. */
function needsOf(steps: readonly LayoutStep[]): [string, string][] {
  const levels = new Map(steps.map(({ id, level }) => [id, level]))
  const isNeeded = new Set<string>()
  const needs = steps.flatMap(({ id, deps, level }): [string, string][] => {
    const known = deps.filter((dep) => (levels.get(dep) ?? level) < level)
    for (const dep of known) isNeeded.add(dep)
    return known.length === 0 ? [[PLANNER, id]] : known.map((dep) => [dep, id])
  })
  const ends = steps.flatMap(({ id }): [string, string][] => (isNeeded.has(id) ? [] : [[id, SOLVER]]))
  return [...needs, ...(steps.length === 0 ? [[PLANNER, SOLVER] satisfies [string, string]] : ends)]
}

/** The slots of a column, each near what it needs; sets their order for the next column. */
function orderColumn(slots: ReadonlyMap<string, Slot>, column: number): Slot[] {
  const list = [...slots.values()].filter((slot) => slot.column === column)
  const pull = (slot: Slot): number => {
    const orders = slot.before.map((key) => slots.get(key)?.order ?? 0)
    return orders.length === 0 ? slot.order : orders.reduce((sum, order) => sum + order, 0) / orders.length
  }
  const pulls = new Map(list.map((slot) => [slot.key, pull(slot)]))
  list.sort((one, other) => (pulls.get(one.key) ?? 0) - (pulls.get(other.key) ?? 0) || one.order - other.order)
  for (const [index, slot] of list.entries()) slot.order = index
  return list
}

function heightOf(list: readonly Slot[]): number {
  return list.reduce((sum, { height }) => sum + height, 0) + GAP.y * Math.max(0, list.length - 1)
}

type Stop = { left: number; right: number; middle: number }

function stopOf(slot: Slot | undefined, place: StepPosition | undefined): Stop {
  const { x, y } = place ?? { x: 0, y: 0 }
  const { width, height } = slot ?? CARD
  return { left: x, right: x + width, middle: y + height / 2 }
}

/** From the right side of the first stop to the left side of the last one, straight through those between. */
function pathOf(stops: readonly Stop[]): string {
  const parts: string[] = []
  for (const [index, stop] of stops.entries()) {
    const next = stops[index + 1]
    if (next === undefined) break
    if (index === 0) parts.push(`M${stop.right} ${stop.middle}`)
    else parts.push(`H${stop.right}`)
    const half = (stop.right + next.left) / 2
    parts.push(`C${half} ${stop.middle} ${half} ${next.middle} ${next.left} ${next.middle}`)
  }
  return parts.join(' ')
}
