/** Where the automatic layout puts the examples: golden places, and what people trust it for. */
import { ENGLISH } from '../../../src-shared/languages/translate'
import ELK from 'elkjs/lib/elk.bundled.js'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { addEdge, addNode, applyLayout, setSettings } from '../../../src-shared/flow/editing/edits'
import { openFlow } from '../../../src-shared/flow/editing/open'
import type { Flow, FlowEdge } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds/index'
import { someRuns } from '../../../src-shared/testing/some-runs'
import { flow } from '../../../src-shared/testing/flow-builder'
import { lookOf } from '../../kinds/edge-looks'
import { createEdgeIndex } from '../edge-index'
import { boundsOf } from '../placing'
import { arrange } from './arrange'
import { createLineIndex, type LineIndex } from './line-index'
import { sizeOf } from '../../../src-shared/drawing/node-size'
import { pillSizes } from './pill-size'
import { goldenPicture } from './testing/golden-picture'

const FOLDER = path.join(import.meta.dirname, '../../../resources/examples')

async function arranged(drawn: Flow): Promise<Flow> {
  return applyLayout(drawn, await arrange(drawn, new ELK()))
}

function example(name: string): Flow {
  const opened = openFlow(readFileSync(path.join(FOLDER, `${name}.flow.json`), 'utf8'))
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.flow
}

const EXAMPLES = readdirSync(FOLDER).map((file) => file.replace('.flow.json', ''))

type Box = { x: number; y: number; width: number; height: number }

function boxesOf(drawn: Flow, { withNotes = false } = {}): Map<string, Box> {
  const boxes = new Map<string, Box>()
  for (const [id, node] of Object.entries(drawn.nodes)) {
    const at = drawn.layout.nodes[id]
    if (at !== undefined && (withNotes || kindOf(node)?.shape !== 'paper')) boxes.set(id, { ...at, ...sizeOf(node) })
  }
  return boxes
}

function areApart(one: Box, other: Box): boolean {
  const isBeside = one.x + one.width <= other.x || other.x + other.width <= one.x
  return isBeside || one.y + one.height <= other.y || other.y + other.height <= one.y
}

/** The boxes of the pill on an edge as it is drawn after arranging, one for each distance; none where it has none. */
function pillsOf(drawn: Flow, [id, edge]: [string, FlowEdge], index: LineIndex): Box[] {
  const label = lookOf(edge).label(edge, ENGLISH)
  const line = index.line(drawn, id)
  if (label === null || line === null || edge.from.node === edge.to.node) return []
  return pillSizes(label, line.room).map(({ width, height }) => ({
    x: line.x - width / 2,
    y: line.y - height / 2,
    width,
    height,
  }))
}

describe.each(EXAMPLES)('%s, arranged', (name) => {
  it('is its golden picture', async () => {
    const drawn = setSettings(await arranged(example(name)), { routing: 'square' })
    await expect(goldenPicture(drawn)).toMatchFileSnapshot(`testing/golden/${name}.svg`)
  })

  it('begins with its start, and nothing lies on anything', async () => {
    const drawn = setSettings(await arranged(example(name)), { routing: 'square' })
    const boxes = boxesOf(drawn)
    const start = Object.entries(drawn.nodes).find(([, node]) => kindOf(node)?.group === 'entry')
    const left = Math.min(...[...boxes.values()].map(({ x }) => x))
    if (start !== undefined) expect(boxes.get(start[0])?.x).toBe(left)
    const all = [...boxes]
    const allOfIt = [...boxesOf(drawn, { withNotes: true })]
    const faults = allOfIt.flatMap(([one, box], at) =>
      allOfIt.slice(at + 1).flatMap(([other, otherBox]) => (areApart(box, otherBox) ? [] : [`${one} on ${other}`])),
    )
    const index = createLineIndex(createEdgeIndex())
    const pills = Object.entries(drawn.edges).map(
      (entry) => [`the words of ${entry[0]}`, pillsOf(drawn, entry, index)] as const,
    )
    pills.forEach(([id, sizes], at) => {
      sizes.forEach((pill, distance) => {
        const others = pills.slice(at + 1).flatMap(([other, boxes]) => {
          const box = boxes[distance]
          return box === undefined ? [] : [[other, box] as const]
        })
        for (const [other, box] of [...others, ...all])
          if (!areApart(pill, box)) faults.push(`${id} on ${other} at distance ${distance}`)
      })
    })
    expect(faults).toEqual([])
  })
})

describe('arranging', () => {
  it('keeps everything in its order when one node is added', async () => {
    const before = await arranged(example('support-desk'))
    const added = addEdge(addNode(before, { id: 'sales', kind: 'agent', position: { x: 0, y: 900 } }), {
      id: 'to-sales',
      from: { node: 'triage', port: 'handoffs' },
      to: { node: 'sales', port: 'in' },
    })
    const after = await arranged(added)
    const order = (drawn: Flow, axis: 'x' | 'y'): string[] =>
      Object.keys(before.layout.nodes).sort(
        (one, other) => (drawn.layout.nodes[one]?.[axis] ?? 0) - (drawn.layout.nodes[other]?.[axis] ?? 0),
      )
    expect(order(after, 'x')).toEqual(order(before, 'x'))
    const again = await arranged(after)
    expect(again.layout).toEqual(after.layout)
  })

  it('moves what is selected alone, no further than off what it would lie on', async () => {
    const drawn = example('support-desk')
    const ids = Object.keys(drawn.nodes).slice(1, 4)
    const places = await arrange(drawn, new ELK(), new Set(ids))
    expect(Object.keys(places).sort()).toEqual([...ids].sort())
    const [before, after] = [boundsOf(drawn, ids), boundsOf(applyLayout(drawn, places), ids)]
    expect(Math.abs((after?.x ?? 0) - (before?.x ?? 0))).toBeLessThanOrEqual(16)
    const boxes = boxesOf(applyLayout(drawn, places), { withNotes: true })
    const faults = ids.flatMap((id) =>
      [...boxes].filter(([other, box]) => other !== id && !areApart(box, boxes.get(id) ?? box)).map(([other]) => other),
    )
    expect(faults).toEqual([])
  })

  it('cuts a wide fan into layers instead of one column', async () => {
    const drawn = flow('Fan').start('host').supervisor('host')
    for (let at = 0; at < someRuns(240); at += 1) drawn.dialog(`d${at}`).delegate('host', `d${at}`)
    const wide = await arranged(drawn.build())
    const box = boundsOf(wide, Object.keys(wide.nodes))
    expect((box?.width ?? 0) / (box?.height ?? 1)).toBeGreaterThan(0.8)
  })
})
