import { inEnglish } from '../../testing/in-english'
import { expect, test } from 'vitest'
import { poolsOf } from '../../agents/offers/pools'
import { flow, type FlowBuilder } from '../../testing/flow-builder'
import { checkFlow } from './check'
import { flowGraph } from '../graph'
import type { Json, JsonObject } from '../records'

const lookup = (builder: FlowBuilder, id: string, toolName = 'lookup') =>
  builder.httpTool(id, { toolName, url: 'https://example.com/', description: `From ${id}` })
const pool = (builder: FlowBuilder, id: string, data: JsonObject = {}) =>
  builder.node('workbench', id, { name: `Pool ${id}`, ...data })
const agent = () => flow('F').start('a').agent('a')
const said = (builder: FlowBuilder) =>
  checkFlow(builder.build()).map(({ severity, code, node, edge, message }) => [
    severity,
    code,
    edge ?? node,
    inEnglish(message),
  ])

test('Workbench 16: two pools with a tool of one name are an error with its fix, which is the prefix', () => {
  const drawn = (data: JsonObject = {}) =>
    lookup(lookup(pool(pool(agent(), 'w1'), 'w2', data), 't1'), 't2')
      .use('a', 'w1')
      .use('a', 'w2')
      .use('w1', 't1')
      .use('w2', 't2')
  const message =
    '“t1” of “Pool w1” and “t2” of “Pool w2” are both offered under the tool name “lookup”. Prefix with pool name: switch that on in “Pool w2”, or give one of them another tool name.'
  expect(said(drawn())).toEqual([['error', 'duplicate-tool', 'e3', message]])
  expect(said(drawn({ prefix: true }))).toEqual([])
  expect(said(drawn({ overrides: { lookup: { name: 'find' } } }))).toEqual([])
  const names = poolsOf(flowGraph(drawn({ prefix: true }).build()), 'a').map(({ tools }) =>
    tools.map(({ name }) => name),
  )
  expect(names).toEqual([['lookup'], ['Pool_w2_lookup']])
})

test('Workbench 16: a tool of a pool and one that is drawn directly; the same tool in both ways is no clash, nor is a disabled one', () => {
  const drawn = (direct: string, enabled = true) =>
    lookup(lookup(pool(agent(), 'w'), 't1'), 't2')
      .use('a', direct)
      .use('a', 'w')
      .use('w', 't1', { enabled })
  expect(said(drawn('t2')).map(([severity, code, edge]) => [severity, code, edge])).toEqual([
    ['error', 'duplicate-tool', 'e3'],
  ])
  expect(said(drawn('t1').use('w', 't2', { enabled: false }))).toEqual([])
  expect(said(drawn('t2', false))).toEqual([])
})

test('two tools of one name in one pool are told once, at the pool', () => {
  const drawn = lookup(lookup(pool(agent(), 'w'), 't1'), 't2')
    .use('a', 'w')
    .use('w', 't1')
    .use('w', 't2')
  const message = '“t1” and “t2” are both offered under the tool name “lookup”. Give one of them another tool name.'
  expect(said(drawn)).toEqual([['error', 'duplicate-tool', 'e4', message]])
})

test('the search tools have their names for themselves', () => {
  const drawn = lookup(pool(flow('F').start('a').agent('a', { toolUse: 'search' }), 'w'), 't', 'get_tool_documentation')
    .use('a', 'w')
    .builtinTool('c')
    .use('w', 'c')
    .use('a', 't')
  expect(said(drawn).map(([severity, code]) => [severity, code])).toEqual([['error', 'duplicate-tool']])
})

test('WB-10, Workbench 14: what may be renamed, and to what', () => {
  const drawn = (overrides: Json) =>
    said(
      lookup(lookup(pool(agent(), 'w', { overrides }), 't1', 'one'), 't2', 'two')
        .use('a', 'w')
        .use('w', 't1')
        .use('w', 't2'),
    )
  expect(drawn({ one: { name: 'first' }, two: { description: 'The second' } })).toEqual([])
  expect(drawn({ one: { name: 'one' } })).toEqual([])
  const taken = (name: string) =>
    `“one” cannot be renamed to “${name}”: another tool of the pool has that name. Choose another name.`
  expect(drawn({ one: { name: 'two' } }).slice(-1)).toEqual([['error', 'override-clash', 'w', taken('two')]])
  expect(drawn({ one: { name: 'two' }, two: { name: 'three' } })).toEqual([
    ['error', 'override-clash', 'w', taken('two')],
  ])
  expect(drawn({ one: { name: 'no name' } }).map(([severity, code]) => [severity, code])).toEqual([
    ['error', 'bad-tool-name'],
  ])
  expect(drawn({ three: { name: 'x' } })).toEqual([
    [
      'warning',
      'unknown-override',
      'w',
      'The pool has no tool “three” that could get another name or description. Correct the name, or remove it.',
    ],
  ])
})

test('a pool cannot reply in the place of a nested chat', () => {
  const drawn = pool(agent(), 'w').node('nested-chat', 'n').handoff('a', 'n').builtinTool('c').use('w', 'c')
  expect(said(drawn.edge('use', { from: 'n', to: 'w', port: 'reply' }))).toEqual([
    [
      'error',
      'pool-replies',
      'e4',
      'A pool cannot reply: “Pool w” holds any number of tools. Join the one tool that is to reply.',
    ],
  ])
})

test('a pool without tools is a warning, a pool in a pool an error', () => {
  expect(said(pool(agent(), 'w').use('a', 'w'))).toEqual([
    ['warning', 'no-sources', 'w', 'The pool has no tools yet. Draw edges from it to tools.'],
  ])
  const nested = pool(pool(agent(), 'w'), 'inner').use('a', 'w').use('w', 'inner').builtinTool('c').use('inner', 'c')
  expect(said(nested)).toEqual([
    [
      'error',
      'pool-in-pool',
      'e3',
      'A pool cannot be in another pool. Join “Pool inner” to the participants that use it.',
    ],
  ])
})

const server = (builder: FlowBuilder, id: string) =>
  builder.node('mcp-server', id, { transport: { type: 'stdio', command: 'some-server' } })

test('a source of many tools cannot reply in the place of a queue', () => {
  const drawn = server(agent().agent('b').node('nested-chat', 'n').handoff('a', 'n'), 's')
    .edge('recipient', { from: 'n', to: 'b' }, { message: 'Hello' })
    .edge('use', { from: 'n', to: 's', port: 'reply' })
  expect(said(drawn)).toEqual([
    [
      'error',
      'source-replies',
      'e4',
      '“s” cannot reply: it holds any number of tools. Join the one tool that is to reply.',
    ],
  ])
})

test('Workbench 14: what a source calls its tools is not known here, so no other name of them is missed', () => {
  const overrides = { read_file: { name: 'read', description: '' } }
  expect(
    said(
      server(pool(agent(), 'w', { overrides }), 's')
        .use('a', 'w')
        .use('w', 's'),
    ),
  ).toEqual([])
})
