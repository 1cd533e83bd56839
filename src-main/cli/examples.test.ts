/** The examples that come with Baton: each opens, has no problems, is written canonically and runs without a model or a network. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { checkFlow } from '../../src-shared/flow/checks/check'
import { openFlow } from '../../src-shared/flow/editing/open'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { readSettings, type Flow } from '../../src-shared/flow/records'
import { loadExamples } from '../flows/examples'
import { openTestCore, type TestCore } from '../testing/core-bench'
import { openTerminal, type Terminal } from './testing/terminal'

const FOLDER = path.resolve(import.meta.dirname, '../../resources/examples')
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.flow.json'))
/** What these answer to their starters stands in `templates.test.ts`. */
const TEMPLATES = new Set(loadExamples().flatMap(({ id, isTemplate }) => (isTemplate ? [`${id}.flow.json`] : [])))

// Servers of tools are programs that have to start.
vi.setConfig({ testTimeout: 60_000 })

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.close())

/** What a person says in each example, and what comes back, line by line. */
const CONVERSATIONS: { readonly [file: string]: readonly (readonly [string, ...RegExp[]])[] } = {
  'hello.flow.json': [
    ['What time is it?', /get_time.*\d{4}/],
    ['Hello', /^Rehearsal for Host/],
  ],
  'profile-and-orders.flow.json': [
    ['What time is it?', /get_time/],
    ['Please fill in my profile', /^Happily\. What should I call you\?$/],
    ['Ann', /PROFILE/],
    ['I want to order a cake', /^With pleasure\. Which cake would you like, and for when\?$/],
  ],
  'research-plan.flow.json': [
    [
      'From where does light take longer to reach us, Mars or Jupiter, and by how much?',
      /^From Jupiter, by about 27 minutes/,
    ],
    ['How many moons has Saturn?', /^Rehearsal for Researcher/],
  ],
  'shop-workers.flow.json': [
    ['Hello', /^Welcome to the cake shop!/],
    [
      'Do you deliver on Saturday?',
      /^Yes, on every day but Sunday\..*\[1\]\.$/,
      /^$/,
      /^Sources:$/,
      /^\[1\] Shop handbook – Delivery$/,
    ],
    ['What do 12 * 4.5 euros of cake cost?', /^Rehearsal for Price desk: calculator says: 54\.$/],
    ['Please cancel my order', /^No problem until two days before\./],
  ],
  'support-desk.flow.json': [
    ['I was charged twice and want my money back', /^I am sorry to hear that\. Which order is it about\?/],
    ['It is order 4711, please refund it', /^Your refund is on its way/],
    [
      'Yes, please send me a mail',
      /^Dear customer,$/,
      /^$/,
      /^thank you for your patience/,
      /^$/,
      /^Kind regards,$/,
      /^your support desk$/,
      /^There it is\. Is there anything else\?$/,
    ],
  ],
  'tool-pool.flow.json': [
    [
      'How many kilometres are 26.2 miles?',
      /^Use miles_to_kilometres with miles = 26\.2\.$/,
      /^26\.2 miles are 42\.1648 km\.$/,
    ],
    [
      'One book costs 19.99 and another 5.01. What do they cost together?',
      /^Use get-sum with a = 19\.99 and b = 5\.01\.$/,
      /^Together they cost 25\.$/,
    ],
    ['Is 1992 a leap year?', /^Rehearsal for Executor: is_leap_year says: yes\.$/],
    [
      'Who contributed most to a project on GitHub?',
      /^GitHub can tell, with repos_list-contributors\. Of which repository\?$/,
    ],
  ],
}

test('every example that is no template has a conversation, and the app has them all', () => {
  const others = FILES.filter((name) => !TEMPLATES.has(name))
  expect(others.filter((name) => CONVERSATIONS[name] === undefined)).toEqual([])
  expect(
    loadExamples()
      .map(({ id }) => `${id}.flow.json`)
      .sort(),
  ).toEqual([...FILES].sort())
})

test.each(FILES)('%s opens, is canonical and has no problems', (name) => {
  const text = readFileSync(path.join(FOLDER, name), 'utf8')
  const opened = openFlow(text)
  if (!opened.ok) throw new Error(opened.error.message)
  expect([opened.warnings, checkFlow(opened.flow)]).toEqual([[], []])
  expect(saveFlow(opened.flow)).toBe(text)
})

test.each(Object.keys(CONVERSATIONS))('%s runs on the rehearsal model', async (name) => {
  const conversation = CONVERSATIONS[name] ?? []
  const messages = conversation.flatMap(([text]) => ['-m', text])
  const { code, out, notes } = await terminal.baton(['run', path.join(FOLDER, name), '--allow', 'all', ...messages])
  expect([code, notes]).toEqual([0, []])
  expect(out.trimEnd().split('\n')).toEqual(
    conversation.flatMap(([, ...lines]) => lines).map((line) => expect.stringMatching(line) as string),
  )
})

function flowIn(name: string): Flow {
  const opened = openFlow(readFileSync(path.join(FOLDER, name), 'utf8'))
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.flow
}

const STARTERS = FILES.flatMap((name) => readSettings(flowIn(name)).starters.map((starter) => ({ name, starter })))

test('every example says what to say to it', () => {
  expect([...new Set(STARTERS.map(({ name }) => name))].sort()).toEqual([...FILES].sort())
})

/** By one program for all starters of an example, since servers of tools take their time to start. */
describe.each([...new Set(STARTERS.map(({ name }) => name))].filter((name) => !TEMPLATES.has(name)))('%s', (name) => {
  let bench: TestCore
  beforeAll(async () => {
    bench = await openTestCore(flowIn(name), { recordsPart: true, connections: () => [] })
  })
  afterAll(() => bench.close())

  test.each(STARTERS.filter((one) => one.name === name))('answers “$starter” in a new thread', async ({ starter }) => {
    const { outcome, events, said } = await bench.turn(starter, starter)
    const warnings = events.filter(({ type }) => type === 'warning')
    expect([outcome.state, warnings, bench.server.calls]).toEqual(['finished', [], 0])
    expect(said.join('')).not.toBe('')
    // The rehearsal's own words only where they tell what a tool said.
    expect(said.join('\n')).not.toMatch(/^Rehearsal for (?!.* says: )/m)
  })
})

test('the tool pool has sixty tools, of three sources', async () => {
  const file = path.join(FOLDER, 'tool-pool.flow.json')
  const { code, out, notes } = await terminal.baton(['tools', 'list', file, '--allow', 'all'])
  const lines = out.trimEnd().split('\n')
  const tools = lines.map((line) => z.object({ name: z.string(), source: z.string() }).parse(JSON.parse(line)))
  const from = (...sources: string[]) => tools.filter(({ source }) => sources.includes(source)).length
  expect({ code, notes, names: new Set(tools.map(({ name }) => name)).size, all: tools.length }).toEqual({
    code: 0,
    notes: [],
    names: 60,
    all: 60,
  })
  expect({ server: from('Everything'), api: from('GitHub API') }).toEqual({ server: 8, api: 34 })
})
