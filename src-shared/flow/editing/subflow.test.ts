import { ENGLISH } from '../../languages/translate'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryEdits } from '../../testing/arbitrary-edits'
import { arbitraryFlow } from '../../testing/arbitrary-flow'
import { flow } from '../../testing/flow-builder'
import { checkFlow } from '../checks/check'
import { canConnect } from './connect'
import { addEdge, setNodeName } from './edits'
import { sortEdges } from '../graph'
import type { Flow } from '../records'
import { heldFlow } from './embedded-flow'
import { framesOf, isFrame } from './frames'
import { makeSubflow } from './make-subflow'
import { uniqueName } from '../names'
import { openFlow } from './open'
import { ownNames } from './own-names'
import { saveFlow } from './save'
import { unpackSubflow } from './unpack-subflow'
import { KIND_LIST, kindOf } from '../../kinds/index'

/** Clerk and Cashier between Triage and Manager, with tools, a frame and a variable. */
const desk = () =>
  flow('Desk')
    .variable('order', { type: 'string', default: '' })
    .variable('mood', { type: 'string', default: '' })
    .start('triage')
    .agent('triage', { name: 'Triage' })
    .agent('clerk', { name: 'Clerk', description: 'Pays back.', prompt: 'The order is {order}.' })
    .agent('cashier', { name: 'Cashier' })
    .agent('manager', { name: 'Manager' })
    .builtinTool('clock', { name: 'Clock' })
    .builtinTool('shop', { name: 'Shop', tool: 'calculator' })
    .handoff('triage', 'clerk')
    .handoff('clerk', 'cashier')
    .handoff('cashier', 'clerk')
    .next('clerk', 'manager')
    .next('cashier', 'manager')
    .use('triage', 'clock')
    .use('clerk', 'clock')
    .use('cashier', 'shop')

function made(
  drawn: Flow,
  ids: readonly string[],
): { flow: Flow; node: string; inner: Flow; copied: readonly string[] } {
  let count = 0
  const answer = makeSubflow(drawn, ids, { name: 'Refunds', makeId: (hint) => `${hint}-${(count += 1)}` })
  if (!answer.ok) throw new Error(ENGLISH.message(answer.reason))
  const held = heldFlow(answer.flow.nodes[answer.node] ?? { kind: '', name: '', data: {} })
  const opened = held?.by === 'value' ? openFlow(held.value) : null
  if (opened?.ok !== true) throw new Error('There is no flow inside.')
  return { flow: answer.flow, node: answer.node, inner: opened.flow, copied: answer.copied }
}

function reasonOf(drawn: Flow, ids: readonly string[]): string {
  const answer = makeSubflow(drawn, ids)
  return answer.ok ? '' : ENGLISH.message(answer.reason)
}

/** A flow but for ids of edges, places, and the order in which things stand where that says nothing; frames only where the selection was not partly in one. */
function normal(drawn: Flow, hasFrames: boolean): unknown {
  const edges = Object.entries(drawn.edges).map(([id, edge]) => ({ id, edge }))
  const sorted = sortEdges(edges).map(({ edge }) => edge)
  const byEnd = Map.groupBy(sorted, ({ from }) => `${from.node} ${from.port}`)
  const nodes = Object.entries(drawn.nodes).map(([id, node]): [string, unknown] => {
    const { children = isFrame(node) ? [] : null } = node.data
    return [
      id,
      Array.isArray(children)
        ? { ...node, data: { ...node.data, children: hasFrames ? children.map(String).sort() : null } }
        : node,
    ]
  })
  return { settings: drawn.settings, nodes: Object.fromEntries(nodes), edges: Object.fromEntries(byEnd) }
}

const RANDOM = process.env['BATON_RANDOM_SUBFLOWS']

describe('a sub-flow is made of a selection', () => {
  test('edges inside go in, those that cross end at the node, and a tool that others use stays for them too', () => {
    const { flow: around, node, inner, copied } = made(desk().build(), ['clerk', 'cashier'])
    expect(Object.values(around.nodes).map(({ name }) => name)).toEqual([
      'Start',
      'Triage',
      'Refunds',
      'Manager',
      'Clock',
    ])
    expect(Object.values(around.edges).map(({ kind, from, to }) => `${kind} ${from.node} ${to.node}`)).toEqual([
      'next start triage',
      `handoff triage ${node}`,
      `next ${node} manager`,
      'use triage clock',
    ])
    expect(Object.values(inner.nodes).map(({ name }) => name)).toEqual(['Start', 'Clerk', 'Cashier', 'Clock', 'Shop'])
    expect(copied).toEqual(['clock'])
    expect(inner.settings).toEqual({ variables: { order: { type: 'string', default: '' } } })
    expect(around.nodes[node]?.data['description']).toBe('Pays back.')
    expect(checkFlow(around).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('start and ends stay outside, so that a whole flow can be one', () => {
    const whole = flow('All').start('a').agent('a').agent('b').end('end').next('a', 'b').next('b', 'end').build()
    const { flow: around, inner } = made(whole, Object.keys(whole.nodes))
    expect(Object.values(around.nodes).map(({ kind }) => kind)).toEqual(['start', 'subflow', 'end'])
    expect(Object.keys(inner.nodes)).toHaveLength(3)
  })

  test('what a sub-flow cannot say is refused with the edge, and nothing is lost', () => {
    const drawn = desk().handoff('cashier', 'manager').build()
    expect(reasonOf(drawn, ['clerk', 'cashier'])).toMatch(/“hand-off” from “Cashier” to “Manager” leaves the selection/)
    expect(reasonOf(desk().handoff('triage', 'cashier').build(), ['clerk', 'cashier'])).toMatch(/one way in/)
    expect(reasonOf(desk().build(), ['clerk'])).toMatch(/“hand-off” from “Clerk” to “Cashier”/)
    const ended = flow('E').start('a').agent('a').agent('b').agent('c').handoff('a', 'b').next('a', 'c').build()
    expect(reasonOf(ended, ['a', 'b'])).toMatch(/ends with “b”, and goes on from “a” to “c”/)
    const held = flow('D').start('s').supervisor('s').dialog('d').delegate('s', 'd').build()
    expect(reasonOf(held, ['d'])).toMatch(/cannot begin with a dialog/)
    expect(
      reasonOf(
        desk()
          .settings({ swarm: { pattern: 'round-robin' } })
          .build(),
        ['clerk', 'cashier'],
      ),
    ).toMatch(/who speaks next/)
    expect(reasonOf(desk().node('note', 'n').build(), ['n'])).toMatch(/Nobody in the selection speaks/)
  })
})

describe('a sub-flow is unpacked', () => {
  test('names that are taken get a number, variables and rehearsal rules come along', () => {
    const inner = flow('Inner')
      .variable('order', { default: '1' })
      .variable('city', { default: 'Oslo' })
      .settings({ model: { connection: 'local', model: 'small' } })
      .rehearsal({ when: { speaker: 'Clerk' }, text: 'Hello.' })
      .start('clerk')
      .agent('clerk', { name: 'Clerk' })
      .end('end')
      .next('clerk', 'end')
    const outer = flow('Outer')
      .variable('order', { default: '2' })
      .start('clerk')
      .agent('clerk', { name: 'Clerk' })
      .node('subflow', 's', { name: 'Sub', flow: inner.file() })
      .agent('last', { name: 'Last' })
      .handoff('clerk', 's')
      .next('s', 'last')
      .build()
    const answer = unpackSubflow(outer, 's', { makeId: (hint) => `${hint}-new` })
    if (!answer.ok) throw new Error(ENGLISH.message(answer.reason))
    const [own = ''] = answer.nodes
    expect(answer.flow.nodes[own]).toEqual({
      kind: 'agent',
      name: 'Clerk 2',
      data: { model: { connection: 'local', model: 'small' } },
    })
    expect(Object.values(answer.flow.edges).map(({ kind, from, to }) => [kind, from.node, to.node])).toEqual([
      ['next', 'start', 'clerk'],
      ['handoff', 'clerk', own],
      ['next', own, 'last'],
    ])
    expect(answer.flow.settings).toMatchObject({
      variables: { order: { default: '2' }, city: { default: 'Oslo' } },
      rehearsal: [{ when: { speaker: 'Clerk 2' }, text: 'Hello.' }],
    })
  })

  test('a pool that others have too keeps its place among the sources', () => {
    const drawn = flow('Pools')
      .start('a')
      .agent('a', { name: 'A' })
      .agent('b', { name: 'B' })
      .node('workbench', 'outer', { name: 'Outer' })
      .node('workbench', 'both', { name: 'Both' })
      .builtinTool('clock', { name: 'Clock', toolName: 'get_time' })
      .use('b', 'both')
      .edge('use', { from: 'outer', to: 'both', port: 'sources' })
      .edge('use', { from: 'outer', to: 'clock', port: 'sources' })
      .build()
    const answer = makeSubflow(drawn, new Set(['a', 'outer']))
    if (!answer.ok) throw new Error(ENGLISH.message(answer.reason))
    const back = unpackSubflow(answer.flow, answer.node)
    expect(back.ok && normal(back.flow, true)).toEqual(normal(drawn, true))
  })

  test('after it was made it is the flow as it was, whatever was selected', () => {
    let count = 0
    fc.assert(
      fc.property(
        fc.oneof({ weight: 4, arbitrary: joinedFlow() }, { weight: 1, arbitrary: editedFlow() }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 5 }),
        (made, picks) => {
          // No door lets a flow in whose expressions are spelled otherwise.
          const opened = openFlow(saveFlow(made))
          if (!opened.ok) return
          const drawn = opened.flow
          const ids = Object.keys(drawn.nodes)
          // What is called alike already gets another name when it is put into a flow.
          if (ids.length === 0 || hasTwins(drawn)) return
          const answer = makeSubflow(drawn, new Set(picks.map((pick) => ids[pick % ids.length] ?? '')))
          if (!answer.ok) return
          count += 1
          expect(openFlow(saveFlow(answer.flow)).ok).toBe(true)
          const back = unpackSubflow(answer.flow, answer.node)
          if (!back.ok) throw new Error(`${ENGLISH.message(back.reason)}\n${saveFlow(drawn)}`)
          const carriers = framesOf(drawn)
          const hasFrames = new Set(back.nodes.map((id) => carriers.get(id) ?? null)).size === 1
          expect(normal(back.flow, hasFrames)).toEqual(normal(drawn, hasFrames))
        },
      ),
      // The same flows each time; a number draws as many new ones.
      RANDOM === undefined ? { numRuns: 100, seed: 7 } : { numRuns: Number(RANDOM) },
    )
    expect(count).toBeGreaterThan(20)
  })
})

function hasTwins(drawn: Flow): boolean {
  const nodes = Object.values(drawn.nodes)
  const names = nodes.map(({ name }) => uniqueName(new Set(), name).toLowerCase())
  const own = nodes.flatMap((node) => {
    const offered = kindOf(node)?.offer(node)?.name
    return [
      ...new Set([
        ...ownNames(node).map(({ type, value }) => `${type} ${value}`.toLowerCase()),
        ...(offered === undefined ? [] : [`tool ${offered}`.toLowerCase()]),
      ]),
    ]
  })
  return (
    new Set(names).size < names.length ||
    nodes.some(({ name }) => uniqueName(new Set(), name) !== name) ||
    new Set(own).size < own.length
  )
}

/** A flow in which everything is joined as the rules allow: participants, tools and frames, and many edges between them. */
function joinedFlow(): fc.Arbitrary<Flow> {
  const kinds = [
    'agent',
    'agent',
    'agent',
    'supervisor',
    'message-worker',
    'condition',
    'builtin-tool',
    'workbench',
    'http-tool',
    'observer',
    'note',
  ]
  return fc
    .tuple(
      fc.array(fc.constantFrom(...kinds), { minLength: 3, maxLength: 9 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { minLength: 3, maxLength: 16 }),
      fc.array(fc.nat(), { maxLength: 4 }),
      fc.option(fc.constantFrom('terminate', 'stay', 'revert-to-user'), { freq: 4 }),
    )
    .map(([names, joins, framed, option]) => {
      const first = `n${Math.max(
        0,
        names.findIndex((name) => kindOf({ kind: name })?.accepts.includes('next') === true),
      )}`
      let drawn = flow('Random').start(first)
      for (const [at, kind] of names.entries()) {
        const fields = kind === 'builtin-tool' ? { toolName: `tool_${at}` } : {}
        drawn = drawn.node(
          kind,
          `n${at}`,
          at === 1 && kind === 'agent' && option !== null ? { afterWork: option } : fields,
        )
      }
      const children = [...new Set(framed.map((at) => `n${at % names.length}`))]
      if (children.length > 0) drawn = drawn.node('frame', 'frame', { children })
      const whole = drawn.build()
      return joins.reduce((now, [from, to, port], at) => {
        const ids = Object.keys(now.nodes)
        const [source = '', target = ''] = [ids[from % ids.length], ids[to % ids.length]]
        const ports = kindOf(now.nodes[source] ?? { kind: '' })?.ports(now.nodes[source]?.data) ?? []
        const ends = {
          from: { node: source, port: ports[port % Math.max(1, ports.length)]?.id ?? 'out' },
          to: { node: target, port: 'in' },
        }
        return canConnect(now, ends).ok ? addEdge(now, { id: `j${at}`, ...ends }) : now
      }, whole)
    })
}

/** Any flow, with some more drawn into it. */
function editedFlow(): fc.Arbitrary<Flow> {
  expect(KIND_LIST.length).toBeGreaterThan(0)
  return fc
    .tuple(arbitraryFlow(), arbitraryEdits(10))
    .map(([drawn, edits]) => edits.reduce((now, edit) => edit(now), drawn))
}

test('a flow that is called like its node follows when that gets another name', () => {
  const { flow: around, node } = made(desk().build(), ['clerk', 'cashier'])
  const renamed = setNodeName(around, node, 'Money back')
  expect(renamed.nodes[node]).toMatchObject({ name: 'Money back', data: { flow: { name: 'Money back' } } })
})

test('rules of the rehearsal reach those inside', () => {
  const drawn = desk()
    .rehearsal({ when: { speaker: 'Cashier' }, text: 'Here.' })
    .build()
  expect(checkFlow(made(drawn, ['clerk', 'cashier']).flow)).toEqual([])
})
