import { expect, test } from 'vitest'
import { flow } from '../testing/flow-builder'
import { EDGES } from './edges'
import { FIELD_TYPES, hasCode, hasTrait, meantHints, withoutCode } from './field-types'
import { fieldsOf } from './fields-of'
import { KIND_LIST } from './index'

const CODE = { code: 'export function run() {}' }

test('every field whose schema takes code is of a type that holds code', () => {
  const definitions = [...KIND_LIST, ...Object.values(EDGES)]
  const taking = definitions.flatMap(({ kind, schema, fields }) =>
    Object.keys(schema.shape).flatMap((key) => {
      const parsed = schema.safeParse({ [key]: CODE })
      const takesCode = parsed.success && JSON.stringify(parsed.data[key]).includes('"timeout"')
      const hint = fields.find((one) => one.key === key)
      return takesCode ? [{ field: `${kind}.${key}`, code: hint && FIELD_TYPES[hint.type].code }] : []
    }),
  )
  expect(taking.map(({ field }) => field)).toEqual(expect.arrayContaining(['observer.code', 'handoff.conditionCode']))
  expect(taking.filter(({ code }) => code !== 'callable')).toEqual([])
})

test('code in the place of a field is found, also within a carry-over; a program is what its tool is', () => {
  const { nodes, edges } = flow('Desk')
    .start('a')
    .agent('a', { promptCode: CODE })
    .agent('b')
    .node('nested-chat', 'n', { carryover: { summaryMethod: 'code', summaryCode: CODE } })
    .node('nested-chat', 'm', { carryover: { summaryMethod: 'all' } })
    .node('code-tool', 't', CODE)
    .handoff('a', 'b', { conditionCode: CODE, condition: 'wants more' })
    .handoff('b', 'a')
    .build()
  const all = [...Object.entries(nodes), ...Object.entries(edges)]
  const found = all.filter(([, of]) => hasCode(fieldsOf(of), of.data)).map(([id, { kind }]) => `${kind} ${id}`)
  expect(found).toEqual(['agent a', 'nested-chat n', expect.stringMatching(/^handoff /)])
  const kept = all.map(([, of]) => Object.keys(withoutCode(fieldsOf(of), of.data)))
  expect(kept.flat().filter((key) => key === 'code' || key.endsWith('Code'))).toEqual([])
})

test('of several hints for one field that is meant whose condition holds, else the first', () => {
  const typeOf = (by?: string) => {
    const hints = meantHints(EDGES.handoff.fields, by === undefined ? {} : { by })
    return hints.find(({ key }) => key === 'condition')?.type
  }
  expect([typeOf(), typeOf('model'), typeOf('context')]).toEqual(['text', 'text', 'expression'])
})

test('a hint with a trait is one of the types that have it', () => {
  const ports = KIND_LIST.flatMap(({ fields }) =>
    fields.flatMap((hint) => (hasTrait(hint, 'namesNode', true) ? [hint.port] : [])),
  )
  expect(ports).toEqual(['candidates'])
})
