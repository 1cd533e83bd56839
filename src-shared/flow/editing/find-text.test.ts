/** Finding in everything that was written, and replacing it, without touching ids or names of variables. */
import { expect, test } from 'vitest'
import { flow } from '../../testing/flow-builder'
import { findText, replaceText, textsOf } from './find-text'

const desk = flow('Desk')
  .variable('refund', { default: '' })
  .start('refund')
  .agent('refund', { name: 'Refund desk', prompt: 'Handle refunds. The refund is {refund}. Not REFUNDABLE.' })
  .agent('tech', { name: 'Tech', description: 'No refund here' })
  .builtinTool('clock', { name: 'Clock', toolName: 'refund_clock' })
  .handoff('refund', 'tech', { by: 'context', condition: '${refund} == "refund"' })
  .handoff('tech', 'refund', { condition: 'wants a refund' })
  .use('tech', 'clock')
  .settings({ starters: ['A refund, please', 'Hello'] })
  .build()

const found = (query: string, options = {}) =>
  findText(textsOf(desk), query, options).map(
    ({ place: { owner, field, path }, isVariable }) =>
      `${owner.of === 'flow' ? 'flow' : owner.id} ${[field, ...path].join('.')}${isVariable ? ' (variable)' : ''}`,
  )

test('names, prompts, conditions and starters are searched; ids and tool names are not', () => {
  expect(found('refund')).toEqual([
    'refund name',
    'refund prompt',
    'refund prompt',
    'refund prompt (variable)',
    'refund prompt',
    'tech description',
    'e2 condition (variable)',
    'e2 condition',
    'e3 condition',
    'flow starters.0',
  ])
  expect(found('refund', { isCaseKept: true })).toHaveLength(8)
  expect(found('refund', { isWholeWord: true, isCaseKept: true })).not.toContain('refund name')
  expect([found(''), found('(.*'), found('e3')]).toEqual([[], [], []])
})

test('whatever is typed is looked for as it stands', () => {
  const marks = [...Array(0x7f - 0x20).keys()].map((at) => String.fromCharCode(at + 0x20)).join('')
  const texts = textsOf(
    flow('Marks')
      .start('a')
      .agent('a', { prompt: `Say ${marks} or \u{1f370}\u0130.` })
      .build(),
  )
  for (const query of [...marks, marks, '\u{1f370}', '\u0130', 'write-up', '[0-9]+']) {
    const hits = findText(texts, query).map(({ place: { text }, start, end }) => text.slice(start, end).toLowerCase())
    expect({ query, others: hits.filter((hit) => hit !== query.toLowerCase()) }).toEqual({ query, others: [] })
    expect(hits.length > 0).toBe(texts.some(({ text }) => text.toLowerCase().includes(query.toLowerCase())))
  }
})

test('all are replaced at once, but for names of variables', () => {
  const after = replaceText(desk, findText(textsOf(desk), 'refund', { isWholeWord: true }), 'credit')
  expect(after.nodes['refund']?.name).toBe('credit desk')
  expect(after.nodes['refund']?.data['prompt']).toBe('Handle refunds. The credit is {refund}. Not REFUNDABLE.')
  expect(after.edges['e2']?.data['condition']).toBe('${refund} == "credit"')
  expect(after.edges['e3']?.data['condition']).toBe('wants a credit')
  expect(after.settings['starters']).toEqual(['A credit, please', 'Hello'])
  expect(after.nodes['clock']).toBe(desk.nodes['clock'])
  expect(Object.keys(after.nodes)).toEqual(Object.keys(desk.nodes))
})

test('one hit alone is replaced, and what is replaced by a pattern is plain text', () => {
  const [, second] = findText(textsOf(desk), 'refund').filter(({ place }) => place.field === 'prompt')
  const after = replaceText(desk, second === undefined ? [] : [second], '$& credit')
  expect(after.nodes['refund']?.data['prompt']).toBe('Handle refunds. The $& credit is {refund}. Not REFUNDABLE.')
})

test('a thousand nodes are read and searched at once', () => {
  const node = { kind: 'agent', name: 'One', data: { prompt: 'Handle a refund. '.repeat(50) } }
  const nodes = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`n${index}`, { ...node }]))
  const before = process.cpuUsage()
  expect(findText(textsOf({ ...desk, nodes, edges: {} }), 'refund')).toHaveLength(50_001)
  // Processor time, in microseconds: what else runs on a busy machine is not in it.
  expect(process.cpuUsage(before).user).toBeLessThan(1_000_000)
})
