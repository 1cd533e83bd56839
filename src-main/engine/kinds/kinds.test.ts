/** What every kind keeps at run time: a minimal flow with it compiles and runs on the rehearsal model. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { checkFlow, blocksRunning } from '../../../src-shared/flow/checks/check'
import type { Json } from '../../../src-shared/flow/records'
import { saveFlow } from '../../../src-shared/flow/editing/save'
import { isKindName, KIND_LIST, KINDS, type KindName } from '../../../src-shared/kinds'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { createCore } from '../../core'
import { nodePlatform } from '../../platform/node'
import type { RunOutcome, StartedRun } from '../../run/execution/execution'
import type { Runner } from '../../run/runner'
import { yesTo } from '../../testing/say-yes'
import { RUNTIMES } from './index'

const spoken = () => flow('Minimal').start('s').supervisor('s')
const withDialog = () => spoken().dialog('d', { toolDescription: 'Used for cakes' }).delegate('s', 'd')

const withWorker = (kind: KindName, data: { [field: string]: Json } = {}) =>
  flow('Minimal')
    .start('g')
    .node('task-graph', 'g')
    .node(kind, 'w', { name: 'Worker', description: 'answers about cakes', ...data })
    .edge('intent', { from: 'g', to: 'w' }, { intent: 'asks about cakes' })

/** A new node at which the flow begins, with an agent at each port that leads on. */
function asMade(kind: KindName): FlowBuilder {
  const drawn = flow('Minimal').start('x').node(kind, 'x')
  for (const { id, edge } of KINDS[kind].ports())
    if (edge === 'next') drawn.agent(id).edge('next', { from: 'x', to: id, port: id })
  return drawn
}

/** The smallest drawing in which a kind takes part, where it needs more than `asMade` draws. */
const MINIMAL: { readonly [K in KindName]?: () => FlowBuilder } = {
  approval: () =>
    flow('Minimal')
      .start('q')
      .node('approval', 'q', { name: 'Approval', message: 'Cakes?' })
      .agent('a')
      .edge('next', { from: 'q', to: 'a', port: 'approved' }),
  start: spoken,
  dialog: withDialog,
  observer: () => withDialog().observer('o').observe('d', 'o'),
  rewoo: () => flow('Minimal').start('p').node('rewoo', 'p', { name: 'Planner' }).builtinTool('t').use('p', 't'),
  'builtin-tool': () => spoken().builtinTool('t').use('s', 't'),
  'http-tool': () =>
    spoken().httpTool('t', { url: 'https://example.com/{q}', description: 'Looks up a price' }).use('s', 't'),
  'code-tool': () =>
    spoken().node('code-tool', 't', { code: 'export const run = () => 1', description: 'Counts cakes' }).use('s', 't'),
  // Nothing is allowed here, so it is joined by an edge that is switched off: it is neither asked for nor started.
  'mcp-server': () =>
    spoken()
      .node('mcp-server', 't', { transport: { type: 'stdio', command: 'no-such-program' } })
      .use('s', 't', { enabled: false }),
  workbench: () => spoken().node('workbench', 'w', { name: 'Pool' }).builtinTool('t').use('s', 'w').use('w', 't'),
  'task-graph': () => withWorker('message-worker'),
  'message-worker': () => withWorker('message-worker'),
  'rag-worker': () => withWorker('rag-worker', { documents: [{ name: 'Cakes', text: 'We sell cakes on Mondays.' }] }),
  'search-worker': () => withWorker('search-worker'),
  'default-worker': () =>
    withWorker('message-worker')
      .node('default-worker', 'dw', { name: 'Default', baseChoice: 'w' })
      .edge('delegate', { from: 'g', to: 'dw', port: 'default' })
      .edge('candidate', { from: 'dw', to: 'w' }),
  'nested-chat': () =>
    flow('Minimal')
      .start('a')
      .agent('a')
      .agent('b')
      .node('nested-chat', 'n', { name: 'Nested' })
      .edge('handoff', { from: 'a', to: 'n' }, { condition: 'wants some cakes' })
      .edge('recipient', { from: 'n', to: 'b' }, { message: 'Say something about cakes' }),
  subflow: () =>
    flow('Minimal')
      .start('f')
      .node('subflow', 'f', { name: 'Desk', flow: flow('Inner').start('a').agent('a').file() }),
  'openapi-tools': () =>
    spoken()
      .node('openapi-tools', 't', {
        document: {
          openapi: '3.0.3',
          info: { title: 'Cakes', version: '1' },
          servers: [{ url: 'https://example.com' }],
          paths: { '/cakes': { get: { operationId: 'listOrders', summary: 'Lists orders' } } },
        },
      })
      .use('s', 't'),
  'flow-tool': () =>
    spoken()
      .node('flow-tool', 't', { description: 'Knows cakes', flow: flow('Inner').start('a').agent('a').file() })
      .use('s', 't'),
  condition: () =>
    flow('Minimal')
      .variable('tries', { type: 'number', default: 0 })
      .start('c')
      .node('condition', 'c', { name: 'Check', branches: [{ name: 'often', when: '${tries} > 2' }] })
      .agent('a')
      .agent('b')
      .edge('next', { from: 'c', to: 'a', port: 'often' })
      .edge('next', { from: 'c', to: 'b', port: 'else' }),
  'set-variables': () =>
    flow('Minimal')
      .variable('tries', { type: 'number', default: 0 })
      .start('v')
      .node('set-variables', 'v', { name: 'Count', set: [{ name: 'tries', value: '${tries} + 1' }] })
      .agent('a')
      .next('v', 'a'),
  map: () =>
    flow('Minimal')
      .variable('cakes', { type: 'json', default: ['apple', 'plum'] })
      .start('m')
      .node('map', 'm', { name: 'Each cake', items: '${cakes}' })
      .agent('a')
      .agent('b')
      .edge('next', { from: 'm', to: 'a', port: 'each' })
      .edge('next', { from: 'm', to: 'b', port: 'out' }),
  end: () => flow('Minimal').start('a').agent('a').end('e').next('a', 'e'),
  note: () => spoken().note('n', { text: 'Words' }),
  frame: () => spoken().node('frame', 'f', { name: 'Frame', children: ['s'] }),
}

it.each(KIND_LIST.map(({ kind }) => kind).filter(isKindName))(
  '%s: compiles and runs on the rehearsal model',
  async (kind) => {
    const drawing = (MINIMAL[kind]?.() ?? asMade(kind)).build()
    expect(Object.values(drawing.nodes).some((node) => node.kind === kind)).toBe(true)
    expect(blocksRunning(checkFlow(drawing))).toBe(false)
    const dataDir = mkdtempSync(path.join(tmpdir(), 'baton-kind-'))
    const core = await createCore({ dataDir, platform: nodePlatform({ host: 'cli', dataDir }), allow: ['all'] })
    try {
      const { runner } = core.services
      const turn = { flowId: drawing.id, flowText: saveFlow(drawing), revision: null }
      const first = await runner.start({ ...turn, threadId: null, text: 'Hello' })
      expect(await toEnd(runner, first)).toEqual({ state: 'finished', limit: null })
      const second = await runner.start({ ...turn, threadId: first.threadId, text: 'I would like some cakes' })
      expect(await toEnd(runner, second)).toEqual({ state: 'finished', limit: null })
    } finally {
      await core.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)

/** How a turn ends whose questions are answered with yes. */
async function toEnd(runner: Runner, { threadId, done }: StartedRun): Promise<RunOutcome> {
  const outcome = await done
  if (outcome.state !== 'finished' || outcome.question === undefined) return outcome
  return toEnd(runner, await runner.answer({ threadId, ...yesTo(outcome.question) }))
}

it('every kind has a runtime of its own name', () => {
  expect(Object.keys(RUNTIMES).toSorted()).toEqual(KIND_LIST.map(({ kind }) => kind).toSorted())
})
