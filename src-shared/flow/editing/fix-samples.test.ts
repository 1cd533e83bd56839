/** Every fix that changes a flow takes its problem away, in one edit; a flow for each of them. */
import { inEnglish } from '../../testing/in-english'
import { expect, test } from 'vitest'
import { flow, type FlowBuilder } from '../../testing/flow-builder'
import { PROBLEM_CODES, type ProblemCode } from '../../kinds/problem-codes'
import { checkFlow } from '../checks/check'
import type { Flow, FlowNode } from '../records'
import { FIXES, fixFor } from './fixes'

const desk = (): FlowBuilder => flow('F').start('a').agent('a')
const chats = (...data: Parameters<FlowBuilder['edge']>[2][]): FlowBuilder => {
  const drawn = flow('F').start('a').agent('a').node('nested-chat', 'n', { async: true }).agent('b').agent('c')
  drawn.handoff('a', 'n')
  data.forEach((one, index) => drawn.edge('recipient', { from: 'n', to: index === 0 ? 'b' : 'c' }, one))
  return drawn
}
const codeTool = (data: { [field: string]: string | string[] | object }): FlowBuilder =>
  desk()
    .node('code-tool', 't', { code: 'export function run() {}', ...data })
    .use('a', 't')

/** What no door lets in, and an edit of another window may still bring. */
function setRecord(id: string, node: FlowNode): Flow {
  const drawn = desk().build()
  return { ...drawn, nodes: { ...drawn.nodes, [id]: node } }
}

/** A flow with the problem. */
const SAMPLES: { readonly [C in ProblemCode]?: () => FlowBuilder | Flow } = {
  'bad-host': () => codeTool({ hosts: ['no host/', 'example.com'] }),
  'bad-parameters': () => codeTool({ parameters: { properties: { a: {} } } }),
  'bad-tool-name': () => codeTool({ toolName: 'two words' }),
  'bad-variable-type': () =>
    flow('F')
      .variable('kept', { type: 'number', default: 1 })
      .start('a')
      .agent('a', { output: { schema: { type: 'object', properties: { a: {} } }, variable: 'kept' } }),
  'base-choice-missing': () =>
    flow('F')
      .start('d')
      .node('default-worker', 'd', { baseChoice: 'gone' })
      .agent('b')
      .edge('candidate', { from: 'd', to: 'b' }),
  'base-choice-not-drawn': () =>
    flow('F').start('d').node('default-worker', 'd', { baseChoice: 'b' }).node('message-worker', 'b', { value: 'Hi' }),
  'dangling-edge': () => desk().handoff('a', 'gone'),
  'duplicate-chat-id': () => chats({ chatId: 'x', message: 'Go' }, { chatId: 'x', message: 'Go' }),
  'duplicate-code': () =>
    flow('F')
      .start('s')
      .supervisor('s')
      .dialog('d', { code: 'X', toolDescription: 'Used' })
      .dialog('e', { code: 'X', toolDescription: 'Used' })
      .delegate('s', 'd')
      .delegate('s', 'e'),
  'duplicate-edge': () => desk().builtinTool('t').use('a', 't').use('a', 't'),
  'duplicate-name': () => desk().agent('b', { name: 'a' }).handoff('a', 'b'),
  'duplicate-tool': () =>
    desk()
      .httpTool('t', { toolName: 'x', url: 'https://a.example' })
      .httpTool('u', { toolName: 'x', url: 'https://a.example' })
      .use('a', 't')
      .use('a', 'u'),
  'invalid-data': () => setRecord('a', { kind: 'agent', name: 'a', data: { maxToolRounds: 'many' } }),
  'invalid-settings': () => ({ ...desk().build(), settings: { limits: 'none' } }),
  'lost-slot': () => flow('F').start('s').supervisor('s', { prompt: 'Bare.' }),
  'no-branches': () => flow('F').start('c').node('condition', 'c'),
  'no-chat-id': () => chats({ message: 'Go' }, { chatId: 'x', message: 'Go' }),
  'no-code': () => codeTool({ code: '' }),
  'no-export': () => codeTool({ code: 'function run(args) { return 1 }' }),
  'no-initial': () => desk().settings({ swarm: { initial: 'gone' } }),
  'no-name': () => flow('F').start('a').agent('a', { name: '' }),
  'no-outcomes': () =>
    desk()
      .observer('o', { type: 'question', prompt: 'Is it? {message} {reply} {description} {history} {answers}' })
      .observe('a', 'o'),
  'no-start': () => flow('F').agent('a'),
  'no-summary-method': () =>
    flow('F')
      .start('n')
      .node('nested-chat', 'n', { carryover: {} })
      .agent('b')
      .edge('recipient', { from: 'n', to: 'b' }, { message: 'Go' }),
  'no-way-out': () =>
    flow('F')
      .start('s')
      .supervisor('s', { switchObserver: false })
      .dialog('d', { toolDescription: 'Used' })
      .delegate('s', 'd'),
  'not-accepted': () => desk().builtinTool('t').handoff('a', 't'),
  'option-elsewhere': () => desk().agent('b').handoff('a', 'b').afterWork('a', 'b', { option: 'terminate' }),
  'pool-in-pool': () =>
    desk().node('workbench', 'p').node('workbench', 'q').builtinTool('t').use('a', 'p').use('p', 'q').use('q', 't'),
  'pool-replies': () =>
    flow('F')
      .start('n')
      .node('nested-chat', 'n')
      .agent('b')
      .edge('recipient', { from: 'n', to: 'b' }, { message: 'Go' })
      .node('workbench', 'p')
      .builtinTool('t')
      .use('p', 't')
      .use('n', 'p'),
  'reserved-model-field': () =>
    flow('F')
      .start('a')
      .agent('a', { model: { body: { messages: [], more: 1 } } }),
  'results-type': () =>
    flow('F')
      .variable('found', { type: 'string' })
      .start('m')
      .node('map', 'm', { items: '${list}', results: 'found' })
      .agent('b')
      .edge('next', { from: 'm', to: 'b', port: 'item' }),
  'second-start': () => desk().node('start', 'other', { name: 'Other' }).agent('b').next('other', 'b'),
  'self-edge': () => desk().handoff('a', 'a'),
  'source-replies': () =>
    flow('F')
      .start('n')
      .node('nested-chat', 'n')
      .agent('b')
      .edge('recipient', { from: 'n', to: 'b' }, { message: 'Go' })
      .node('mcp-server', 'p', { transport: { type: 'http', url: 'https://a.example' } })
      .use('n', 'p'),
  'start-leads-nowhere': () => flow('F').node('start', 'start', { name: 'Start' }).agent('a'),
  'too-many-edges': () => desk().agent('b').next('start', 'b'),
  'undeclared-variable': () => desk().agent('b').handoff('a', 'b', { by: 'context', condition: '${tries} > 2' }),
  'unknown-edge-kind': () => desk().agent('b').edge('from-the-future', { from: 'a', to: 'b', port: 'x' }),
  'unknown-kind': () => desk().node('from-the-future', 'x'),
  'unknown-port': () => desk().agent('b').edge('handoff', { from: 'a', to: 'b', port: 'gone' }),
  'unknown-prerequisite': () =>
    chats({ chatId: 'x', message: 'Go' }, { chatId: 'y', message: 'Go', prerequisites: ['x', 'gone'] }),
  'unknown-speaker': () => desk().rehearsal({ when: { speaker: 'Nobody' }, text: 'Hi' }, { text: 'Else' }),
  'unknown-summary-method': () => chats({ chatId: 'x', message: 'Go', summaryMethod: 'magic' }),
  'unknown-tool-choice': () =>
    flow('F')
      .start('a')
      .agent('a', { model: { toolChoice: 'gone' } })
      .builtinTool('t')
      .use('a', 't'),
  unreachable: () => flow('F').node('start', 'start', { name: 'Start' }).agent('a'),
  'wrong-port': () => desk().agent('b').edge('handoff', { from: 'a', to: 'b', port: 'tools' }),
}

const codes = Object.keys(PROBLEM_CODES) as ProblemCode[]
const edits = codes.filter((code) => FIXES[code].type === 'edit')

test('every fix that changes a flow has its sample here, and every code says why where it has no fix', () => {
  expect(Object.keys(SAMPLES).sort()).toEqual([...edits].sort())
  const reasons = codes.flatMap((code) => {
    const fix = FIXES[code]
    return fix.type === 'none' ? [fix.why] : []
  })
  expect(reasons.filter((why) => !/^[A-Z].*\.$/.test(why))).toEqual([])
})

test.each(edits)('%s is mended with one click', (code) => {
  const sample = SAMPLES[code]?.() ?? flow('F')
  const drawn = 'build' in sample ? sample.build() : sample
  const found = checkFlow(drawn).filter((problem) => problem.code === code)
  expect(found.length).toBeGreaterThan(0)
  const [problem] = found
  const offer = problem === undefined ? null : fixFor(drawn, problem)
  expect(inEnglish(offer?.words)).toMatch(/^[A-Z].{3,60}$/)
  const mended = offer?.apply?.(drawn) ?? drawn
  expect(mended).not.toBe(drawn)
  expect(checkFlow(mended).filter((one) => one.code === code)).toHaveLength(found.length - 1)
})
