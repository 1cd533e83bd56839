/** Carrying plans out through the core, against the real model server and real tools (ReWOO 7 to 10, 13, 14, 20 to 24). */
import { afterEach, describe, expect, it } from 'vitest'
import type { FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { eventsOfType } from '../../testing/core-bench'
import {
  endedSteps,
  openPlanBench,
  plan,
  planFlow,
  stepStates,
  toolNode,
  type PlanBench,
} from '../../testing/plan-bench'
import type { ToolServer } from '../../testing/tool-server'

let bench: PlanBench
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
})
const open = async (draw: (server: ToolServer) => FlowBuilder = planFlow) => (bench = await openPlanBench(draw))

/** A tool that is sent its arguments as JSON. */
const posted = (server: ToolServer, name: string, parameters: { [field: string]: string }) => ({
  ...toolNode(server, name, { method: 'POST', query: {} }),
  parameters: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(parameters).map(([field, type]) => [field, { type }])),
    required: Object.keys(parameters).slice(0, 1),
  },
})

describe('references', () => {
  it('RW-5, ReWOO 13: the same reference twice is filled in both places', async () => {
    await open()
    const { events } = await bench.ask('Q', plan('Search[a]', 'Calc[#E1 + #E1]'), 'A')
    expect(bench.toolCalls()).toEqual(['Search a', 'Calc S(a) + S(a)'])
    expect(eventsOfType(events, 'plan.steps')[0]?.steps[1]?.deps).toEqual(['E1'])
  })

  it('RW-6, ReWOO 10: evidence is plain text, never a pattern, and is not scanned again', async () => {
    await open()
    bench.tools.on('Search', ({ input }) => (input === 'a' ? 'cost $& more $1 $$ #E2 `$`' : 'ok'))
    await bench.ask('Q', plan('Search[a]', 'Search[about #E1]'), 'A')
    expect(bench.toolCalls()[1]).toBe('Search about cost $& more $1 $$ #E2 `$`')
  })

  it('ReWOO 7, 9, 14: labels are names, of any number of digits; #E1 is not the front of #E10', async () => {
    await open()
    bench.tools.on('Search', ({ input }) => input)
    const steps = ['#E10 = Search[ten]', '#E1 = Search[one]', '#E7 = Calc[Compare #E10 and #E1]']
    await bench.ask('Q', steps.map((step) => `Plan: x\n${step}`).join('\n'), 'A')
    expect(bench.toolCalls().at(-1)).toBe('Calc Compare ten and one')
  })

  it('ReWOO 11: a step may use one that is written after it', async () => {
    await open()
    await bench.ask('Q', plan('Calc[#E2]', 'Search[a]'), 'A')
    expect(bench.toolCalls()).toEqual(['Search a', 'Calc S(a)'])
    expect(bench.prompt(2).indexOf('C(S(a))')).toBeLessThan(bench.prompt(2).lastIndexOf('Search[a]'))
  })

  it('ReWOO 8: an input that is nothing but a reference keeps the type of the evidence; nested values are walked', async () => {
    await open((server) =>
      planFlow(server)
        .httpTool('sum', posted(server, 'Sum', { numbers: 'array' }))
        .httpTool('book', posted(server, 'Book', { city: 'string', nights: 'number', guests: 'object' }))
        .use('p', 'sum')
        .use('p', 'book'),
    )
    bench.tools.on(
      'Search',
      ({ input }) => ({ list: '[1, 2]', count: '3', who: '{"name":"Ann"}', town: 'Rome' })[input] ?? '',
    )
    bench.tools.on('Sum', () => '3')
    const book = '{"city": "in #E4", "nights": "#E2", "guests": {"first": "#E3", "all": ["#E1", "#E4"]}}'
    const steps = plan('Search[list]', 'Search[count]', 'Search[who]', 'Search[town]', 'Sum[#E1]', `Book[${book}]`)
    await bench.ask('Q', steps, 'A')
    const bodyOf = (tool: string) =>
      JSON.parse(bench.tools.calls.find((call) => call.tool === tool)?.body ?? '') as unknown
    expect(bodyOf('Sum')).toEqual({ numbers: [1, 2] })
    expect(bodyOf('Book')).toEqual({
      city: 'in Rome',
      nights: 3,
      guests: { first: { name: 'Ann' }, all: [[1, 2], 'Rome'] },
    })
  })

  it('ReWOO 23: any characters go through', async () => {
    await open()
    bench.tools.on('Search', () => 'снег 雪 🎂')
    const { said } = await bench.ask('Q', plan('Search[кот]', 'Calc[#E1!]'), '🎉')
    expect([bench.toolCalls(), said]).toEqual([['Search кот', 'Calc снег 雪 🎂!'], ['🎉']])
    expect(bench.prompt(2)).toContain('Result: снег 雪 🎂')
  })
})

describe('failures', () => {
  it('RW-7, ReWOO 22: with pass-error, the dependant and the solver get the marked error, and the run ends in order', async () => {
    await open()
    bench.tools.on('Search', () => ({ status: 504, text: 'timeout' }))
    const report = await bench.ask('Q', plan('Search[a]', 'Calc[use #E1]'), 'A')
    expect([report.outcome.state, report.said]).toEqual(['finished', ['A']])
    expect(bench.toolCalls()[1]).toMatch(/^Calc use Error: .*timeout/)
    expect(bench.prompt(2)).toMatch(/Result: Error: .*timeout/)
    expect(stepStates(report)).toEqual(['E1 running', 'E1 failed', 'E2 running', 'E2 done'])
  })

  it('RW-7, ReWOO 22: with stop, nothing else runs, no solver is called, the run fails and names the step; a retry goes on there', async () => {
    await open((server) => planFlow(server, { onToolError: 'stop' }))
    bench.tools.on('Search', ({ input }) => (input.startsWith('b') ? { status: 500, text: 'timeout' } : `S(${input})`))
    const failed = await bench.ask('Q', plan('Search[a]', 'Search[b #E1]', 'Calc[#E2]'))
    expect(failed.outcome).toMatchObject({
      state: 'failed',
      error: { code: 'tool-failed', details: { node: 'p', step: 'E2' } },
    })
    expect(failed.events.at(-1)).toMatchObject({ type: 'run.failed', node: 'p' })
    expect(stepStates(failed)).toEqual(['E1 running', 'E1 done', 'E2 running', 'E2 failed'])
    const before = bench.server.calls
    bench.tools.on('Search', () => 'fine')
    bench.server.reply({ text: 'Then.' })
    const retried = await bench.resume()
    expect([retried.said, bench.server.calls - before]).toEqual([['Then.'], 1])
    expect(stepStates(retried)).toEqual(['E1 done', 'E2 running', 'E2 done', 'E3 running', 'E3 done'])
  })

  it('ReWOO 22: a step is tried again as often as the node says', async () => {
    await open((server) => planFlow(server, { stepRetries: 2 }))
    bench.tools.on('Search', ({ nth }) => (nth < 3 ? { status: 500, text: 'busy' } : 'fine'))
    const report = await bench.ask('Q', plan('Search[a]'), 'A')
    expect(endedSteps(report)['E1']).toMatchObject({ state: 'done', evidence: 'fine', note: 'try 3 of 3' })
  })

  it('ReWOO 22: a step has its time limit', async () => {
    await open((server) => planFlow(server, { stepTimeout: 500 }))
    bench.tools.on('Search', () => ({ hang: true }))
    const report = await bench.ask('Q', plan('Search[a]', 'Calc[b]'), 'A')
    expect(endedSteps(report)).toMatchObject({
      E1: { error: 'Search gave no result within 500 ms' },
      E2: { state: 'done' },
    })
  })

  it('stop reaches every step that runs, at once', async () => {
    await open()
    bench.tools.on('Search', () => ({ hang: true }))
    bench.server.reply({ text: plan('Search[a]', 'Search[b]', 'Calc[#E1]') })
    const started = await bench.core().services.runner.start({
      ...{ flowId: 'plans', revision: null, text: 'Q' },
      ...{ flowText: bench.flowText, threadId: null },
    })
    await bench.tools.waitForCalls(2)
    await bench.core().services.runner.stop(started.runId)
    expect([await started.done, bench.toolCalls().length, bench.server.calls]).toEqual([{ state: 'stopped' }, 2, 1])
  })
})

describe('order', () => {
  it('RW-8, ReWOO 20: independent steps run at once, the third when both are done; levels are told', async () => {
    await open()
    for (const tool of ['Search', 'Calc']) bench.tools.on(tool, ({ input }) => ({ text: input, delayMs: 300 }))
    const { events } = await bench.ask('Q', plan('Search[a]', 'Calc[b]', 'Search[#E1 #E2]'), 'A')
    const [first, second, third] = bench.tools.calls
    expect([first?.input, second?.input, third?.input]).toEqual(['a', 'b', 'a b'])
    expect(second?.at).toBeLessThan(first?.end ?? 0)
    expect(third?.at).toBeGreaterThanOrEqual(Math.max(first?.end ?? 0, second?.end ?? 0))
    expect(eventsOfType(events, 'plan.steps')[0]?.steps.map(({ level }) => level)).toEqual([1, 1, 2])
  })

  it('ReWOO 20: a step starts the moment its own inputs are there, whatever else still runs', async () => {
    await open()
    const slow = Promise.withResolvers<undefined>()
    bench.tools.on('Search', ({ input }) => (input === 'slow' ? { text: 'late', gate: slow.promise } : `S(${input})`))
    const turn = bench.ask('Q', plan('Search[slow]', 'Search[quick]', 'Calc[#E2]', 'Calc[#E3]'), 'A')
    await bench.tools.waitForCalls(4)
    slow.resolve(undefined)
    expect((await turn).said).toEqual(['A'])
    expect(bench.toolCalls().slice(2)).toEqual(['Calc S(quick)', 'Calc C(S(quick))'])
  })

  it('ReWOO 20: no more steps run at the same time than the node says', async () => {
    await open((server) => planFlow(server, { maxParallel: 2 }))
    bench.tools.on('Search', ({ input }) => ({ text: input, delayMs: 30 }))
    await bench.ask('Q', plan('Search[a]', 'Search[b]', 'Search[c]', 'Search[d]', 'Search[e]'), 'A')
    const most = Math.max(
      ...bench.tools.calls.map(
        ({ at }) => bench.tools.calls.filter((call) => call.at <= at && (call.end ?? 0) > at).length,
      ),
    )
    expect(most).toBe(2)
  })
})

it('evidence that is too long for a tool is condensed once, visibly; the solver gets all of it', async () => {
  await open((server) => planFlow(server, { condenseOver: 50 }))
  const long = 'words '.repeat(40)
  bench.tools.on('Search', () => long)
  const report = await bench.ask(
    'Q',
    plan('Search[a]', 'Calc[#E1]', 'Calc[2 #E1]', 'LLM[#E1]'),
    'few words',
    'a step',
    'A',
  )
  expect(bench.tools.inputsOf('Calc').toSorted()).toEqual(['2 few words', 'few words'])
  expect(bench.prompt(2)).toContain(long)
  expect(bench.prompt(3)).toContain(long.trim())
  expect(bench.prompt(4)).toContain(long.trim())
  expect(endedSteps(report)['E1']).toMatchObject({
    condensed: 'few words',
    note: 'condensed from 240 to 9 characters for the tools that use it',
  })
})

it('a log that is too long for the solver’s model is cut, step by step', async () => {
  await open((server) => planFlow(server, { model: { contextTokens: 1000 } }))
  bench.tools.on('Search', () => 'long '.repeat(3000))
  await bench.ask('Q', plan('Search[a]', 'Calc[b]'), 'A')
  expect(bench.prompt(2).length).toBeLessThan(6000)
  expect(bench.prompt(2)).toContain('[cut: 15000 characters in all]')
  expect(bench.prompt(2)).toContain('C(b)')
})
