/** What holds for any text and any plan. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someRuns } from '../../testing/some-runs'
import type { Json } from '../../flow/records'
import { planLevels } from './levels'
import { parsePlan, planSoFar } from './parse'
import { printPlan } from './print'
import { fillInput, referencesIn } from './references'

/** Pieces of which replies, and traps in them, are made. */
const PIECES = [
  'Plan: ',
  'plan 1:',
  '**Plan**：',
  'Plan 2',
  '#E1 = ',
  '#E2=',
  '#E[3] ＝ ',
  '#e10 =',
  '#E1',
  '#E',
  '=',
  'T',
  'T[',
  'T(',
  '[',
  ']',
  '(',
  ')',
  '［',
  '］',
  '\n',
  '\n\n',
  '\r\n',
  ' ',
  '"',
  "'",
  '\\',
  '`',
  '```\n',
  '**',
  '- ',
  '1. ',
  '| ',
  '> ',
  '{',
  '}',
  ',',
  '"evidence"',
  '[{"plan":"a","evidence":{',
  '"placeholder":"#E1","tool":"T"}}]',
  '<think>',
  '</think>',
  'a',
  'b c',
  '计划：',
  'План: ',
  '😀',
  '\ud800',
  '.',
  ':',
  '$&',
]
const reply = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 200 }),
)
const trimmed = (text: fc.Arbitrary<string>) => text.map((one) => one.trim())
const anyStep = fc
  .record({
    id: fc.nat(99).map((number) => `E${number}`),
    plan: trimmed(fc.oneof(fc.string({ unit: 'binary' }), reply)),
    tool: trimmed(fc.oneof(fc.constantFrom('Search', 'web.fetch', 'Поиск 2'), fc.string())).filter(
      (tool) => tool !== '',
    ),
    input: fc.oneof(fc.string({ unit: 'binary' }), reply),
  })
  .map((step) => ({ ...step, deps: referencesIn(step.input) }))

test('no text makes the grammar throw; with or without steps, there is an error or a sound plan', () => {
  fc.assert(
    fc.property(reply, (text) => {
      const { steps, error } = parsePlan(text, { tools: ['T'] })
      const ids = new Set(steps.map(({ id }) => id))
      if (error !== null) {
        expect(error.line === null || (error.line >= 1 && error.line <= text.split(/\r\n|\r|\n/).length)).toBe(true)
        return
      }
      expect(steps.length).toBeGreaterThan(0)
      expect(ids.size).toBe(steps.length)
      expect(steps.every(({ tool, deps }) => tool === 'T' && deps.every((dep) => ids.has(dep)))).toBe(true)
      expect(planLevels(steps).flat().toSorted()).toEqual([...ids].toSorted())
    }),
    { numRuns: someRuns(3_000) },
  )
})

test('what was read of any text reads back from its print', () => {
  fc.assert(
    fc.property(reply, (text) => {
      const { steps } = parsePlan(text)
      expect(parsePlan(printPlan(steps)).steps).toEqual(steps)
    }),
    { numRuns: someRuns(2_000) },
  )
})

test('any plan reads back from its print', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 6 }), (steps) => {
      expect(parsePlan(printPlan(steps)).steps).toEqual(steps)
    }),
    { numRuns: someRuns(1_000) },
  )
})

test('a list in the words of a step is no plan of its own while its action is still to come', () => {
  const said = 'Plan: [{"plan":"a","evidence":{"placeholder":"#E1","tool":"T"}}]\n'
  expect(planSoFar(said).map(({ tool }) => tool)).not.toContain('T')
  expect(planSoFar(`${said}#E1 = Search[cake]\n`).map(({ tool }) => tool)).toEqual(['Search'])
})

test('while a text streams nothing throws, and the steps of a tidy plan only grow to those of the whole', () => {
  fc.assert(
    fc.property(reply, fc.nat(), (text, cut) => {
      planSoFar(text.slice(0, text.length === 0 ? 0 : cut % text.length))
    }),
    { numRuns: someRuns(1_000) },
  )
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 5 }), (steps) => {
      const text = printPlan(steps)
      const whole = parsePlan(text).steps
      // An input that brackets leave open has to wait for the end, and a backslash or a quote may hide the closing one.
      if (steps.some(({ input }) => /[[\]［］\\"'`“”‘’\n]/.test(input))) return
      expect(planSoFar(text)).toEqual(whole)
      const ends = [...text.matchAll(/\n/g)].map((match) => match.index + 1)
      let before = 0
      for (const end of ends) {
        const now = planSoFar(text.slice(0, end))
        expect(now).toEqual(whole.slice(0, now.length))
        expect(now.length).toBeGreaterThanOrEqual(before)
        before = now.length
      }
    }),
    { numRuns: someRuns(300) },
  )
})

/** Plans in which each step uses any of the ones before, in any nesting, with any text between. */
const dag = fc
  .array(
    fc.tuple(fc.array(fc.nat(30), { maxLength: 4 }), fc.boolean(), fc.constantFrom(' ', ', ', "'s ", '的', '(', ') ')),
    {
      minLength: 1,
      maxLength: 25,
    },
  )
  .map((rows) =>
    rows.map(([uses, isNested, between], index): { id: string; input: Json; uses: string[] } => {
      const ids = index === 0 ? [] : uses.map((use) => `E${(use % index) + 1}`)
      const texts = ids.map((id) => `#${id}${between}`)
      return { id: `E${index + 1}`, input: isNested ? { q: texts, n: [index] } : texts.join(''), uses: ids }
    }),
  )

test('in any plan without loops every reference is filled, and what is put in is never read again', () => {
  fc.assert(
    fc.property(dag, (steps) => {
      const results = new Map<string, Json>()
      for (const { id, input, uses } of steps) {
        expect(referencesIn(input)).toEqual([...new Set(uses)])
        const filled = fillInput(input, (dep) => results.get(dep))
        // Each result names the next steps, which must stay as they are.
        const put = referencesIn(filled)
        expect(put).toEqual(uses.length === 0 ? [] : ['E1', 'E2', 'E99'])
        const known = uses.map((use) => results.get(use))
        expect(JSON.stringify(filled).split('#E99').length - 1).toBe(known.length)
        results.set(id, `<#E1 #E2 $& $1 #E99>`)
      }
    }),
    { numRuns: someRuns(100) },
  )
})

test('levels: each step once, behind all that it needs, and no later than that asks for', () => {
  fc.assert(
    fc.property(dag, fc.func(fc.nat()), (steps, order) => {
      const plan = steps
        .map(({ id, input }) => ({ id, deps: referencesIn(input) }))
        .toSorted((one, other) => order(one.id) - order(other.id))
      const levels = planLevels(plan)
      const level = new Map(levels.flatMap((ids, index) => ids.map((id) => [id, index] as const)))
      expect(levels.flat().length).toBe(plan.length)
      for (const { id, deps } of plan) {
        expect(level.get(id)).toBe(Math.max(-1, ...deps.map((dep) => level.get(dep) ?? Number.NaN)) + 1)
      }
    }),
    { numRuns: someRuns(100) },
  )
})

test.each([
  '[',
  '#E1 = a[ ',
  '#E1 = a["',
  "#E1 = a['x ",
  'Plan: #E ** ',
  'Plan****',
  '<think> ',
  '</think>\n',
  'Plan: #E1=a[[(',
  '[{"evidence":"',
  '#E1 =\n',
  '#E1 = ',
  '\\[',
  '" [',
  '\n',
  ' ',
  '{',
  '1. ',
  'Plan: a\n#E1 = T[#E1]\n',
])('a large text of %j is read in no time to speak of', (piece) => {
  const text = piece.repeat(Math.ceil(200_000 / piece.length))
  expect(parsePlan(text).error).not.toBeNull()
  expect(planSoFar(text).length).toBeGreaterThanOrEqual(0)
})
