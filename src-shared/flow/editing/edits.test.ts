import { inEnglish } from '../../testing/in-english'
import { describe, expect, test } from 'vitest'
import { flow } from '../../testing/flow-builder'
import { canConnect } from './connect'
import { edgeFieldIssue, nodeFieldIssue, settingsIssue } from './data'
import {
  addEdge,
  addNode,
  applyLayout,
  moveNodes,
  reconnect,
  removeElements,
  renameFlow,
  reorderEdges,
  setEdgeData,
  setNodeData,
  setNodeName,
  setSettings,
} from './edits'
import { edgesFrom } from '../graph'
import { uniqueName } from '../names'
import { ENGLISH } from '../../languages/translate'

const drawn = flow('Desk')
  .start('lead')
  .supervisor('lead')
  .dialog('order')
  .dialog('profile')
  .observer('done')
  .builtinTool('clock')
  .agent('triage')
  .agent('refunds')
  .note('paper')
  .node('from-the-future', 'x')
  .delegate('lead', 'order')
  .delegate('lead', 'profile')
  .use('lead', 'clock')
  .handoff('triage', 'refunds')
  .build()
const input = (node: string) => ({ node, port: 'in' })
const port = (node: string, id: string) => ({ node, port: id })

describe('nodes', () => {
  test('a new node gets the free name of its kind, whole px and sparse data', () => {
    const once = addNode(drawn, {
      id: 'n1',
      kind: 'agent',
      position: { x: -0.4, y: 10.6 },
      data: { prompt: 'Hi', maxToolRounds: 8 },
    })
    const twice = addNode(once, { id: 'n2', kind: 'agent', position: { x: Infinity, y: 1e9 }, name: 'AGENT' })
    expect([twice.nodes['n1'], twice.nodes['n2'], twice.layout.nodes['n1'], twice.layout.nodes['n2']]).toEqual([
      { kind: 'agent', name: 'Agent', data: { prompt: 'Hi' } },
      { kind: 'agent', name: 'AGENT 2', data: {} },
      { x: 0, y: 11 },
      { x: 0, y: 10_000_000 },
    ])
    expect(twice.nodes['lead']).toBe(drawn.nodes['lead'])
    expect(twice.edges).toBe(drawn.edges)
  })

  test.each([
    { id: 'lead', kind: 'agent' },
    { id: 'a b', kind: 'agent' },
    { id: 'n', kind: 'from-the-future' },
    { id: 'n', kind: 'agent', data: { maxToolRounds: 0 } },
  ])('case %# adds nothing', (node) => {
    expect(addNode(drawn, { ...node, position: { x: 0, y: 0 } })).toBe(drawn)
  })

  test('fields: set, unset, as by default, not allowed', () => {
    const set = setNodeData(drawn, 'triage', { maxToolRounds: 3, model: { model: 'm' }, extra: [1] })
    expect(set.nodes['triage']?.data).toEqual({ maxToolRounds: 3, model: { model: 'm' }, extra: [1] })
    expect(set.nodes['lead']).toBe(drawn.nodes['lead'])
    expect(
      setNodeData(set, 'triage', { maxToolRounds: 8, model: null, extra: undefined }).nodes['triage']?.data,
    ).toEqual({})
    expect(setNodeData(set, 'triage', { maxToolRounds: 3 })).toBe(set)
    expect(setNodeData(set, 'triage', { maxToolRounds: 'x' })).toBe(set)
    expect(setNodeData(set, 'gone', { a: 1 })).toBe(set)
    const parameters = setNodeData(addNode(drawn, { id: 't', kind: 'http-tool', position: { x: 0, y: 0 } }), 't', {
      parameters: { properties: {}, type: 'object' },
      headers: { a: 'b' },
    })
    expect(parameters.nodes['t']?.data).toEqual({ headers: { a: 'b' } })
  })

  test('what is wrong with a field, in words', () => {
    expect(
      [
        nodeFieldIssue('agent', { maxToolRounds: 'x' }),
        nodeFieldIssue('agent', { maxToolRounds: 3 }),
        nodeFieldIssue('from-the-future', { any: 1 }),
        edgeFieldIssue('use', { enabled: 'yes' }),
        settingsIssue({ limits: { hops: -1 } }),
      ].map((issue) => issue && ENGLISH.message(issue)),
    ).toEqual([
      'maxToolRounds: must be a number, but is text',
      null,
      null,
      'enabled: must be true or false, but is text',
      'limits.hops: must be at least 0',
    ])
  })

  test('names and moves', () => {
    expect(setNodeName(drawn, 'triage', 'REFUNDS').nodes['triage']?.name).toBe('REFUNDS')
    expect(setNodeName(drawn, 'triage', 'triage')).toBe(drawn)
    const moved = moveNodes(drawn, { lead: { x: 1.5, y: 2 }, gone: { x: 1, y: 1 } })
    expect(moved.layout.nodes).toEqual({ ...drawn.layout.nodes, lead: { x: 2, y: 2 } })
    expect(applyLayout(moved, { lead: { x: 2.2, y: 2 } })).toBe(moved)
  })

  test('removing takes edges and positions along, and nothing else', () => {
    const removed = removeElements(drawn, { nodes: ['order', 'gone'], edges: ['e4'] })
    expect(Object.keys(removed.nodes)).toEqual([
      'start',
      'lead',
      'profile',
      'done',
      'clock',
      'triage',
      'refunds',
      'paper',
      'x',
    ])
    expect(Object.keys(removed.edges)).toEqual(['e1', 'e3', 'e5'])
    expect(removed.layout.nodes['order']).toBeUndefined()
    expect(removeElements(drawn, { nodes: ['gone'] })).toBe(drawn)
  })

  test.each([
    ['Agent', 'Agent 3'],
    ['agent 2', 'agent 3'],
    ['Room 101', 'Room 102'],
    ['  ', 'Node'],
    ['Fresh', 'Fresh'],
    ['x'.repeat(300), 'x'.repeat(200)],
  ])('%s becomes %s', (wanted, name) => {
    expect(uniqueName(new Set(['agent', 'agent 2', 'room 101']), wanted)).toBe(name)
  })
})

describe('wiring', () => {
  test.each([
    [port('lead', 'dialogs'), input('order'), 'The two are joined that way already.'],
    [port('lead', 'tools'), input('paper'), 'A note cannot be used as a tool.'],
    [port('order', 'observers'), input('clock'), 'A built-in tool cannot observe a dialog.'],
    [port('lead', 'hammer'), input('order'), 'A supervisor has no port “hammer”.'],
    [port('lead', 'dialogs'), port('order', 'side'), 'A dialog has no port “side” that an edge could end at.'],
    [port('triage', 'handoffs'), input('triage'), 'A node cannot be joined to itself.'],
    [port('start', 'out'), input('triage'), '“First” takes one edge only. Remove the present one first.'],
    [
      port('x', 'out'),
      input('triage'),
      'Baton does not know the kind “from-the-future”, so nothing can be joined to it.',
    ],
    [
      port('triage', 'handoffs'),
      input('x'),
      'Baton does not know the kind “from-the-future”, so nothing can be joined to it.',
    ],
    [port('triage', 'handoffs'), input('gone'), 'One of the two nodes is not in the flow any more.'],
    [port('triage', 'handoffs'), input('paper'), 'A note cannot take a conversation over.'],
  ])('from %j to %j is refused', (from, to, reason) => {
    expect(inEnglish(canConnect(drawn, { from, to }))).toEqual({ ok: false, reason })
    expect(addEdge(drawn, { id: 'new', from, to })).toBe(drawn)
  })

  test('a kind that does not fit the port is refused with the right port', () => {
    const to = input('order')
    expect(
      inEnglish([
        canConnect(drawn, { from: port('clock', 'out'), to: input('done'), kind: 'observe' }),
        canConnect(drawn, { from: port('lead', 'tools'), to, kind: 'delegate' }),
        canConnect(drawn, { from: port('lead', 'tools'), to, kind: 'hologram' }),
      ]),
    ).toEqual([
      { ok: false, reason: 'A built-in tool cannot be observed.' },
      { ok: false, reason: 'Draw the edge from the port “Dialogs”: only that one carries “Delegate”.' },
      { ok: false, reason: 'Baton does not know the edge kind “hologram”.' },
    ])
  })

  test('hand-offs may repeat, with conditions of their own', () => {
    const again = { from: port('triage', 'handoffs'), to: input('refunds') }
    expect(canConnect(drawn, again)).toEqual({ ok: true, kind: 'handoff' })
    expect(addEdge(drawn, { id: 'new', ...again, data: { condition: 'twice', by: 'model' } }).edges['new']).toEqual({
      kind: 'handoff',
      from: again.from,
      to: again.to,
      data: { condition: 'twice' },
    })
  })

  test('an option makes an after-work edge end at its own agent, and only then may it', () => {
    const from = port('triage', 'afterWork')
    const option = addEdge(drawn, { id: 'new', from, to: input('refunds'), data: { option: 'terminate' } })
    expect(option.edges['new']).toEqual({
      kind: 'after-work',
      from,
      to: input('triage'),
      data: { option: 'terminate' },
    })
    const plain = addEdge(drawn, { id: 'new', from, to: input('refunds') })
    expect(setEdgeData(plain, 'new', { option: 'terminate' }).edges['new']).toEqual(option.edges['new'])
    expect(canConnect(drawn, { from, to: input('refunds'), option: 'stay' })).toMatchObject({ ok: false })
    expect(reconnect(option, 'new', { to: input('refunds') })).toBe(option)
  })

  test('reconnecting keeps kind and data, and is refused as wiring is', () => {
    const shown = setEdgeData(drawn, 'e5', { condition: 'money' })
    const moved = reconnect(shown, 'e5', { to: input('order') })
    expect(moved.edges['e5']).toEqual({
      kind: 'handoff',
      from: port('triage', 'handoffs'),
      to: input('order'),
      data: { condition: 'money' },
    })
    expect(reconnect(drawn, 'e2', { to: input('profile') })).toBe(drawn)
    expect(reconnect(drawn, 'e2', { to: input('order') })).toBe(drawn)
    expect(reconnect(drawn, 'e1', { to: input('triage') }).edges['e1']?.to).toEqual(input('triage'))
    expect(reconnect(drawn, 'e4', { from: port('lead', 'dialogs') })).toBe(drawn)
  })

  test('order: written as 0, 1, 2, and later edges come last', () => {
    const swapped = reorderEdges(drawn, port('lead', 'dialogs'), ['e3', 'gone'])
    expect(edgesFrom(swapped, 'lead', 'dialogs').map(({ id, edge }) => [id, edge.data])).toEqual([
      ['e3', {}],
      ['e2', { order: 1 }],
    ])
    const third = addNode(swapped, { id: 'third', kind: 'dialog', position: { x: 0, y: 0 } })
    const added = addEdge(third, { id: 'new', from: port('lead', 'dialogs'), to: input('third') })
    expect(edgesFrom(added, 'lead', 'dialogs').map(({ id }) => id)).toEqual(['e3', 'e2', 'new'])
  })
})

describe('settings', () => {
  test('stay sparse, groups included', () => {
    const set = setSettings(drawn, {
      language: 'ru',
      limits: { hops: 20, rounds: 5 },
      swarm: { afterWork: 'terminate' },
    })
    expect(set.settings).toEqual({ language: 'ru', limits: { rounds: 5 } })
    expect(setSettings(set, { language: 'en', limits: { rounds: 20 } }).settings).toEqual({})
    expect(setSettings(set, { language: 'tlh' })).toBe(set)
    expect(renameFlow(drawn, 'Desk')).toBe(drawn)
  })
})
