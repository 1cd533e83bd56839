import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { flow } from '../../testing/flow-builder'
import { flowToMermaid } from './mermaid'
import { readMermaid } from './mermaid-read'
import { openFlow } from './open'

test('what was drawn comes back: names, kinds, edges with what stands on them', () => {
  const desk = flow('Desk')
    .start('a')
    .agent('a', { name: 'Ann "the" <first>' })
    .agent('b', { name: 'Bob' })
    .node('note', 'n', { text: 'Look here' })
    .httpTool('t', { name: 'Prices' })
    .handoff('a', 'b', { condition: 'Asks for money', message: 'Hello' })
    .handoff('b', 'a')
    .afterWorkOption('b', 'stay')
    .use('b', 't', { available: 'vip' })
    .build()
  const text = flowToMermaid(desk)
  const read = readMermaid(text)
  expect(read === null ? null : { text: flowToMermaid(read.flow), guessed: read.guessed, lost: read.lost }).toEqual({
    text,
    guessed: ['Prices'],
    lost: 0,
  })
  expect(Object.values(read?.flow.edges ?? {}).map(({ kind, data }) => [kind, data])).toEqual([
    ['next', {}],
    ['handoff', { condition: 'Asks for money', message: 'Hello' }],
    ['handoff', {}],
    ['after-work', { option: 'stay' }],
    ['use', { available: 'vip' }],
  ])
  expect(readMermaid(`# Page\n\`\`\`mermaid\n${text}\`\`\`\n`)?.flow.nodes).toEqual(read?.flow.nodes)
})

test('the support desk comes back whole, and other texts are none of ours', () => {
  const opened = openFlow(readFileSync('resources/examples/support-desk.flow.json', 'utf8'))
  if (!opened.ok) throw new Error('the example does not open')
  const read = readMermaid(flowToMermaid(opened.flow))
  expect([Object.keys(read?.flow.nodes ?? {}).length, read?.lost]).toEqual([Object.keys(opened.flow.nodes).length, 0])
  expect([readMermaid('flowchart LR\n  a --> b'), readMermaid('graph TD'), readMermaid('flowchart LR')]).toEqual([
    null,
    null,
    null,
  ])
})
