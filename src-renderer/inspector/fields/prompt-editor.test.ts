/** What completes after a brace in a prompt, and what it replaces. */
import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completed } from './prompt-editor'

const NAMES = [
  { name: 'tools', about: 'slot', description: '' },
  { name: 'tries', about: 'number · 2', description: 'How often' },
]

/** Completes where `|` stands; answers with the texts that it could become. */
function texts(written: string): string[] | null {
  const pos = written.indexOf('|')
  const state = EditorState.create({ doc: written.replace('|', '') })
  const result = completed(new CompletionContext(state, pos, false), NAMES)
  if (result === null) return null
  return result.options.map(({ label }) =>
    state.update({ changes: { from: result.from, to: result.to ?? pos, insert: label } }).state.doc.toString(),
  )
}

test('a brace offers slots and variables, and a brace that is closed already is not doubled', () => {
  expect(texts('You have {|')).toEqual(['You have {tools}', 'You have {tries}'])
  expect(texts('You have {to|} now')).toEqual(['You have {tools} now', 'You have {tries} now'])
})

test('a doubled brace, a word without one and JSON are left alone', () => {
  expect([texts('{{|'), texts('tools|'), texts('{ "a|')]).toEqual([null, null, null])
})

test('what is typed on into a name asks for no new list, during which Enter would begin a line', () => {
  const { validFor } = completed(new CompletionContext(EditorState.create({ doc: '{' }), 1, false), NAMES) ?? {}
  if (!(validFor instanceof RegExp)) throw new Error('The list does not say for what it holds.')
  expect(['{t', '{tools', '{to}', '{нет'].filter((text) => !validFor.test(text))).toEqual([])
  expect(['{{', '{a b', 't', '{to} n'].filter((text) => validFor.test(text))).toEqual([])
})
