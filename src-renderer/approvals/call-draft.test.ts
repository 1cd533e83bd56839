/** Arguments that a person changes keep their types. */
import { expect, test } from 'vitest'
import { draftOf, otherView, readDraft } from './call-draft'

const ARGS = { to: 'Ann', cents: 500, tags: ['a'], note: '12' }

test('a line for each argument; texts stay texts, and all else is JSON', () => {
  const draft = draftOf(ARGS)
  expect(draft).toEqual({ view: 'lines', lines: { to: 'Ann', cents: '500', tags: '["a"]', note: '12' } })
  expect(readDraft(draft, ARGS)).toEqual({ args: ARGS })
  const changed = { view: 'lines', lines: { to: 'Bob', cents: '450', tags: '[]', note: '13' } } as const
  expect(readDraft(changed, ARGS)).toEqual({ args: { to: 'Bob', cents: 450, tags: [], note: '13' } })
  expect(readDraft({ view: 'lines', lines: { cents: '4 or so' } }, ARGS)).toEqual({ wrong: 'cents' })
})

test('the whole as JSON and back', () => {
  const json = otherView(draftOf(ARGS), ARGS)
  expect(json).toEqual({ view: 'json', text: JSON.stringify(ARGS, null, 2) })
  expect(otherView(json, ARGS)).toEqual(draftOf(ARGS))
  const broken = { view: 'json', text: '[1]' } as const
  expect([otherView(broken, ARGS), readDraft(broken, ARGS)]).toEqual([broken, { wrong: null }])
})
