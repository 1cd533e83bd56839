/** The door for a file of tests refuses what is none, in words. */
import { expect, test } from 'vitest'
import { AppError } from '../../errors'
import { openTests, saveTests, type FlowTest } from './test-file'

const kept: FlowTest = {
  id: 'one',
  name: 'Hello',
  only: null,
  nodes: { a: 'Front' },
  turns: [
    {
      says: 'Hi',
      sets: {},
      answers: [],
      replies: [{ node: 'a', purpose: 'reply', text: 'Hello.', calls: [], usage: null }],
      calls: [],
      route: [
        { is: 'baton', node: 'a' },
        { is: 'said', node: 'a', text: 'Hello.' },
        { is: 'ended', how: 'done' },
      ],
    },
  ],
}
const file = { flow: { id: 'desk', name: 'Desk' }, tests: [kept] }

function whyRefused(written: string): string {
  try {
    openTests(written)
  } catch (cause) {
    return cause instanceof AppError ? cause.message : String(cause)
  }
  return 'opens'
}

test('a file of tests is read as it was written, and closed to everything else', () => {
  const written = saveTests(file)
  expect(openTests(written)).toMatchObject(file)
  expect(openTests(written.replace('"version": 2', '"version": 1'))).toMatchObject(file)
  const changed = (from: string, to: string) => {
    expect(written).toContain(from)
    return whyRefused(written.replace(from, to))
  }
  const refusals = [
    whyRefused('{"format": "baton/tests",\n "version"'),
    whyRefused('{}'),
    whyRefused('['.repeat(200_000) + ']'.repeat(200_000)),
    whyRefused(' '.repeat(20_000_001)),
    changed('"version": 2', '"version": 3'),
    changed('"version": 2', '"version": 0'),
    changed('"says": "Hi"', '"says": "Hi", "shell": "rm"'),
    changed('"is": "ended"', '"is": "exploded"'),
    changed('"name": "Hello"', '"name": "  "'),
    changed('"sets": {}', '"sets": {"__proto__": 1}'),
    whyRefused(saveTests({ ...file, tests: [kept, kept] })),
    whyRefused(saveTests({ ...file, tests: Array.from({ length: 501 }, (_, at) => ({ ...kept, id: `t${at}` })) })),
  ]
  expect(refusals).toMatchInlineSnapshot(`
    [
      "These tests cannot be read: it stops being JSON at line 2.",
      "These tests cannot be read: it does not hold tests of a flow.",
      "These tests cannot be read: nested more than 100 levels deep.",
      "These tests cannot be read: it is larger than 20 MB.",
      "These tests cannot be read: a newer Baton wrote it. Update Baton.",
      "These tests cannot be read: version is not as it should be (must be at least 1).",
      "These tests cannot be read: tests.0.turns.0 is not as it should be (unknown field: "shell").",
      "These tests cannot be read: tests.0.turns.0.route.2.is is not as it should be (has a form that is not allowed here).",
      "These tests cannot be read: tests.0.name is not as it should be (must not be empty).",
      "These tests cannot be read: a field may not be called __proto__.",
      "These tests cannot be read: two of its tests have the same id.",
      "These tests cannot be read: tests is not as it should be (must have at most 500 entries).",
    ]
  `)
})
