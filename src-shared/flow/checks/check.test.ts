import { ENGLISH } from '../../languages/translate'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryEdits } from '../../testing/arbitrary-edits'
import { arbitraryFlow } from '../../testing/arbitrary-flow'
import { flow, type FlowBuilder } from '../../testing/flow-builder'
import { blocksRunning, checkFlow, problemText } from './check'
import { flowToMermaid } from '../editing/mermaid'
import type { Flow, JsonObject } from '../records'

/** Of a property over random flows. */
const RUNS = Number(process.env['BATON_RANDOM_FLOWS'] ?? 40)

/** A flow without problems, to spoil. */
function sound(): FlowBuilder {
  return flow('Desk')
    .start('lead')
    .supervisor('lead')
    .dialog('order', { toolDescription: 'Used for ordering', code: 'ORDER', toolName: 'make_order' })
    .observer('done', { type: 'finished' })
    .builtinTool('clock')
    .httpTool('price', { toolName: 'price', url: 'https://example.com/{cake}' })
    .agent('refunds')
    .end('bye')
    .delegate('lead', 'order')
    .observe('order', 'done')
    .use('lead', 'clock')
    .use('order', 'price')
    .next('lead', 'refunds')
    .next('refunds', 'bye')
    .variable('tries', { type: 'number', default: 0 })
}

/** What is said, as `severity code node edge field`. */
function found(drawn: Flow): string[] {
  return checkFlow(drawn).map(({ severity, code, node, edge, field }) =>
    [severity, code, node && `node=${node}`, edge && `edge=${edge}`, field && `field=${field}`]
      .filter(Boolean)
      .join(' '),
  )
}

test('the message of a hand-off is a template; its name can be given to models and is nobody else’s', () => {
  const swarm = () => sound().agent('vip')
  const named = (first: JsonObject, second: JsonObject) =>
    found(swarm().handoff('refunds', 'vip', first).handoff('refunds', 'vip', second).build())
  expect(named({ message: '{who} {{as}} {tries}', name: 'ask_vip' }, { name: 'ask-vip' })).toEqual([
    'warning undeclared-variable node=refunds edge=e8 field=message',
  ])
  expect(named({ name: 'ask vip' }, { name: 'x'.repeat(65) })).toEqual([
    'error bad-tool-name node=refunds edge=e8 field=name',
    'error bad-tool-name node=refunds edge=e9 field=name',
  ])
  expect(named({ name: 'ask_vip' }, { name: ' ask_vip ' })).toEqual([
    'error duplicate-tool node=refunds edge=e9 field=name',
  ])
  expect(named({ name: 'ask_vip' }, { name: 'ask_vip', by: 'context', condition: '${tries} > 1' })).toEqual([])
  const clash = swarm().use('refunds', 'price').handoff('refunds', 'vip', { name: 'price' })
  expect(found(clash.build())).toEqual(['error duplicate-tool node=refunds edge=e9'])
})

test('the condition of a tool is read as that of a hand-off', () => {
  const used = (available: string | null) => found(sound().use('refunds', 'clock', { available }).build())
  expect([null, '', 'tries', '${tries} < 3'].flatMap(used)).toEqual([])
  expect(used('1 +')).toEqual(['error bad-expression node=refunds edge=e8 field=available'])
  expect(used('vip')).toEqual(['warning undeclared-variable node=refunds edge=e8 field=available'])
})

test('Mermaid: a hand-off says its message, a chat does not', () => {
  const drawn = sound()
    .agent('vip')
    .node('nested-chat', 'n')
    .handoff('refunds', 'vip', { condition: 'asks for VIP', message: 'Go on' })
    .edge('recipient', { from: 'n', to: 'vip' }, { message: 'Do it' })
  const lines = flowToMermaid(drawn.build())
  expect(lines).toContain('|"asks for VIP, says: Go on"|')
  expect(lines).not.toContain('Do it')
})

test('a sound flow has no problems', () => {
  expect(checkFlow(sound().build())).toEqual([])
  expect(blocksRunning([])).toBe(false)
})

const CASES: [string, FlowBuilder, string[]][] = [
  ['nothing drawn', flow('F'), ['error no-start']],
  [
    'two starts',
    sound().node('start', 'again').edge('next', { from: 'again', to: 'refunds' }),
    ['error second-start node=again'],
  ],
  [
    'an unknown kind and an unknown edge',
    sound().node('hologram-worker', 'docs', { topK: 'x' }).edge('hologram', { from: 'lead', to: 'docs', port: 'out' }),
    ['error unknown-edge-kind node=lead edge=e8', 'error unknown-kind node=docs'],
  ],
  ['an edge to nowhere', sound().use('order', 'gone'), ['error dangling-edge node=order edge=e8']],
  [
    'an edge from nowhere',
    sound().edge('use', { from: 'gone', to: 'clock', port: 'tools' }),
    ['error dangling-edge edge=e8'],
  ],
  [
    'a port that is not there',
    sound().edge('use', { from: 'order', to: 'clock', port: 'hammer' }),
    ['error unknown-port node=order edge=e8'],
  ],
  [
    'a port of another kind',
    sound().edge('use', { from: 'order', to: 'clock', port: 'observers' }),
    ['error wrong-port node=order edge=e8'],
  ],
  ['a target that does not take it', sound().use('refunds', 'bye'), ['error not-accepted node=refunds edge=e8']],
  [
    'somebody who is asked by a plan, which cannot ask',
    sound().node('rewoo', 'p', { name: 'Plan' }).handoff('refunds', 'p').use('p', 'refunds'),
    ['error not-accepted node=p edge=e9'],
  ],
  [
    'an agent that is brought in for good',
    sound()
      .supervisor('boss', { switchObserver: false })
      .delegate('boss', 'refunds')
      .supervisor('chief')
      .delegate('chief', 'refunds')
      .handoff('refunds', 'boss')
      .handoff('refunds', 'chief'),
    ['warning no-way-out node=refunds edge=e8'],
  ],
  ['an edge to itself', sound().handoff('refunds', 'refunds'), ['error self-edge node=refunds edge=e8']],
  ['the same edge twice', sound().use('lead', 'clock'), ['error duplicate-edge node=lead edge=e8']],
  ['two ways on', sound().next('lead', 'bye'), ['error too-many-edges node=lead edge=e8']],
  [
    'a name twice',
    sound().note('n', { name: 'CLOCK' }).note('m', { name: ' ' }),
    ['error duplicate-name node=n', 'error no-name node=m'],
  ],
  ['a lost slot', sound().supervisor('lead', { prompt: 'Use {tools}.' }), ['warning lost-slot node=lead field=prompt']],
  [
    'an observer that lost slots',
    sound().observer('done', { prompt: '{reply}?' }),
    ['warning lost-slot node=done field=prompt'],
  ],
  ['out of reach', sound().agent('alone').note('n'), ['warning unreachable node=alone']],
  [
    'a bad tool name',
    sound().builtinTool('clock', { toolName: 'two words' }),
    ['error bad-tool-name node=clock field=toolName'],
  ],
  [
    'two tools of one name',
    sound().builtinTool('watch', { toolName: 'clock' }).use('lead', 'watch'),
    ['error duplicate-tool node=lead edge=e8'],
  ],
  [
    'two tools of one name, one switched off',
    sound().builtinTool('watch', { toolName: 'clock' }).use('lead', 'watch', { enabled: false }),
    [],
  ],
  [
    'a dialog code twice',
    sound().dialog('cake', { toolDescription: 'Used for cakes', code: 'order' }).delegate('lead', 'cake'),
    ['error duplicate-code node=cake field=code'],
  ],
  [
    'a context hand-off without a condition',
    sound().handoff('refunds', 'order', { by: 'context' }),
    ['error no-condition node=refunds edge=e8 field=condition'],
  ],
  [
    'an intent without words',
    sound()
      .node('task-graph', 'shop')
      .node('message-worker', 'hello', { text: 'Hello' })
      .use('refunds', 'shop')
      .edge('intent', { from: 'shop', to: 'hello' }),
    ['warning no-intent node=shop edge=e9 field=intent'],
  ],
  [
    'expressions that cannot be read',
    sound()
      .handoff('refunds', 'order', { by: 'context', condition: '${tries} >', available: '1 +' })
      .afterWorkOption('refunds', 'stay', { when: 'tries <' }),
    [
      'error bad-expression node=refunds edge=e8 field=available',
      'error bad-expression node=refunds edge=e8 field=condition',
      'error bad-expression node=refunds edge=e9 field=when',
    ],
  ],
  [
    'variables that nobody declared',
    sound()
      .handoff('refunds', 'order', { condition: 'Asks {who} {tries}', available: 'vip' })
      .afterWorkOption('refunds', 'stay', { when: '${tries} > ${most}' }),
    [
      'warning undeclared-variable node=refunds edge=e8 field=available',
      'warning undeclared-variable node=refunds edge=e8 field=condition',
      'warning undeclared-variable node=refunds edge=e9 field=when',
    ],
  ],
  [
    'a swarm manager without a model (swarm 6)',
    sound()
      .agent('refunds', { afterWork: 'swarm-manager' })
      .afterWorkOption('refunds', 'swarm-manager')
      .settings({ swarm: { afterWork: 'swarm-manager' } }),
    ['error no-manager-model field=settings.swarm.managerModel'],
  ],
  [
    'code of a swarm that is none, or reaches for no host',
    sound().settings({
      swarm: { afterWorkCode: { code: '' }, managerPromptCode: { code: 'run()', hosts: ['a b'] } },
    }),
    [
      'error no-code field=settings.swarm.afterWorkCode',
      'error no-export field=settings.swarm.managerPromptCode',
      'error bad-host field=settings.swarm.managerPromptCode',
    ],
  ],
  [
    'a swarm that begins nowhere',
    sound().settings({ swarm: { initial: 'gone' } }),
    ['error no-initial field=settings.swarm.initial'],
  ],
  [
    'a swarm that begins with a tool',
    sound().settings({ swarm: { initial: 'clock' } }),
    ['error no-initial node=clock field=settings.swarm.initial'],
  ],
  [
    'a swarm that begins elsewhere',
    sound()
      .agent('alone')
      .settings({ swarm: { initial: 'alone' } }),
    [],
  ],
  [
    'a rehearsal script',
    sound().rehearsal(
      { when: { user: '/(/i', last: 'plain (' }, text: 'x' },
      { when: { speaker: 'Nobody' }, text: 'y' },
      { when: { speaker: 'LEAD' } },
    ),
    ['warning bad-pattern field=settings.rehearsal.0', 'warning unknown-speaker field=settings.rehearsal.1'],
  ],
]

describe('what is found', () => {
  test.each(CASES)('%s', (_name, drawn, expected) => {
    expect(found(drawn.build())).toEqual(expected)
  })

  test('data that an edit or a program broke', () => {
    const drawn = sound().build()
    const broken = {
      ...drawn,
      nodes: { ...drawn.nodes, clock: { kind: 'builtin-tool', name: 'clock', data: { tool: 'hammer' } } },
    }
    expect(found(broken)).toEqual(['error invalid-data node=clock field=tool'])
    expect(found({ ...drawn, settings: { limits: { hops: 'x' } } })).toEqual([
      'error invalid-settings field=settings.limits.hops',
    ])
  })
})

test('whom a pattern or a manager may choose takes part, whoever leads there', () => {
  const drawn = (swarm: JsonObject) =>
    flow('Group').start('a').agent('a').agent('b').dialog('d').settings({ swarm }).build()
  const unreached = (swarm: JsonObject) =>
    checkFlow(drawn(swarm)).flatMap(({ code, node }) => (code === 'unreachable' ? [node] : []))
  expect([unreached({}), unreached({ pattern: 'manual' }), unreached({ afterWork: 'swarm-manager' })]).toEqual([
    ['b', 'd'],
    ['d'],
    ['d'],
  ])
})

test('a problem as a line says where it is', () => {
  const drawn = sound().agent('alone').handoff('refunds', 'order', { by: 'context' }).build()
  expect(checkFlow(drawn).map((problem) => problemText(drawn, problem))).toEqual([
    '“refunds” -> “order”: The hand-off is decided by variables and has no condition. Write one, such as ${tries} > 2.',
    '“alone”: Nothing leads here from the start, so it never takes part. Draw an edge to it, or remove it.',
  ])
})

test('any flow can be checked, and errors come first', () => {
  fc.assert(
    fc.property(arbitraryFlow(), arbitraryEdits(4), (begin, edits) => {
      const problems = checkFlow(edits.reduce((current, edit) => edit(current), begin))
      const severities = problems.map((problem) => problem.severity)
      expect(severities).toEqual([...severities].sort())
      expect(problems.every((problem) => ENGLISH.message(problem.message).endsWith('.'))).toBe(true)
    }),
    { numRuns: RUNS },
  )
})

test('a thousand nodes are checked in no time', () => {
  const drawn = flow('Large').start('a0')
  for (let index = 0; index < 500; index += 1) drawn.agent(`a${index}`).builtinTool(`t${index}`)
  for (let index = 0; index < 500; index += 1) {
    drawn
      .use(`a${index}`, `t${index}`)
      .handoff(`a${index}`, `a${(index * 7 + 1) % 500}`, { condition: 'Asks for {thing}', available: 'vip' })
  }
  const large = drawn.build()
  const times = Array.from({ length: 7 }, () => {
    const before = process.threadCpuUsage()
    checkFlow(large)
    return process.threadCpuUsage(before).user / 1000
  })
  // Measured: about 10 ms. The time of this thread alone, which other programs cannot take.
  expect(Math.min(...times)).toBeLessThan(100)
})

test('what a model cannot be sent, and a tool that is not offered', () => {
  const model = {
    body: { stream: false, top_k: 1 },
    headers: { Authorization: 'x', 'X-Plain': 'y', 'X-Key': 'z', 'X-Token': '{TOKEN}' },
  }
  const spoiled = sound()
    .settings({ model })
    .agent('vip', { model: { toolChoice: 'prices', headers: { 'a b': '' } } })
  spoiled.use('vip', 'price').handoff('refunds', 'vip')
  expect(found(spoiled.build())).toEqual([
    'error reserved-model-field field=settings.model',
    'error bad-model-header field=settings.model',
    'error bad-model-header field=settings.model',
    'error bad-model-header node=vip field=model',
    'warning unknown-tool-choice node=vip field=model',
  ])
})

test('more tools, and longer descriptions, than many servers take', () => {
  const drawn = flow('F').start('a').agent('a', { name: 'A' })
  for (let at = 1; at <= 129; at += 1)
    drawn.builtinTool(`t${at}`, { name: `T${at}`, tool: 'clock', toolName: `get_time_${at}` }).use('a', `t${at}`)
  expect(checkFlow(drawn.build()).map(({ code, node }) => `${code} ${node}`)).toEqual(['many-tools a'])
  const long = flow('F').start('a').agent('a', { name: 'A' }).agent('b', { name: 'B' })
  long.handoff('a', 'b', { condition: 'words '.repeat(200) })
  expect(checkFlow(long.build()).map(({ code, edge }) => `${code} ${edge}`)).toEqual(['long-description e2'])
})
