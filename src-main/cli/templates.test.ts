/** The templates: what each answers to each of its starters on the rehearsal model, and which of its nodes that takes. */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openFlow } from '../../src-shared/flow/editing/open'
import { readSettings, type Flow } from '../../src-shared/flow/records'
import { loadExamples } from '../flows/examples'
import { openTestCore, type TestCore } from '../testing/core-bench'

vi.setConfig({ testTimeout: 60_000 })

/** By file: each starter, the nodes that take part in the answer, and the answer. */
const ANSWERS: { readonly [template: string]: readonly (readonly [string, string, RegExp])[] } = {
  'support-desk': [
    ['I was charged twice and want my money back', 'triage', /Which order is it about\?/],
    ['Please refund order 4711', 'refunds triage verify', /^Your refund is on its way/],
    ['The app crashes when I open it', 'technical-help triage', /What do you see on the screen\?/],
    ['Where is my parcel? The order is 5120', 'triage verify', /^Order 5120 is yours/],
  ],
  'personal-assistant': [
    ['Remind me to call the dentist on Friday', 'add assistant', /is on your list for Friday/],
    ['What is on my list?', 'assistant list', /renew the passport this month, and buy a present/],
    ['Draft a mail to my landlord about the broken heater', 'assistant mail sent', /^\*\*Broken heater in my flat/],
    ['What time is it in Asia/Tokyo?', 'assistant clock', /clock says: .*\(Asia\/Tokyo\)/],
  ],
  'document-answers': [
    ['How many days of holiday do I get?', 'desk handbook', /^You have 28 days of holiday.*\[1\]\.\n\nSources:/s],
    ['My lamp flickers. What can I do?', 'desk manual', /plug the lamp straight into the wall.*Faults$/s],
    ['Write a reply to a customer whose lamp broke after 20 months', 'desk facts writer', /the repair is free/],
    ['What can you look up for me?', 'desk front', /^I can look things up in the staff handbook/],
  ],
  'research-plan': [
    [
      'From where does light take longer to reach us, Mars or Jupiter, and by how much?',
      'calculator notes researcher',
      /^From Jupiter, by about 27 minutes/,
    ],
    [
      'Which has more moons, Saturn or Jupiter, and how many more?',
      'calculator notes researcher',
      /a difference of 177\.$/,
    ],
    ['How many minutes does light take from Saturn to us?', 'calculator notes researcher', /^About 79 minutes/],
  ],
  tutoring: [
    ['Why is 1/2 more than 1/3?', 'ask head maths maths-done', /^Think of one pizza/],
    ['I am stuck on 3x + 5 = 20', 'ask calculator head maths maths-done', /take 5 away on both sides/],
    ['Why does ice float on water?', 'ask head science science-done', /^Let us find out/],
    ['Help me with the first sentence of my essay on whales', 'ask head writing writing-done', /surprised you most/],
  ],
  'code-review': [
    [
      'Review this: function total(items) { let sum; for (const i of items) sum += i.price; return sum }',
      'correct lead readable secure',
      /begin with `let sum = 0`/,
    ],
    [
      "Is this safe? db.query('SELECT * FROM users WHERE name = ' + name)",
      'correct lead readable secure',
      /^\*\*No, this is not safe\.\*\*/,
    ],
    ['What do you look at in a review?', 'lead', /^Three things, by three reviewers/],
  ],
  'sales-qualification': [
    [
      'We are 120 people at Acme and want to roll out within two months',
      'executive qualifier score which',
      /on Tuesday at 10 or on Thursday at 15\?$/,
    ],
    ['Our team of 30 needs something before summer', 'advisor qualifier score which', /^With 30 people/],
    ['I run a shop with 4 people and want to try it', 'guide qualifier score which', /^With four people/],
    ['What does it cost?', 'qualifier', /^It is 12 euros a person and month/],
  ],
  'onboarding-interview': [
    ['Hi, I am Ann and I start on Monday as a designer', 'about about-slots host', /^Welcome, Ann!/],
    ['I need a Mac and a second screen', 'desk desk-slots host', /^A Mac and a second screen are ordered/],
    ['I would like to work from home on Fridays', 'host hours hours-slots', /^Home on Fridays is noted/],
    ['What do you want to know from me?', 'host', /^Three short things/],
  ],
  'incident-triage': [
    [
      'The checkout fails with error 502 since ten minutes',
      'declare impact on-call scribe services status steps war-room',
      /^Declared as severe/,
    ],
    ['Which services are down right now?', 'on-call services', /^One of five is down: payments/],
    ['The search is slow. What does the runbook say?', 'on-call runbook', /^The runbook says/],
  ],
  'travel-planner': [
    [
      'Plan three days in Vienna for two, by train from Berlin',
      'agent calculator planner prices times',
      /about 786 euros/,
    ],
    ['What is cheaper for a weekend, Prague or Lisbon?', 'agent calculator planner prices', /^Prague: .*250 euros/],
    ['What should I pack for Lisbon in May?', 'agent packing', /comfortable shoes for the hills/],
    ['Help me to find out where to go', 'agent likes wishes', /What would make it a good trip for you/],
  ],
}

const TEMPLATES = loadExamples().filter(({ isTemplate }) => isTemplate)

function flowOf(text: string): Flow {
  const opened = openFlow(text)
  if (!opened.ok) throw new Error(opened.error.message)
  return opened.flow
}

test('there are ten templates, first on the list, each with three or four starters, and notes that explain it', () => {
  expect(Object.keys(ANSWERS)).toEqual(TEMPLATES.map(({ id }) => id))
  expect(
    loadExamples()
      .slice(0, 10)
      .map(({ id }) => id),
  ).toEqual(Object.keys(ANSWERS))
  for (const { id, text } of TEMPLATES) {
    const flow = flowOf(text)
    const notes = Object.values(flow.nodes).filter(({ kind }) => kind === 'note')
    expect([id, readSettings(flow).starters]).toEqual([id, ANSWERS[id]?.map(([starter]) => starter)])
    expect([3, 4]).toContain(readSettings(flow).starters.length)
    expect([2, 3, 4]).toContain(notes.length)
    for (const note of notes) expect(note.data['text']).toMatch(/^# .+\n[^]{40}/)
  }
})

/** In a new thread each. The command line plays the other examples (`examples.test.ts`). */
describe.each(TEMPLATES.map(({ id, text }) => [id, flowOf(text)] as const))('%s', (id, flow) => {
  let bench: TestCore
  beforeAll(async () => {
    bench = await openTestCore(flow, { recordsPart: true, connections: () => [] })
  })
  afterAll(() => bench.close())

  test.each(ANSWERS[id] ?? [])('answers “%s” with what is drawn', async (starter, nodes, answer) => {
    const { outcome, events } = await bench.turn(starter, starter)
    const warnings = events.filter(({ type }) => type === 'warning')
    expect([outcome.state, warnings, bench.server.calls]).toEqual(['finished', [], 0])
    const taking = new Set(
      events.flatMap((event) => [
        'node' in event ? (event.node ?? '') : '',
        'toolNode' in event ? (event.toolNode ?? '') : '',
      ]),
    )
    expect([...taking].filter((node) => Object.hasOwn(flow.nodes, node)).sort()).toEqual(nodes.split(' '))
    const said = events.flatMap((event) =>
      event.type === 'entry' && event.entry.kind === 'text' && !/[#!]/.test(event.path) ? [event.entry.text] : [],
    )
    expect(said.at(-1) === starter ? '' : said.join('\n')).toMatch(new RegExp(answer.source, `${answer.flags}m`))
    expect(said.join('\n')).not.toMatch(/^Rehearsal for (?!.* says: )/m)
  })
})
