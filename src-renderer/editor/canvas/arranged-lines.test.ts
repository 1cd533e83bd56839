/** No line of an arranged drawing runs through a node, and no words lie on one: the examples, and random flows. */
import * as fc from 'fast-check'
import ELK from 'elkjs/lib/elk.bundled.js'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { applyLayout, setSettings } from '../../../src-shared/flow/editing/edits'
import { isFrame } from '../../../src-shared/flow/editing/frames'
import { openFlow } from '../../../src-shared/flow/editing/open'
import type { Flow, Position } from '../../../src-shared/flow/records'
import { ENGLISH } from '../../../src-shared/languages/translate'
import { arbitraryFlow } from '../../../src-shared/testing/arbitrary-flow'
import { flow } from '../../../src-shared/testing/flow-builder'
import { someRuns } from '../../../src-shared/testing/some-runs'
import { lookOf } from '../../kinds/edge-looks'
import { createEdgeIndex } from '../edge-index'
import { fitFrames } from '../frames'
import { arrange } from './arrange'
import { createLineIndex } from './line-index'
import { sizeOf, type Size } from '../../../src-shared/drawing/node-size'
import { pillSizes } from './pill-size'

const FOLDER = path.join(import.meta.dirname, '../../../resources/examples')
const EXAMPLES = readdirSync(FOLDER).map((file) => file.replace('.flow.json', ''))

function example(name: string): Flow {
  const opened = openFlow(readFileSync(path.join(FOLDER, `${name}.flow.json`), 'utf8'))
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.flow
}

const elk = new ELK()

/** As `arrangeNow` leaves it. */
async function arranged(drawn: Flow, selected: ReadonlySet<string> | null = null): Promise<Flow> {
  const square = setSettings(drawn, { routing: 'square' })
  const places = await arrange(square, elk, selected)
  return fitFrames(applyLayout(square, places), places)
}

type Box = Position & Size

/** Points along a line, a few px apart, its curves as they are drawn. */
function along(line: string): Position[] {
  const points: Position[] = []
  for (const [, letter = '', rest = ''] of line.matchAll(/([MLQC])([^MLQC]*)/g)) {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = (rest.match(/-?[\d.]+(?:e-?\d+)?/g) ?? []).map(Number)
    const from = points.at(-1) ?? { x: x1, y: y1 }
    const controls = {
      M: [from],
      L: [from, { x: x1, y: y1 }],
      Q: [from, { x: x1, y: y1 }, { x: x2, y: y2 }],
      C: [from, { x: x1, y: y1 }, { x: x2, y: y2 }, { x: x3, y: y3 }],
    }[letter]
    if (controls === undefined) throw new Error(`A line with ${letter}: ${line}`)
    const long = controls.reduce((sum, { x, y }) => sum + Math.abs(x - from.x) + Math.abs(y - from.y), 0)
    const steps = Math.ceil(long / 4)
    for (let step = 0; step <= steps; step += 1) points.push(onCurve(controls, steps === 0 ? 0 : step / steps))
  }
  return points
}

/** A point of a curve with any number of control points. */
function onCurve(controls: readonly Position[], t: number): Position {
  const [first = { x: 0, y: 0 }, ...others] = controls
  if (others.length === 0) return first
  const next = others.map((to, at) => {
    const from = controls[at] ?? to
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t }
  })
  return onCurve(next, t)
}

function isWithin({ x, y }: Position, box: Box): boolean {
  const isBeside = x <= box.x + 0.5 || x >= box.x + box.width - 0.5
  return !isBeside && y > box.y + 0.5 && y < box.y + box.height - 0.5
}

function areApart(one: Box, other: Box): boolean {
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
  return isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y
}

/** What lies where it should not, frames that are drawn open aside. `among`: of lines between these nodes alone. */
function faultsOf(drawn: Flow, among: (node: string) => boolean = () => true): string[] {
  const lines = createLineIndex(createEdgeIndex())
  const boxes = Object.entries(drawn.nodes).flatMap(([id, node]) => {
    const at = drawn.layout.nodes[id]
    return at === undefined || isFrame(node) ? [] : [[id, { ...at, ...sizeOf(node) }] as const]
  })
  return Object.entries(drawn.edges).flatMap(([id, edge]) => {
    const line = lines.line(drawn, id)
    if (line === null || !among(edge.from.node) || !among(edge.to.node)) return []
    const points = along(line.path)
    const label = lookOf(edge).label(edge, ENGLISH)
    const isStub = edge.from.node === edge.to.node
    const pills = (label === null ? [] : pillSizes(label, line.room)).map(({ width, height }) => ({
      x: isStub ? line.x : line.x - width / 2,
      y: line.y - height / 2,
      width,
      height,
    }))
    return boxes.flatMap(([node, box]) => [
      ...(points.some((point) => isWithin(point, box)) ? [`${id} runs through ${node}`] : []),
      ...(pills.some((pill) => !areApart(pill, box)) ? [`the words of ${id} lie on ${node}`] : []),
    ])
  })
}

describe.each(EXAMPLES)('%s', (name) => {
  it('has nothing behind its nodes when it is arranged', async () => {
    expect(faultsOf(await arranged(example(name)))).toEqual([])
  })

  it('has nothing of a part behind its nodes when that part is arranged', async () => {
    const drawn = example(name)
    const ids = Object.keys(drawn.nodes)
    for (let skipped = 0; skipped < someRuns(3); skipped += 1) {
      const part = new Set(ids.filter((_id, at) => at % 3 !== skipped))
      expect(faultsOf(await arranged(drawn, part), (id) => part.has(id))).toEqual([])
    }
  })

  // Part of a drawing keeps the curves that the rest of it has.
  it('has nothing of a part with curves behind its nodes when that part is arranged', async () => {
    const drawn = example(name)
    const part = new Set(Object.keys(drawn.nodes).filter((_id, at) => at % 3 !== 0))
    const curved = setSettings(await arranged(drawn, part), { routing: 'curved' })
    expect(faultsOf(curved, (id) => part.has(id))).toEqual([])
  })
})

const words = fc.constantFrom('', 'It is about money.', 'The customer wants it in writing, as a mail or as a letter.')

/** Agents that hand off to anybody, back and to themselves too, with tools that several share, and notes anywhere. */
function tangle(agents: number): fc.Arbitrary<Flow> {
  const agent = fc.integer({ min: 1, max: agents }).map((at) => `a${at}`)
  return fc
    .record({
      handoffs: fc.array(fc.tuple(agent, agent, words), { minLength: agents, maxLength: 2 * agents }),
      tools: fc.array(fc.tuple(agent, fc.integer({ min: 1, max: agents })), { maxLength: 2 * agents }),
      notes: fc.array(fc.record({ x: fc.integer({ max: 1600, min: -200 }), y: fc.integer({ max: 900, min: -200 }) })),
    })
    .map(({ handoffs, tools, notes }) => {
      const drawn = flow('Tangle').start('a1')
      for (let at = 1; at <= agents; at += 1) drawn.agent(`a${at}`)
      for (const tool of new Set(tools.map(([, at]) => at))) drawn.builtinTool(`t${tool}`, { tool: 'clock' })
      for (const [from, to, condition] of handoffs) drawn.handoff(from, to, { condition })
      for (const [from, tool] of tools) drawn.use(from, `t${tool}`)
      notes.forEach((_at, nth) => drawn.note(`n${nth}`, { text: 'What this part of the drawing is for.' }))
      return applyLayout(drawn.build(), Object.fromEntries(notes.map((at, nth) => [`n${nth}`, at])))
    })
}

/** Locked nodes stay where they are, on each other too; what is arranged keeps clear of them, but no line between two of them can. */
function unlocked(drawn: Flow): Flow {
  const nodes: Flow['nodes'] = {}
  for (const [id, node] of Object.entries(drawn.nodes)) nodes[id] = { ...node, data: { ...node.data, locked: false } }
  return { ...drawn, nodes }
}

/** Without edges that end at their own node, whose words reach further than their node is high. */
function withLocked(drawn: Flow): Flow {
  const locked = drawn.nodes['a2']
  if (locked === undefined) throw new Error('There is no a2.')
  const edges = Object.fromEntries(Object.entries(drawn.edges).filter(([, { from, to }]) => from.node !== to.node))
  return { ...drawn, edges, nodes: { ...drawn.nodes, a2: { ...locked, data: { ...locked.data, locked: true } } } }
}

const SEED = Number(process.env['BATON_SEED'] ?? 29)

it.each([
  ['of any kind', arbitraryFlow().map(unlocked), 48],
  ['with a locked node', tangle(4).map(withLocked), 16],
  ['of few agents', tangle(4), 24],
  ['of many agents', tangle(12), 8],
] as const)('random flows %s have nothing behind their nodes when they are arranged', async (_of, flows, runs) => {
  const property = fc.asyncProperty(flows, async (drawn) => {
    const square = await arranged(drawn)
    expect([...faultsOf(square), ...faultsOf(setSettings(square, { routing: 'curved' }))]).toEqual([])
  })
  await fc.assert(property, { numRuns: someRuns(runs), seed: SEED })
})
