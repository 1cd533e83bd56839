/** The tools of a pool as rows, and what a person changes about them. */
import { ENGLISH, message } from '../../../src-shared/languages/translate'
import { describe, expect, it } from 'vitest'
import type { Flow } from '../../../src-shared/flow/records'
import { flow } from '../../../src-shared/testing/flow-builder'
import { argumentRows } from './argument-rows'
import { removeQuery, saveQuery, setEnabled, setJoined, setOverride, takeOut } from './tool-edits'
import { filteredItems, toolRows } from './tool-rows'

const EMPTY = { type: 'object', properties: {} } as const
const HEARD = new Map([
  [
    's',
    ['issues', 'clock'].map((name) => ({ name, tool: `git/${name}`, description: `Does ${name}.`, parameters: EMPTY })),
  ],
])
const drawn = (data = {}) =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'Helper' })
    .node('workbench', 'w', { name: 'Office', ...data })
    .use('a', 'w')
    .node('builtin-tool', 'c', { name: 'Clock' })
    .node('builtin-tool', 'm', { name: 'Sum', tool: 'calculator' })
    .node('mcp-server', 's', { name: 'GitHub' })
    .use('w', 'c')
    .use('w', 's')
    .use('w', 'm')
const rows = (built: Flow) => toolRows(built, 'w', HEARD)
const brief = (built: Flow) =>
  rows(built)
    .tools.map(({ name, enabled }) => `${enabled ? '' : '-'}${name}`)
    .join(' ')
const row = (built: Flow, source: string, given: string) => {
  const found = rows(built).tools.find((tool) => tool.source === source && tool.given === given)
  if (found === undefined) throw new Error(`no ${given} of ${source}`)
  return found
}

describe('toolRows', () => {
  it('has sources before their tools, in the order of the edges', () => {
    const { items, sources, on } = rows(drawn().build())
    expect(items.map((item) => (item.type === 'source' ? `[${item.source.name}]` : item.tool.given))).toEqual([
      'clock',
      '[GitHub]',
      'issues',
      'clock',
      'calculator',
    ])
    expect([sources.map(({ id, count }) => [id, count]), on]).toEqual([[['s', 2]], 4])
  })

  it('tells of the same name within the pool, and beside it, where a prefix helps', () => {
    const within = drawn().build()
    expect(row(within, 'c', 'clock').clash).toEqual({
      with: message('“{name}” in this pool', { name: 'GitHub' }),
      byPrefix: false,
    })
    const beside = drawn().node('builtin-tool', 'm2', { name: 'Own sum', tool: 'calculator' }).use('a', 'm2').build()
    expect(row(beside, 'm', 'calculator').clash).toEqual({
      with: message('“{words}”', { words: 'Own sum' }),
      byPrefix: true,
    })
    const other = drawn().node('workbench', 'w2', { name: 'Second' }).use('a', 'w2').use('w2', 'm').build()
    expect(row(other, 'm', 'calculator').clash).toBeNull()
  })

  it('finds by words in names, descriptions and sources', () => {
    const all = rows(drawn().build())
    const find = (words: string) =>
      filteredItems(all, words, (id) => (id === 's' ? 'GitHub' : id)).map((item) => item.key.split(' ').at(-1))
    expect(find('does  ISSUES')).toEqual(['s', 'issues'])
    expect(find('github')).toEqual(['s', 'issues', 'clock'])
    expect(find('arithmetic')).toEqual(['calculator'])
    expect(find('nothing')).toEqual([])
  })

  it('shows a source by itself, as it offers its tools', () => {
    const { items, sources } = toolRows(drawn({ prefix: true }).build(), 's', HEARD)
    expect(items.map(({ key }) => key)).toEqual(['issues', 'clock'])
    expect(sources).toMatchObject([{ id: 's', edge: null, count: 2 }])
  })
})

describe('edits', () => {
  it('switch a tool of its own by its edge, one of many by its name, a source by its edge', () => {
    const before = drawn().build()
    const issues = row(before, 's', 'issues')
    const own = row(before, 'm', 'calculator')
    const off = setEnabled(before, 'w', { tools: [issues, own], isOn: false })
    expect([brief(off), off.nodes['w']?.data]).toEqual(['clock -issues clock -calculator', { disabled: ['issues'] }])
    expect(setEnabled(off, 'w', { tools: [issues, own], isOn: true })).toEqual(before)
    const dark = setJoined(before, issues.edge ?? '', false)
    expect([brief(dark), row(dark, 's', 'issues').isOffWithSource]).toEqual(['clock -issues -clock calculator', true])
    expect(brief(takeOut(before, issues.edge ?? ''))).toBe('clock calculator')
  })

  it('rename and describe, until both are empty again', () => {
    const before = drawn().build()
    const tool = row(before, 's', 'issues')
    const named = setOverride(before, 'w', { tool, change: { name: 'tickets' } })
    expect(row(named, 's', 'issues')).toMatchObject({ name: 'tickets', override: { name: 'tickets', description: '' } })
    expect(setOverride(named, 'w', { tool: row(named, 's', 'issues'), change: { name: '' } })).toEqual(before)
  })

  it('keep each query once', () => {
    const once = saveQuery(drawn().build(), 'w', { query: 'time', expected: ['clock'] })
    const twice = saveQuery(once, 'w', { query: 'time', expected: ['clock', 'issues'] })
    expect(twice.nodes['w']?.data['queries']).toEqual([{ query: 'time', expected: ['clock', 'issues'] }])
    expect(removeQuery(twice, 'w', 'time').nodes['w']?.data).toEqual({})
  })
})

describe('argumentRows', () => {
  it('reads nested schemas, and bears anything', () => {
    const schema = {
      type: 'object',
      required: ['to'],
      properties: {
        to: {
          type: 'array',
          items: { type: 'object', properties: { mail: { type: 'string', description: 'Where to' } } },
        },
        kind: { enum: ['a', 'b'] },
        when: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
        odd: true,
      },
    }
    expect(
      argumentRows(schema, ENGLISH).map(({ name, type, isRequired, depth }) => [name, type, isRequired, depth]),
    ).toEqual([
      ['to', 'list of object', true, 0],
      ['mail', 'text', false, 1],
      ['kind', '"a" | "b"', false, 0],
      ['when', 'whole number | null', false, 0],
      ['odd', 'anything', false, 0],
    ])
    expect(
      [null, [], { properties: [] }, { properties: { a: { properties: null } } }].map(
        (one) => argumentRows(one, ENGLISH).length,
      ),
    ).toEqual([0, 0, 0, 1])
  })
})
