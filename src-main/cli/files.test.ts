/** `baton check` and `baton export`: what they print of good flows, of flows with problems and of hostile names. */
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.close())

const desk = () =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'Ann' })
    .agent('b', { name: 'Bob' })
    .handoff('a', 'b', { condition: 'Asks for money' })

test('check: a clean flow, and problems one to a line with exit 1 only for errors', async () => {
  const clean = terminal.file(desk().build())
  expect(await terminal.baton(['check', clean])).toEqual({ code: 0, out: '', notes: ['No problems.'] })

  const warned = terminal.file(
    flow('W').start('s').supervisor('s').dialog('d', { name: 'ORDER' }).delegate('s', 'd').build(),
  )
  const warning = await terminal.baton(['check', warned])
  expect([warning.code, warning.notes]).toEqual([0, []])
  expect(warning.out).toMatch(
    /^warning: .*ORDER.*: The supervisor cannot tell .* \[not-described, toolDescription\]\n$/,
  )

  const slotless = await terminal.baton([
    'check',
    terminal.file(flow('L').start('s').supervisor('s', { prompt: 'no slots' }).build()),
  ])
  expect([slotless.code, slotless.out.match(/^warning: .* \[lost-slot, prompt\]\n$/)?.length]).toEqual([0, 1])

  const planner = { prompts: { planner: 'no tools' } }
  const wrong = terminal.file(flow('E').start('p').node('rewoo', 'p', planner).build())
  const errors = await terminal.baton(['check', wrong])
  expect([errors.code, errors.notes]).toEqual([1, []])
  expect(errors.out).toMatch(/^error: .* \[lost-slot, prompts\]\n$/)
})

test('check: a flow of unknown kinds is said, not refused as a file', async () => {
  const file = terminal.file(flow('U').start('s').supervisor('s').node('hologram', 'h', { power: 3 }).build())
  const { code, out } = await terminal.baton(['check', file])
  expect(code).toBe(1)
  expect(out).toContain('hologram')
})

test('export --to json is the canonical save, byte for byte, to a file or to standard output', async () => {
  const drawn = desk().build()
  const file = terminal.file(JSON.stringify(drawn))
  const out = `${terminal.folder}/out.flow.json`
  expect(await terminal.baton(['export', file, '--to', 'json', out])).toEqual({ code: 0, out: '', notes: [] })
  expect(readFileSync(out, 'utf8')).toBe(saveFlow(drawn))
  expect((await terminal.baton(['export', file, '--to', 'json'])).out).toBe(saveFlow(drawn))
  const nowhere = await terminal.baton(['export', file, '--to', 'json', `${terminal.folder}/none/x.json`])
  expect([nowhere.code, nowhere.out, nowhere.notes.join('')]).toEqual([
    1,
    '',
    expect.stringContaining('none/x.json could not be written: its folder does not exist. Make the folder first'),
  ])
  const folder = await terminal.baton(['export', file, '--to', 'json', terminal.folder])
  expect([folder.code, folder.notes.join('')]).toEqual([
    1,
    expect.stringContaining('it is a folder. Name a file in it.'),
  ])
})

test('export --to mermaid: nodes, arrows and conditions', async () => {
  const { code, out } = await terminal.baton(['export', terminal.file(desk().build()), '--to', 'mermaid'])
  expect([code, out.split('\n')]).toEqual([
    0,
    [
      'flowchart LR',
      '  n1(["Start"])',
      '  n2["Ann<br/><small>Agent</small>"]',
      '  n3["Bob<br/><small>Agent</small>"]',
      '  n1 --> n2',
      '  n2 -->|"Asks for money"| n3',
      '',
    ],
  ])
})

test('export --to mermaid: names cannot become syntax', async () => {
  const name = 'x"] --> y["<script>alert(1)</script>\n%% {init} `a` #quot; | end'
  const hostile = flow('H').start('a').agent('a', { name }).agent('b').handoff('a', 'b', { condition: name })
  const { out } = await terminal.baton(['export', terminal.file(hostile.build()), '--to', 'mermaid'])
  const lines = out.trimEnd().split('\n')
  expect(lines).toHaveLength(6)
  const quoted = [...out.matchAll(/"([^"]*)"/g)].map(([, text]) =>
    text?.replaceAll(/<br\/><small>Agent<\/small>$/g, ''),
  )
  expect(quoted.filter((text) => /["<>[\](){}`|]/.test(text ?? ''))).toEqual([])
  expect(lines.map((text) => text.replaceAll(/"[^"]*"/g, '_'))).toEqual([
    'flowchart LR',
    '  n1([_])',
    '  n2[_]',
    '  n3[_]',
    '  n1 --> n2',
    '  n2 -->|_| n3',
  ])
})

test('export --to svg and --to markdown; a PNG is not promised here', async () => {
  const file = terminal.file(desk().build())
  const [light, dark] = [
    await terminal.baton(['export', file, '--to', 'svg']),
    await terminal.baton(['export', file, '--to', 'svg', '--theme', 'dark']),
  ]
  expect([light.code, dark.code, light.out.startsWith('<svg '), light.out === dark.out]).toEqual([0, 0, true, false])
  expect((await terminal.baton(['export', file, '--to', 'markdown'])).out).toMatch(
    /^# Desk\n[^]*### Ann\n[^]*- Hand-off to \*\*Bob\*\*: Asks for money\n/,
  )
  expect(await terminal.baton(['export', file, '--to', 'svg', '--theme', 'red'])).toMatchObject({ code: 2, out: '' })
  expect((await terminal.baton(['export', file, '--to', 'png'])).notes).toEqual([
    '"png" is no format. Use --to json or --to mermaid or --to svg or --to markdown or --to langgraph.',
  ])
})
