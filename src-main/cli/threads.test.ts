/** `baton threads`: what is kept is listed, found, shown, exported, forked and deleted. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runEventSchema } from '../../src-shared/run/log/events'

import { openTerminal, type Terminal } from './testing/terminal'

const HELLO = path.join(import.meta.dirname, '../../resources/examples/hello.flow.json')
let terminal: Terminal
let file: string
beforeEach(() => {
  terminal = openTerminal()
  file = terminal.file(readFileSync(HELLO, 'utf8'))
})
afterEach(() => terminal.close())

const threads = (...argv: string[]) => terminal.baton(['threads', ...argv])
const say = (thread: string, ...messages: string[]) =>
  terminal.baton(['run', file, '--thread', thread, ...messages.flatMap((text) => ['-m', text])])

test('a conversation is listed with its size, found by what was said and by its name, and shown', async () => {
  await say('cakes', 'I want a plum cake\u001b[31m', 'And two éclairs')
  await say('weather', 'How is the weather? 天气怎么样')
  const all = await threads('list')
  expect(all.out.split('\n').filter((one) => one !== '')).toEqual([
    expect.stringMatching(/^weather {2}How is the weather\? 天气怎么样 · .* · 1 turn · 20.* · [\d.]+ KB$/),
    expect.stringMatching(/^cakes {2}I want a plum cake\\u001b\[31m · .* · 2 turns · 20.* · [\d.]+ KB$/),
  ])
  const idsOf = async (...argv: string[]) =>
    (await threads('list', '--json', ...argv)).out.split('\n').flatMap((one) => (one === '' ? [] : idIn(one)))
  expect({
    accents: await idsOf('--text', 'eclair'),
    chinese: await idsOf('--text', '天气'),
    name: await idsOf('--text', 'WEATHER how'),
    none: await idsOf('--text', 'plumage'),
    noWords: await idsOf('--text', '??'),
    limit: await idsOf('--limit', '1'),
    flow: await idsOf('--flow', file),
    other: await idsOf('--flow', 'another'),
  }).toEqual({
    accents: ['cakes'],
    chinese: ['weather'],
    name: ['weather'],
    none: [],
    noWords: [],
    limit: ['weather'],
    flow: ['weather', 'cakes'],
    other: [],
  })
  expect((await threads('list', '--text', 'eclair')).out).toContain(
    '\n    Rehearsal for Host: you said "And two éclairs"',
  )

  const run = await terminal.baton(['run', file, '--thread', 'again', '-m', 'Hello there'])
  const shown = await threads('show', 'again')
  expect([shown.code, shown.out]).toEqual([0, `> Hello there\n${run.out}`])
  const steps = await threads('show', 'again', '--steps')
  expect(steps.out).toMatch(/^Turn 1\n {2}message · “Hello there”\n/)
  expect(steps.out).toMatch(/\n {2}Host: reply · “/)
  expect((await threads('show', 'cakes')).out).not.toContain('\u001b')
})

test('events are what a run told, diagrams are written to a file, and a format that is none is refused', async () => {
  const run = await terminal.baton(['run', file, '--thread', 'one', '-m', 'Hello', '--json'])
  const told = linesOf(run.out).filter(({ type }) => type !== 'token')
  const shown = linesOf((await threads('show', 'one', '--json')).out)
  expect(shown.map(({ type, seq }) => [type, seq])).toEqual(told.map(({ type, seq }) => [type, seq]))
  expect((await threads('export', 'one')).out).toBe((await threads('show', 'one', '--json')).out)
  const out = path.join(terminal.folder, 'one.svg')
  expect(await threads('export', 'one', out, '--to', 'svg')).toMatchObject({ code: 0, out: '' })
  expect(readFileSync(out, 'utf8')).toMatch(/^<svg /)
  expect((await threads('export', 'one', '--to', 'mermaid')).out).toMatch(/^sequenceDiagram\n/)
  expect(await threads('export', 'one', '--to', 'png')).toMatchObject({
    code: 2,
    notes: ['"png" is no format. Use --to events or --to mermaid or --to svg.'],
  })
})

test('a fork has the turns before one, goes on by itself, and outlives the thread that it left', async () => {
  await say('trunk', 'First', 'Second')
  const fork = (await threads('fork', 'trunk', '--turn', '2')).out.trim()
  expect((await threads('show', fork)).out.match(/^> .*/gm)).toEqual(['> First'])
  const whole = (await threads('fork', 'trunk')).out.trim()
  expect((await threads('show', whole)).out).toBe((await threads('show', 'trunk')).out)
  expect(await threads('fork', 'trunk', '--turn', '9')).toMatchObject({
    code: 1,
    notes: ['There is no turn 8 in this thread. (not-found)'],
  })
  await threads('list', '--text', 'first')
  expect(await threads('delete', 'trunk', 'gone')).toMatchObject({ code: 1 })
  expect(await threads('delete', 'trunk')).toMatchObject({ code: 0, notes: ['Deleted trunk “First”.'] })
  const left = (await threads('list', '--json', '--text', 'first')).out
  expect(
    left
      .split('\n')
      .flatMap((one) => (one === '' ? [] : idIn(one)))
      .toSorted(),
  ).toEqual([fork, whole].toSorted())
  expect((await say(fork, 'Third')).code).toBe(0)
})

test('a step is pinned under a name, listed by its number, and outlives pruning until it is unpinned', async () => {
  await say('long', 'First', 'Second', 'Third')
  const before = (await threads('show', 'long', '--json')).out
  expect(await threads('pin', 'long', '--step', '4', '--name', 'The second question')).toMatchObject({
    code: 0,
    notes: [],
  })
  expect((await threads('show', 'long', '--steps')).notes).toEqual(['Step 4 is pinned: “The second question”.'])
  await threads('prune', '--keep', 'lean')
  const after = (await threads('show', 'long', '--json')).out
  const turnIn = (out: string, turn: number) => {
    const { runId } = linesOf(out).find((event) => event.type === 'run.started' && event.turn === turn) ?? { runId: '' }
    return linesOf(out).filter((event) => event.runId === runId)
  }
  expect(turnIn(after, 2)).toEqual(turnIn(before, 2))
  expect(turnIn(after, 1).length).toBeLessThan(turnIn(before, 1).length)
  // Steps are counted anew where some are gone.
  const number = Number(/^Step (\d+)/.exec((await threads('show', 'long')).notes[0] ?? '')?.[1])
  const fork = (await threads('fork', 'long', '--step', `${number}`)).out.trim()
  expect((await threads('show', fork)).out.match(/^> .*/gm)).toEqual(['> First', '> Second'])
  expect(await threads('unpin', 'long', '--step', `${number}`)).toMatchObject({ code: 0 })
  expect((await threads('show', 'long')).notes).toEqual([])
  expect(await threads('unpin', 'long', '--step', `${number}`)).toMatchObject({
    code: 1,
    notes: [`Step ${number} of this thread is not pinned. (not-found)`],
  })
  const pruned = async () => (await threads('prune', '--thread', 'long', '--keep', 'lean', '--json')).out
  await threads('pin', 'long')
  expect(await pruned()).toMatch(/^{"threads":0,/)
  await threads('unpin', 'long')
  expect(await pruned()).toMatch(/^{"threads":1,/)
  expect(await threads('pin', 'long', '--name', 'No step')).toMatchObject({ code: 2 })
  expect(await threads('pin', 'long', '--step', '99')).toMatchObject({ code: 1 })
})

test('two threads that were one are compared: where they part, and what each did from there on', async () => {
  await say('trunk', 'First', 'A plum cake')
  const fork = (await threads('fork', 'trunk', '--turn', '2')).out.trim()
  await say(fork, 'An apple tart', 'And cream')
  const { out, code } = await threads('show', 'trunk', '--against', fork)
  expect(code).toBe(0)
  expect(out).toMatch(/^They diverge before turn 2\.\nSaid and done\n {2}First\n {4}You: message, “A plum cake”\n/)
  expect(out).toMatch(/\n {2}First \(fork\)\n {4}You: message, “An apple tart”\n/)
  expect(out).toMatch(/\nSpent\n {2}First\n {4}1 turn\n[^]* {2}First \(fork\)\n {4}2 turns\n/)
  expect((await threads('show', fork, '--against', fork)).out).toBe('They are the same so far.\n')
  expect(await threads('show', 'trunk', '--against', 'nobody')).toMatchObject({ code: 1 })
  expect(await threads('show', 'trunk', '--against', fork, '--steps')).toMatchObject({ code: 2 })
})

test('a run in one file is looked at on another machine, where nobody goes on with it', async () => {
  await say('one', 'Hello', 'Again')
  const bundle = path.join(terminal.folder, 'one.baton-run.json')
  expect(await threads('export', 'one', bundle, '--bundle')).toMatchObject({ code: 0, out: '', notes: [] })
  const shown = await threads('show', 'one')
  const steps = await threads('show', 'one', '--steps')
  await threads('delete', 'one')
  const id = (await threads('import', bundle)).out.trim()
  expect((await threads('show', id)).out).toBe(shown.out)
  expect((await threads('show', id, '--steps')).out).toBe(steps.out)
  const refused = await say(id, 'Go on')
  expect([refused.code, refused.notes.join(' ')]).toEqual([1, expect.stringContaining('was imported')])
  expect(await threads('import', file)).toMatchObject({
    code: 1,
    notes: ['This run was not imported: it is not a run that Baton exported. Nothing was changed. (bad-input)'],
  })
  expect((await threads('prune', '--keep', 'lean')).out).toMatch(/ pruned, /)
  expect(await threads('prune', '--keep', 'some')).toMatchObject({ code: 2 })
})

test('what is not there is said, and no data folder is made to look for it', async () => {
  expect(await threads('list')).toMatchObject({ code: 0, out: '' })
  expect(await threads('show', 'nobody')).toMatchObject({
    code: 1,
    notes: ['There is no thread "nobody": nothing was said here yet. (not-found)'],
  })
  expect(existsSync(path.join(terminal.folder, 'data'))).toBe(false)
  expect(await threads('list', '--limit', '0')).toMatchObject({ code: 2 })
})

function idIn(line: string): string[] {
  const row: unknown = JSON.parse(line)
  return typeof row === 'object' && row !== null && 'id' in row ? [String(row.id)] : []
}

function linesOf(out: string) {
  return out.split('\n').flatMap((one) => (one === '' ? [] : [runEventSchema.parse(JSON.parse(one))]))
}

test('why threads of a flow went where they went, a line for each decision or counted', async () => {
  const desk = path.join(import.meta.dirname, '../../resources/examples/support-desk.flow.json')
  const drawn = terminal.file(readFileSync(desk, 'utf8'))
  const message = 'It is order 4711, please refund it'
  for (const thread of ['refund', 'again'])
    await terminal.baton(['run', drawn, '--thread', thread, '--allow', 'all', '-m', 'Charged twice', '-m', message])
  const lines = (await threads('decisions', drawn)).out.trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  for (const [at, id] of ['again', 'refund'].entries())
    expect(lines[at]).toMatch(new RegExp(`^${id} 2  20.*  Triage · choice · of .* · the model called it → Refunds$`))
  expect((await threads('decisions', drawn, '--json')).out.trimEnd().split('\n')).toHaveLength(lines.length)
  expect((await threads('decisions', drawn, '--counts')).out).toMatch(/^Triage {2}2: Refunds 2$/m)
  const one = await threads('decisions', drawn, '--limit', '1')
  expect(one.out.trimEnd()).toBe(lines[0])
})
