/**
 * The lines of a drawing that go round, with their words: these keep clear of those of other lines, too, where there is room. Words are placed in
 * the order of the edges, each clear of those before it; where nothing changed that they keep clear of, they stay.
 */
import type { Position } from '../../../src-shared/flow/records'
import { isNear } from '../placing'
import { createBoxGrid } from './box-grid'
import { pillsOn, wordsOn, type Box, type KnownWay } from './detour'
import { WIDEST_LABEL, type EdgeEnds, type Line } from './edge-line'
import { boxAround } from './fit'

/** `ends`: it holds while the edge ends there. */
export type Detour = { ends: EdgeEnds; line: Line }

/** `ways`: in the order of the edges; `anew`: those that are others than before, null: any may be, and their order too. */
type LinesUpdate = { ways: ReadonlyMap<string, KnownWay>; anew: ReadonlySet<string> | null }

export type DetourWords = {
  /** Takes over the lines of a drawing. */
  update: (lines: LinesUpdate) => void
  detour: (edge: string) => Detour | undefined
}

/** `rank`: its place in the order of the edges; `pills`: its words, at each distance; `area`: what words on it may lie on. */
type PlacedLine = {
  readonly way: KnownWay
  rank: number
  pills: readonly Pill[]
  isPlaced: boolean
  area?: Box
  detour: Detour | undefined
}
type Pill = { readonly box: Box; readonly of: PlacedLine }

/** Words reach so far from their line, at most. */
const PILL = { width: WIDEST_LABEL / 2, height: 40 }

export function createDetourWords(): DetourWords {
  return new PlacedWords()
}

class PlacedWords implements DetourWords {
  private readonly grid = createBoxGrid<Pill>()
  private readonly lines = new Map<string, PlacedLine>()

  update({ ways, anew }: LinesUpdate): void {
    const covered = anew === null ? this.takeOverAll(ways) : this.takeOverSome(ways, anew)
    for (const id of ways.keys()) {
      const line = this.lines.get(id)
      const points = line?.way.way.points ?? null
      if (line === undefined || points === null) continue
      const area = line.area ?? areaOf(points)
      line.area = area
      if (!line.isPlaced || covered.some((box) => isNear(box, area, 0))) covered.push(...this.place(line, points, area))
    }
  }

  detour(edge: string): Detour | undefined {
    return this.lines.get(edge)?.detour
  }

  /** All lines, where any may be gone, come, changed or in another order. Returns what was or is covered by words that are not to be placed. */
  private takeOverAll(ways: LinesUpdate['ways']): Box[] {
    const covered: Box[] = []
    const order = [...ways.keys()].flatMap((id) => this.lines.get(id)?.rank ?? [])
    const isShuffled = order.some((rank, at) => rank < (order[at - 1] ?? 0))
    for (const [id, line] of this.lines) {
      if (isShuffled) line.isPlaced = false
      if (ways.has(id)) continue
      covered.push(...this.cover(line, []))
      this.lines.delete(id)
    }
    let rank = 0
    for (const [id, way] of ways) {
      covered.push(...this.takeOver(id, way, rank))
      rank += 1
    }
    return covered
  }

  private takeOverSome(ways: LinesUpdate['ways'], anew: ReadonlySet<string>): Box[] {
    return [...anew].flatMap((id) => {
      const way = ways.get(id)
      return way === undefined ? [] : this.takeOver(id, way, this.lines.get(id)?.rank ?? 0)
    })
  }

  private takeOver(id: string, way: KnownWay, rank: number): Box[] {
    const known = this.lines.get(id)
    if (known?.way === way) {
      known.rank = rank
      return []
    }
    const covered = known === undefined ? [] : this.cover(known, [])
    const line: PlacedLine = { way, rank, pills: [], isPlaced: false, detour: known?.detour }
    this.lines.set(id, line)
    if (way.way.points !== null) return covered
    line.detour = undefined
    return [...covered, ...this.cover(line, pillsOfLine(way, way.way.line))]
  }

  private place(line: PlacedLine, points: readonly Position[], area: Box): Box[] {
    const { way, label, around, ends } = line.way
    const others = this.grid.near(area).filter(({ of }) => of.way.way.points === null || of.rank < line.rank)
    const boxes = [...around.own, ...around.others]
    const clear = [...boxes, ...others.map(({ box }) => box)]
    const words = label === null ? null : (wordsOn(points, label, clear) ?? wordsOn(points, label, boxes))
    const drawn = words === null ? way.line : { path: way.line.path, ...words }
    const before = line.detour
    if (before === undefined || !isSameLine(before.line, drawn) || !areSameEnds(before.ends, ends))
      line.detour = { ends, line: drawn }
    line.isPlaced = true
    return this.cover(line, pillsOfLine(line.way, drawn))
  }

  /** Gives a line its words. Returns what is covered now and was not, and what was. */
  private cover(line: PlacedLine, boxes: readonly Box[]): Box[] {
    const before = line.pills
    if (before.length === boxes.length && before.every(({ box }, at) => isSameBox(box, boxes[at]))) return []
    for (const pill of before) this.grid.remove(pill)
    line.pills = boxes.map((box) => ({ box, of: line }))
    for (const pill of line.pills) this.grid.add(pill)
    return [...before.map(({ box }) => box), ...boxes]
  }
}

function pillsOfLine({ label, ends }: KnownWay, line: Line): Box[] {
  return label === null ? [] : pillsOn(line, label, ends.source === ends.target)
}

/** What words on a line may lie on. */
function areaOf(points: readonly Position[]): Box {
  const { x, y, width, height } = boxAround(points.map((point) => ({ ...point, width: 0, height: 0 }))) ?? NOWHERE
  return {
    x: x - PILL.width,
    y: y - PILL.height,
    width: width + 2 * PILL.width,
    height: height + 2 * PILL.height,
  }
}

const NOWHERE = { x: 0, y: 0, width: 0, height: 0 }

function isSameBox(one: Box, other: Box | undefined): boolean {
  if (other === undefined) return false
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height
}

function isSameLine(one: Line, other: Line): boolean {
  return one.path === other.path && one.x === other.x && one.y === other.y && one.room === other.room
}

/** Whether an edge ends where it did. */
export function areSameEnds(some: EdgeEnds, others: EdgeEnds): boolean {
  const near = (one: number, other: number): boolean => Math.abs(one - other) < 1
  return (
    some.source === others.source &&
    some.target === others.target &&
    near(some.sourceX, others.sourceX) &&
    near(some.sourceY, others.sourceY) &&
    near(some.targetX, others.targetX) &&
    near(some.targetY, others.targetY)
  )
}
