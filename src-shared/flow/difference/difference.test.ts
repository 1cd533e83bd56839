import { expect, test } from 'vitest'
import { flow } from '../../testing/flow-builder'
import {
  moveNodes,
  reconnect,
  removeElements,
  setEdgeData,
  setNodeData,
  setNodeName,
  setSettings,
} from '../editing/edits'
import type { Flow } from '../records'
import { ENGLISH } from '../../languages/translate'
import { conflictWords } from './conflict-words'
import { differenceOf, isNoChange, isOnlyLayout } from './difference'
import { differenceLines } from './difference-words'
import { flowText } from './flow-text'
import { lineChanges } from './line-changes'
import { mergeFlows } from './merge'

const desk = (): Flow =>
  flow('Desk')
    .start('triage')
    .agent('triage', { name: 'Triage', prompt: 'You sort.\nBe kind.' })
    .agent('refunds', { name: 'Refunds', model: { connection: 'default', temperature: 0.2 } })
    .agent('tech', { name: 'Tech' })
    .handoff('triage', 'refunds', { condition: 'wants money' })
    .handoff('triage', 'tech')
    .handoff('refunds', 'tech')
    .variable('tries', { type: 'number', default: 0 })
    .build()

const chain = (start: Flow, ...edits: ((flow: Flow) => Flow)[]): Flow => edits.reduce((now, edit) => edit(now), start)
const texts = (before: Flow, after: Flow): string[] =>
  differenceLines(differenceOf(before, after), { before, after }, { t: ENGLISH }).map(({ text }) => text)

test('every change is said in words, moves only where they are asked for', () => {
  const before = desk()
  const after = chain(
    before,
    (now) => setNodeData(now, 'triage', { prompt: 'You sort.\nBe brief.' }),
    (now) => setNodeName(now, 'refunds', 'Money back'),
    (now) => setNodeData(now, 'refunds', { model: { connection: 'default', temperature: 0.7 } }),
    (now) => removeElements(now, { nodes: [], edges: ['e4'] }),
    (now) => setEdgeData(now, 'e2', { condition: '', returns: 'when-done' }),
    (now) => reconnect(now, 'e3', { to: { node: 'refunds', port: 'in' } }),
    (now) =>
      setSettings(now, {
        limits: { hops: 30 },
        variables: { tries: { type: 'number', default: 1 }, vip: { type: 'boolean' } },
      }),
    (now) => moveNodes(now, { tech: { x: 8, y: 16 } }),
  )
  expect(texts(before, after)).toEqual([
    'Settings: “Limits, hand-offs” changed from nothing to 30',
    'Variable {tries}: “Value at the start” changed from 0 to 1',
    'Variable {vip} was added',
    'Triage: the instruction changed',
    'Refunds was renamed to Money back; “Model, temperature” changed from 0.2 to 0.7',
    'Hand-off from Triage to Money back: “Condition” changed from “wants money” to nothing and “Hands back” changed from nothing to “when-done”',
    'Hand-off from Triage to Tech became hand-off from Triage to Money back',
    'Hand-off from Refunds to Tech was removed',
  ])
  const difference = differenceOf(before, after)
  expect(difference.moved).toEqual([{ id: 'tech', before: before.layout.nodes['tech'], after: { x: 8, y: 16 } }])
  expect(difference.nodes[0]).toMatchObject({
    change: 'changed',
    id: 'triage',
    fields: [{ path: ['data', 'prompt'], before: 'You sort.\nBe kind.', after: 'You sort.\nBe brief.' }],
  })
})

test('a move alone is told apart from no difference, and text of a flow does not know it', () => {
  const before = desk()
  const moved = moveNodes(before, { tech: { x: 8, y: 16 } })
  const difference = differenceOf(before, moved)
  expect([isOnlyLayout(difference), isNoChange(difference), isNoChange(differenceOf(before, before))]).toEqual([
    true,
    false,
    true,
  ])
  expect(
    differenceLines(difference, { before, after: moved }, { moves: true, t: ENGLISH }).map(({ text }) => text),
  ).toEqual([`Tech was moved: ${before.layout.nodes['tech']?.x}, ${before.layout.nodes['tech']?.y} → 8, 16`])
  expect(flowText(moved)).toBe(flowText(before))
  expect(flowText(before)).toContain('agent Triage (triage)\n  prompt:\n    | You sort.\n    | Be kind.\n')
})

test('each sort of conflict keeps ours and is said by node and field', () => {
  const base = desk()
  const sides = {
    base,
    ours: chain(
      base,
      (now) => setNodeData(now, 'triage', { prompt: 'Mine' }),
      (now) => setSettings(now, { language: 'ru' }),
      (now) => removeElements(now, { nodes: ['tech'], edges: [] }),
      (now) => setNodeData(now, 'refunds', { prompt: 'Kept' }),
    ),
    theirs: chain(
      base,
      (now) => setNodeData(now, 'triage', { prompt: 'Theirs', description: 'Sorts' }),
      (now) => setSettings(now, { language: 'zh', speaksFirst: 'flow' }),
      (now) => setEdgeData(now, 'e3', { condition: 'is broken' }),
      (now) => removeElements(now, { nodes: ['refunds'], edges: [] }),
    ),
  }
  const { flow: merged, conflicts } = mergeFlows(sides)
  expect(conflicts.map((conflict) => conflictWords(conflict, sides))).toEqual([
    'Settings: “Language of the prompts” is “ru” in ours and “zh” in theirs. Ours is kept.',
    'Triage: “Instruction” is “Mine” in ours and “Theirs” in theirs. Ours is kept.',
    'Refunds was changed in ours and removed in theirs. Ours is kept.',
    'Hand-off from Triage to Tech was removed in ours and changed in theirs. It stays removed.',
  ])
  expect(merged.settings).toMatchObject({ language: 'ru', speaksFirst: 'flow' })
  expect(merged.nodes['triage']?.data).toEqual({ prompt: 'Mine', description: 'Sorts' })
  expect([Object.keys(merged.nodes), Object.keys(merged.edges)]).toEqual([
    ['start', 'triage', 'refunds'],
    ['e1', 'e2'],
  ])
})

test('an edge that one side draws to a node that the other removes is no silent loss', () => {
  const base = desk()
  const drawn = reconnect(base, 'e4', { to: { node: 'triage', port: 'in' } })
  const gone = removeElements(base, { nodes: ['triage'], edges: [] })
  const kept = { base, ours: drawn, theirs: gone }
  const lost = { base, ours: gone, theirs: drawn }
  const [first, second] = [mergeFlows(kept), mergeFlows(lost)]
  expect(first.conflicts.map((conflict) => conflictWords(conflict, kept))).toEqual([
    'Triage: theirs removed it, but ours has an edge at it. It is kept.',
  ])
  expect(first.flow.edges).toEqual(drawn.edges)
  expect(second.conflicts.map((conflict) => conflictWords(conflict, lost))).toEqual([
    'Hand-off from Refunds to Triage: theirs has it, but ours removed a node that it joins. It is left out.',
  ])
  expect(Object.keys(second.flow.nodes)).toEqual(Object.keys(gone.nodes))
})

test('a model is taken from one side: no name of one with the connection of another', () => {
  const base = desk()
  const model = (fields: { [field: string]: string | number }) => (now: Flow) =>
    setNodeData(now, 'refunds', { model: { connection: 'default', temperature: 0.2, ...fields } })
  const [mine, others, cooler] = [
    model({ connection: 'local' })(base),
    model({ model: 'gpt' })(base),
    model({ temperature: 0 })(base),
  ]
  expect(mergeFlows({ base, ours: mine, theirs: others }).conflicts.map(({ path }) => path)).toEqual([
    ['nodes', 'refunds', 'data', 'model'],
  ])
  const both = mergeFlows({ base, ours: mine, theirs: cooler })
  expect([both.conflicts, both.flow.nodes['refunds']?.data['model']]).toEqual([
    [],
    { connection: 'local', temperature: 0 },
  ])
})

test('texts are compared by their lines', () => {
  const lines = lineChanges('one\ntwo\nthree\nfour', 'zero\none\nthree\n4\n')
  expect(lines.map(({ of, text }) => `${of} ${text}`)).toEqual([
    'after zero',
    'both one',
    'before two',
    'both three',
    'before four',
    'after 4',
  ])
  expect([lineChanges('', ''), lineChanges('', 'a')]).toEqual([[], [{ of: 'after', text: 'a' }]])
})
