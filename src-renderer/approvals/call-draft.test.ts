/** Arguments that a person changes keep their types. */
import { expect, test } from 'vitest'
import { draftOf, otherView, readDraft } from './call-draft'

const ARGS = { to: 'Ann', cents: 500, tags: ['a'], note: '12' }

test('a line for each argument; texts stay texts, and all else is JSON', () => {
  const draft = draftOf(ARGS)
  const lines = { to: 'Ann', cents: '500', tags: '["a"]', note: '12' }
  expect(draft).toEqual({ view: 'lines', from: ARGS, lines })
  expect(readDraft(draft)).toEqual({ args: ARGS })
  const changed = { to: 'Bob', cents: '450', tags: '[]', note: '13' }
  expect(readDraft({ view: 'lines', from: ARGS, lines: changed })).toEqual({
    args: { to: 'Bob', cents: 450, tags: [], note: '13' },
  })
  expect(readDraft({ view: 'lines', from: ARGS, lines: { cents: '4 or so' } })).toEqual({ wrong: 'cents' })
})

test('the whole as JSON and back', () => {
  const json = otherView(draftOf(ARGS))
  expect(json).toEqual({ view: 'json', text: JSON.stringify(ARGS, null, 2) })
  expect(otherView(json)).toEqual(draftOf(ARGS))
  const broken = { view: 'json', text: '[1]' } as const
  expect([otherView(broken), readDraft(broken)]).toEqual([broken, { wrong: null }])
})

test('what was made another type in the JSON, or was added there, has that type in the lines too', () => {
  const args = { to: 17, cents: '500', tags: ['a'], reason: 'late' }
  const lines = otherView({ view: 'json', text: JSON.stringify(args) })
  expect(readDraft(lines)).toEqual({ args })
  expect(otherView(lines)).toEqual({ view: 'json', text: JSON.stringify(args, null, 2) })
})
