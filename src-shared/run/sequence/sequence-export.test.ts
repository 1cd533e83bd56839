import fc from 'fast-check'
import { expect, test } from 'vitest'
import { someRuns } from '../../testing/some-runs'
import { ENGLISH } from '../../languages/translate'
import { AT, clockTurn, done, numbered, started } from '../../testing/run-script'
import type { NewRunEvent } from '../log/events'
import { foldEvents } from '../fold/fold'
import { EMPTY_THREAD, turnsOf } from '../fold/fold-view'
import { logEntrySchema } from '../log/log'
import { castOf } from './sequence-cast'
import { EMPTY_SEQUENCE, sequenceOf } from './sequence'
import type { Sequence } from './sequence-parts'
import { sequenceToMermaid } from './sequence-mermaid'
import { sequenceToSvg } from './sequence-svg'
import { widthOf, wrapText } from '../../flow/export/svg-text'

const NODES = {
  concierge: { kind: 'supervisor', name: 'Concierge', data: {} },
  clock: { kind: 'builtin-tool', name: 'Clock', data: {} },
}

const clock = sequenceOf(turnsOf(foldEvents(EMPTY_THREAD, numbered('r1', clockTurn))), castOf(NODES))

/** A user who says `words` to a dialog of that name, which hands back for that reason. */
function hostile(words: string): Sequence {
  const base = { turn: 1, at: AT }
  const entry = (scope: string, rest: Record<string, unknown>): NewRunEvent => {
    const parsed = logEntrySchema.parse({ ...base, scope, ...rest })
    return { type: 'entry', node: parsed.author, path: scope, entry: parsed }
  }
  const move = { kind: 'handoff', edge: null, by: 'model', reason: words, fromScope: 'main', carries: [] }
  const events = [
    started(1, words),
    entry('main', { id: 'e1', kind: 'text', author: 'user', text: words }),
    entry('main/b:1', { id: 'e2', author: 'a', from: 'a', to: 'b', ...move }),
    entry('main/b:1', { id: 'e3', kind: 'text', author: 'b', text: words }),
    entry('main', { id: 'e4', author: 'b', from: 'b', to: 'a', ...move }),
    entry('main', { id: 'e5', kind: 'system', author: 'flow', text: words }),
    done,
  ]
  const nodes = { a: { kind: 'agent', name: words, data: {} }, b: { kind: 'dialog', name: words, data: {} } }
  return sequenceOf(turnsOf(foldEvents(EMPTY_THREAD, numbered('r1', events))), castOf(nodes))
}

const HOSTILE = [
  '<script>alert(1)</script>',
  ']]> <!-- -->',
  'a; b # c',
  'end',
  'alt x\nend\nA->>B: pwned',
  '%%{init: {}}%% $$x$$',
  'wrap: "quoted" \\n <br>',
  '\u0000\u0007\u001b[31m\ud800 half',
  '👩‍👩‍👧 🇺🇦 ñ Привет 你好',
  'שלום \u202Eevil\u202C عالم',
  'x'.repeat(3000),
  '',
]

test('Mermaid of one turn', () => {
  expect(sequenceToMermaid(clock, ENGLISH)).toBe(`sequenceDiagram
  actor l0 as User
  participant l1 as Concierge
  participant l2 as Clock
  Note over l0,l2: Turn 1
  l0->>l1: What time is it?
  l1->>l2: get_time()
  l2-->>l1: 14:02
  l1->>l0: It is two in the afternoon.
`)
  expect(sequenceToMermaid(EMPTY_SEQUENCE, ENGLISH)).toBe('sequenceDiagram\n  actor l0 as User\n')
})

test('Mermaid of a conversation within another is a box', () => {
  expect(sequenceToMermaid(hostile('a; b'), ENGLISH).split('\n').slice(4)).toEqual([
    '  Note over l0,l2: Turn 1',
    '  l0->>l1: a#59; b',
    '  l1-)l2: handed over: a#59; b',
    '  rect rgba(79, 85, 224, 0.06)',
    '    Note over l0,l2: a#59; b, session 1',
    '    l2->>l0: a#59; b',
    '  end',
    '  l2-)l1: handed over: a#59; b',
    '  Note over l1: a#59; b',
    '',
  ])
})

/** Every line of a diagram is one of these, whatever was said. */
const MERMAID_LINES = [
  /^sequenceDiagram$/,
  /^ {2}(actor|participant) l\d+ as \S.*$/,
  /^ *Note over l\d+(,l\d+)?: \S.*$/,
  /^ *l\d+(->>|-\)|-->>)l\d+: \S.*$/,
  /^ *rect rgba\([\d., ]+\)$/,
  /^ *end$/,
  /^$/,
]

function expectMermaid(sequence: Sequence): void {
  const text = sequenceToMermaid(sequence, ENGLISH)
  const { lanes, rows } = sequence
  const all = text.split('\n')
  expect(all.filter((line) => !MERMAID_LINES.some((pattern) => pattern.test(line)))).toEqual([])
  expect(all.length).toBe(2 + lanes.length + rows.length + rows.filter((row) => row.kind === 'open').length)
  // No character that Mermaid reads outside of its own codes.
  const said = all.flatMap((line) => /^ *(?:Note|l\d|actor|participant).*?(?:: | as )(.*)$/.exec(line)?.[1] ?? [])
  expect(said.filter((words) => /[<>&;#%{}$`\\"]/.test(words.replace(/#\d+;/g, '')))).toEqual([])
}

/** Tags that nest, attributes in quotes, references by number, allowed characters only. */
function expectXml(text: string): void {
  expect(text.isWellFormed()).toBe(true)
  expect(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)).toBe(false)
  const open: string[] = []
  const take = (...[, slash, name, , empty]: readonly string[]): string => {
    if (slash === '/') expect(open.pop()).toBe(name)
    else if (empty === '') open.push(name ?? '')
    return ''
  }
  const rest = text.replace(/<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<&]*")*)(\/?)>/g, take)
  expect(open).toEqual([])
  expect(rest.replace(/&#\d+;/g, '')).not.toMatch(/[<>&]/)
  expect(text).not.toMatch(/script|href|url\(|NaN|Infinity|undefined/i)
}

test.each(HOSTILE.map((words) => [words.slice(0, 20), words]))('%j becomes no syntax', (_, words) => {
  const sequence = hostile(words)
  expectMermaid(sequence)
  expectXml(sequenceToSvg(sequence, words, ENGLISH).replace(/&#60;\/?script/g, ''))
})

test('nothing at all becomes syntax', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc
      .array(fc.constantFrom(...HOSTILE, ';', '#', '&', '<', '>', '"', '\n', 'end', ':'), { maxLength: 6 })
      .map((all) => all.join(' ')),
  )
  fc.assert(
    fc.property(anyText, (words) => {
      const sequence = hostile(words)
      expectMermaid(sequence)
      const svg = sequenceToSvg(sequence, words, ENGLISH)
      expectXml(svg.replace(/script|href|url\(|NaN|Infinity|undefined/gi, ''))
      expect(sequenceToSvg(sequence, words, ENGLISH)).toBe(svg)
    }),
    { numRuns: someRuns(60) },
  )
})

test('SVG of one turn', () => {
  const svg = sequenceToSvg(clock, '', ENGLISH)
  expectXml(svg)
  expect(svg).toMatchInlineSnapshot(`
    "<svg xmlns="http://www.w3.org/2000/svg" width="668" height="336" viewBox="0 0 668 336" font-family="Inter, 'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Arial, 'Noto Color Emoji', sans-serif" font-size="12" fill="none" role="img">
    <title>Sequence diagram</title>
    <rect width="668" height="336" fill="#ffffff"/>
    <path d="M144 60V276" stroke="#c5cbd8" stroke-dasharray="2 4"/>
    <path d="M344 60V276" stroke="#c5cbd8" stroke-dasharray="2 4"/>
    <path d="M544 60V276" stroke="#c5cbd8" stroke-dasharray="2 4"/>
    <rect x="340" y="129" width="8" height="117" rx="3" fill="#e6effd" stroke="#1d60c4" stroke-opacity="0.6"/>
    <text x="24" y="90" font-size="11" font-weight="600" fill="#5a6377">Turn 1</text><path d="M85.33 86H644" stroke="#e1e4ec"/>
    <g><title>What time is it?</title><text x="244" y="116" text-anchor="middle" fill="#1b1f2a" stroke="#ffffff" stroke-width="4" stroke-linejoin="round" paint-order="stroke">What time is it?</text><path d="M144 129H334" stroke="#4f596e" stroke-width="1.5"/><path d="M340 129l-8 -4.5v9z" fill="#4f596e"/><text x="24" y="133" text-anchor="end" font-size="10" fill="#5a6377">1</text></g>
    <g><title>{}</title><text x="444" y="155" text-anchor="middle" fill="#0c717d" stroke="#ffffff" stroke-width="4" stroke-linejoin="round" paint-order="stroke">get_time()</text><path d="M348 168H534" stroke="#0c717d" stroke-width="1.5"/><path d="M540 168l-8 -4.5v9z" fill="#0c717d"/><text x="24" y="172" text-anchor="end" font-size="10" fill="#5a6377">2</text></g>
    <g><title>14:02</title><text x="444" y="194" text-anchor="middle" fill="#0c717d" stroke="#ffffff" stroke-width="4" stroke-linejoin="round" paint-order="stroke">14:02</text><path d="M540 207H354" stroke="#0c717d" stroke-width="1.5" stroke-dasharray="5 3"/><path d="M348 207l8 -4.5v9z" fill="#0c717d"/><text x="24" y="211" text-anchor="end" font-size="10" fill="#5a6377">3</text></g>
    <g><title>It is two in the afternoon.</title><text x="244" y="233" text-anchor="middle" fill="#1b1f2a" stroke="#ffffff" stroke-width="4" stroke-linejoin="round" paint-order="stroke">It is two in the afternoon.</text><path d="M340 246H150" stroke="#4f596e" stroke-width="1.5"/><path d="M144 246l8 -4.5v9z" fill="#4f596e"/><text x="24" y="250" text-anchor="end" font-size="10" fill="#5a6377">4</text></g>
    <g><title>User</title><rect x="60" y="24" width="168" height="36" rx="8" fill="#eff1f6" stroke="#1b1f2a" stroke-opacity="0.45"/><text x="144" y="47" text-anchor="middle" font-size="13" font-weight="600" fill="#1b1f2a">User</text></g>
    <g><title>User</title><rect x="60" y="276" width="168" height="36" rx="8" fill="#eff1f6" stroke="#1b1f2a" stroke-opacity="0.45"/><text x="144" y="299" text-anchor="middle" font-size="13" font-weight="600" fill="#1b1f2a">User</text></g>
    <g><title>Concierge</title><rect x="260" y="24" width="168" height="36" rx="8" fill="#e6effd" stroke="#1d60c4" stroke-opacity="0.45"/><text x="344" y="47" text-anchor="middle" font-size="13" font-weight="600" fill="#1d60c4">Concierge</text></g>
    <g><title>Concierge</title><rect x="260" y="276" width="168" height="36" rx="8" fill="#e6effd" stroke="#1d60c4" stroke-opacity="0.45"/><text x="344" y="299" text-anchor="middle" font-size="13" font-weight="600" fill="#1d60c4">Concierge</text></g>
    <g><title>Clock</title><rect x="460" y="24" width="168" height="36" rx="18" fill="#def3f5" stroke="#0c717d" stroke-opacity="0.45"/><text x="544" y="47" text-anchor="middle" font-size="13" font-weight="600" fill="#0c717d">Clock</text></g>
    <g><title>Clock</title><rect x="460" y="276" width="168" height="36" rx="18" fill="#def3f5" stroke="#0c717d" stroke-opacity="0.45"/><text x="544" y="299" text-anchor="middle" font-size="13" font-weight="600" fill="#0c717d">Clock</text></g>
    </svg>
    "
  `)
})

test('wrapped text fits its width and its lines', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 40, max: 300 }), (text, width) => {
      const lines = wrapText(text, { width, size: 12, most: 3 })
      expect(lines.length).toBeLessThanOrEqual(3)
      for (const line of lines) if (Array.from(line).length > 2) expect(widthOf(line, 12)).toBeLessThanOrEqual(width)
    }),
    { numRuns: someRuns(100) },
  )
})
