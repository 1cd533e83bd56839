import { expect, test } from 'vitest'
import { foldEvents, interruptThread } from '../../../src-shared/run/fold/fold'
import { EMPTY_THREAD } from '../../../src-shared/run/fold/fold-view'
import { done, numbered, started } from '../../../src-shared/testing/run-script'
import { FRESH, type RunState } from '../store/run-state'
import { editText, sinceWords, typeOf, variableLines, whyLocked } from './variable-lines'

const declared = {
  who: { type: 'string', description: 'Who is asking', default: 'nobody' },
  tries: { type: 'number', description: '' },
} as const
const talked = foldEvents(
  EMPTY_THREAD,
  numbered('r1', [
    started(1, 'Hello'),
    { type: 'variables', changes: { who: 'nobody', old: [1] }, by: 'flow' },
    { type: 'variables', changes: { tries: 1 }, by: 'counter' },
    done,
    { type: 'variables', changes: { who: 'Ann' }, by: 'user' },
  ]),
)
const state = (part: Partial<RunState>): RunState => ({ ...FRESH, threads: null, ...part })

test('before the first message: the defaults, and what goes with it', () => {
  expect(variableLines(declared, state({ preset: { tries: 2 } }))).toEqual([
    {
      name: 'who',
      type: 'string',
      isDeclared: true,
      description: 'Who is asking',
      value: 'nobody',
      byDefault: 'nobody',
      isDefault: true,
      change: null,
    },
    {
      name: 'tries',
      type: 'number',
      isDeclared: true,
      description: '',
      value: 2,
      byDefault: undefined,
      isDefault: false,
      change: null,
    },
  ])
})

test('later: what the thread has, who changed it, and what is not declared any more', () => {
  const lines = variableLines(declared, state({ view: talked, preset: { who: 'long past' } }))
  expect(
    lines.map(({ name, type, value, isDeclared, isDefault, change }) => [
      name,
      type,
      value,
      isDeclared,
      isDefault,
      change,
    ]),
  ).toEqual([
    ['who', 'string', 'Ann', true, false, { by: 'user', turn: 2 }],
    ['tries', 'number', 1, true, false, { by: 'counter', turn: 1 }],
    ['old', 'json', [1], false, false, null],
  ])
  expect(lines.map(({ change }) => sinceWords(change, 1))).toEqual([
    { isNew: true, words: 'for the next message' },
    { isNew: true, words: 'in this turn' },
    { isNew: false, words: null },
  ])
  expect(sinceWords({ by: 'user', turn: 2 }, 3)).toEqual({
    isNew: false,
    words: { text: 'in turn {turn}', values: { turn: 2 } },
  })
})

test('values are locked while a turn runs or is left in the middle, and say why; after a failure they can be mended', () => {
  const running = foldEvents(EMPTY_THREAD, numbered('r1', [started(1, 'Hello')]))
  const failed = foldEvents(
    EMPTY_THREAD,
    numbered('r1', [started(1, 'Hello'), { type: 'run.failed', node: null, error: { code: 'internal', message: '' } }]),
  )
  const left = interruptThread(running)
  const reasons = [
    {},
    { view: talked },
    { view: running },
    { view: left },
    { view: failed },
    { phase: 'opening' as const },
  ]
  expect(reasons.map((part) => whyLocked(state(part))?.split('.')[0] ?? null)).toEqual([
    null,
    null,
    'A turn is running',
    'The last turn was interrupted',
    null,
    'The conversation is being read',
  ])
})

test('what is edited is the text of a value, undeclared ones as JSON', () => {
  expect([
    editText({ type: 'string', value: 'a "b"' }),
    editText({ type: 'number', value: 3 }),
    editText({ type: 'number', value: null }),
    editText({ type: 'json', value: null }),
    editText({ type: 'json', value: { a: [1] } }),
    editText({ type: 'json', value: undefined }),
  ]).toEqual(['a "b"', '3', '', 'null', '{\n  "a": [\n    1\n  ]\n}', ''])
  expect([typeOf('a'), typeOf(1), typeOf(true), typeOf(null), typeOf([])]).toEqual([
    ...['string', 'number', 'boolean'],
    ...['json', 'json'],
  ])
})
