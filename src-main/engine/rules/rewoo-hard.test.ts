/** Plans that are meant to break the engine: untidy references, awkward evidence, failures and limits in the middle (ReWOO 1 to 26). */
import { afterEach, describe, expect, it } from 'vitest'
import type { FlowBuilder } from '../../../src-shared/testing/flow-builder'
import type { JsonObject } from '../../../src-shared/flow/records'
import { eventsOfType } from '../../testing/core-bench'
import { endedSteps, openPlanBench, plan, planFlow, stepStates, type PlanBench } from '../../testing/plan-bench'
import type { ToolServer } from '../../testing/tool-server'
import { heard } from '../../testing/heard'

let bench: PlanBench
afterEach(async () => {
  expect(bench.server.violations).toEqual([])
  await bench.close()
})
const open = async (draw: (server: ToolServer) => FlowBuilder = planFlow) => (bench = await openPlanBench(draw))
const rolesOf = (nth: number) => heard(bench.server.requests[nth - 1]).map(({ role }) => role)
const LOG_ONLY = { solver: '{worker_log}\n--\n{question}' }

/** A tool in the sandbox that says what it was called with. */
const echo = (parameters: JsonObject) => ({
  ...{ name: 'Echo', toolName: 'Echo', description: 'Says its arguments', timeout: 15_000 },
  ...{ parameters: { type: 'object', ...parameters } },
  code: 'export function run(args: unknown) { return JSON.stringify(args) }',
})

describe('references', () => {
  it('ReWOO 7: labels 1, 3, 7 are names; results are looked up by them', async () => {
    await open()
    const steps = ['#E1 = Search[one]', '#E3 = Search[three]', '#E7 = Calc[#E3 then #E1]']
    const report = await bench.ask('Q', steps.map((step) => `Plan: x\n${step}`).join('\n'), 'A')
    expect(bench.toolCalls().at(-1)).toBe('Calc S(three) then S(one)')
    expect(Object.keys(endedSteps(report))).toEqual(['E1', 'E3', 'E7'])
  })

  it('ReWOO 9, 14: twelve steps of one tool; #E1 and #E10 to #E12 stay apart', async () => {
    await open()
    bench.tools.on('Search', ({ input }) => `<${input}>`)
    const eleven = Array.from({ length: 11 }, (_, index) => `Search[${index + 1}]`)
    await bench.ask('Q', plan(...eleven, 'Search[#E11 #E1 #E10, #E2#E1; #E9.]'), 'A')
    expect(bench.toolCalls().at(-1)).toBe('Search <11> <1> <10>, <2><1>; <9>.')
  })

  it('ReWOO 10: what was put in is not looked through again, also in JSON with a bare reference', async () => {
    await open((server) =>
      planFlow(server)
        .node('code-tool', 'echo', echo({ properties: { city: { type: 'string' } }, required: ['city'] }))
        .use('p', 'echo'),
    )
    bench.tools.on('Search', ({ input }) => (input === 'one' ? '1' : 'see #E1 and $&'))
    const report = await bench.ask('Q', plan('Search[one]', 'Search[#E1]', 'Echo[{"city": #E2}]'), 'A')
    expect(endedSteps(report)['E3']?.evidence).toBe('{"city":"see #E1 and $&"}')
  })

  it('a tool that asks for a hand-off in a step of a plan is told so in its note: only the solver leads on', async () => {
    const code = "export const run = (args, baton) => { baton.handOff('Nobody'); return 'done' }"
    await open((server) =>
      planFlow(server).node('code-tool', 'leave', { name: 'Leave', toolName: 'Leave', code }).use('p', 'leave'),
    )
    const report = await bench.ask('Q', plan('Leave[now]'), 'A')
    expect(endedSteps(report)['E1']).toMatchObject({
      evidence: 'done',
      note: 'asked to hand the conversation to Nobody, which a step of a plan cannot do',
    })
  })

  it('ReWOO 8, 13: JSON with quoted and bare references at once keeps types', async () => {
    await open((server) =>
      planFlow(server)
        .node('code-tool', 'echo', echo({ properties: { at: {}, of: {}, note: {} } }))
        .use('p', 'echo'),
    )
    bench.tools.on('Search', ({ input }) => ({ list: '[1,{"a":2}]', text: 'a "quoted" 雪 🎂' })[input] ?? '')
    const input = '{"at": #E1, "of": #E2, "note": "on #E2"}'
    const report = await bench.ask('Q', plan('Search[list]', 'Search[text]', `Echo[${input}]`), 'A')
    const evidence = endedSteps(report)['E3']?.evidence ?? ''
    expect(JSON.parse(evidence)).toEqual({
      at: [1, { a: 2 }],
      of: 'a "quoted" 雪 🎂',
      note: 'on a "quoted" 雪 🎂',
    })
    expect(bench.prompt(2)).toContain(evidence)
  })

  it('ReWOO 8: JSON evidence keeps its type where the tool wants any or an object, and is text where it wants text', async () => {
    await open((server) =>
      planFlow(server)
        .node('code-tool', 'echo', echo({ properties: { rows: { type: 'array' } }, required: ['rows'] }))
        .use('p', 'echo'),
    )
    bench.tools.on('Search', () => '[{"id":"007","n":1.50}]')
    const report = await bench.ask('Q', plan('Search[a]', 'Echo[#E1]', 'Calc[#E1]'), 'A')
    expect(endedSteps(report)['E2']?.evidence).toBe('{"rows":[{"id":"007","n":1.5}]}')
    expect(bench.tools.inputsOf('Calc')).toEqual(['[{"id":"007","n":1.50}]'])
  })

  it('ReWOO 8: numbers that are names of something are not changed', async () => {
    await open((server) =>
      planFlow(server)
        .node('code-tool', 'echo', echo({ properties: { id: {} } }))
        .use('p', 'echo'),
    )
    bench.tools.on('Search', ({ input }) => input)
    const ids = ['007', '1e3', '9007199254740993', '+49', '12']
    const steps = ids.flatMap((id, index) => [`Search[${id}]`, `Echo[{"id": "#E${2 * index + 1}"}]`])
    const ended = endedSteps(await bench.ask('Q', plan(...steps), 'A'))
    expect(ids.map((_id, index) => ended[`E${2 * index + 2}`]?.evidence)).toEqual([
      '{"id":"007"}',
      '{"id":"1e3"}',
      '{"id":"9007199254740993"}',
      '{"id":"+49"}',
      '{"id":12}',
    ])
  })

  it('ReWOO 8, 11: with attempts used up, a reference to nothing stays as text and the plan runs', async () => {
    await open((server) => planFlow(server, { maxTurn: 1 }))
    const report = await bench.ask('Q', plan('Search[a]', 'Calc[#E1 with #E9]'), 'A')
    expect([report.said, bench.toolCalls().at(-1)]).toEqual([['A'], 'Calc S(a) with #E9'])
  })

  it.each([
    ['a loop', plan('Search[#E2]', 'Calc[#E1]'), 'cycle'],
    ['a double id', 'Plan: a\n#E1 = Search[a]\nPlan: b\n#E1 = Search[b]', 'duplicate_id'],
    ['an unknown tool and a loop', plan('Fax[#E2]', 'Calc[#E1]'), 'unknown_tool'],
  ])('ReWOO 6, 11, 12: %s in the last attempt runs nothing; the solver still answers', async (_what, bad, kind) => {
    await open((server) => planFlow(server, { maxTurn: 1 }))
    const report = await bench.ask('Q', bad, 'A')
    expect([report.said, bench.tools.calls, bench.server.calls]).toEqual([['A'], [], 2])
    expect(eventsOfType(report.events, 'plan.attempt')[0]?.error?.kind).toBe(kind)
    expect(eventsOfType(report.events, 'plan.solved')[0]?.withoutPlan).toBe(true)
  })
})

describe('inputs', () => {
  it('ReWOO 15: an empty input calls the tool with an empty text, or with nothing where it needs nothing', async () => {
    await open((server) =>
      planFlow(server)
        .node('code-tool', 'echo', echo({ properties: {} }))
        .use('p', 'echo'),
    )
    const report = await bench.ask('Q', plan('Search[]', 'Echo[]'), 'A')
    expect([report.outcome.state, bench.tools.inputsOf('Search')]).toEqual(['finished', ['']])
    expect(endedSteps(report)['E2']?.evidence).toBe('{}')
  })

  it('ReWOO 8: a JSON object in the brackets is the arguments, its numbers and lists as they are', async () => {
    await open((server) =>
      planFlow(server)
        .node('code-tool', 'echo', echo({ properties: { from: {}, to: {}, days: {} }, required: ['from'] }))
        .use('p', 'echo'),
    )
    const input = '{"from": "Rome [IT]", "to": {"city": "Zürich"}, "days": [1, 2]}'
    const report = await bench.ask('Q', plan(`Echo[${input}]`), 'A')
    expect(JSON.parse(endedSteps(report)['E1']?.evidence ?? '')).toEqual(JSON.parse(input))
  })

  it('ReWOO 1, 25: words in braces in what the user writes are plain text in every prompt', async () => {
    await open((server) => planFlow(server, { prompts: LOG_ONLY }))
    bench.tools.on('Search', () => 'has {question} and {worker_log}')
    await bench.ask('What is {worker_log} {tool_description}?', plan('Search[{question}]'), 'A')
    expect(bench.prompt(1)).toContain('user: What is {worker_log} {tool_description}?')
    expect(bench.prompt(2)).toBe(
      'user: Plan: step 1\nCall: Search[{question}]\nResult: has {question} and {worker_log}\n--\nWhat is {worker_log} {tool_description}?',
    )
  })
})

describe('attempts', () => {
  it('ReWOO 5, 6: a direct answer is no plan; asked again, then the solver has an empty log and the run is flagged', async () => {
    await open((server) => planFlow(server, { prompts: LOG_ONLY }))
    const { events, said } = await bench.ask('2+2?', 'It is 4.', 'Really, 4.', 'Four.')
    expect([said, rolesOf(2), bench.prompt(3)]).toEqual([
      ['Four.'],
      ['system', 'user', 'assistant', 'note'],
      'user: \n--\n2+2?',
    ])
    expect(eventsOfType(events, 'plan.solved')).toMatchObject([{ withoutPlan: true }])
    expect(eventsOfType(events, 'warning').map(({ code }) => code)).toEqual(['without-plan'])
  })

  it('ReWOO 1, 19: the retry prompt has the bad reply word for word and the fault with its line', async () => {
    await open((server) => planFlow(server, { maxTurn: 3 }))
    const bad = 'Sure!\n\nPlan: a\n#E1 = Fax[x]\nPlan: b\n#E2 = Calc[#E1]'
    await bench.ask('Q', bad, 'no idea', plan('Search[x]'), 'A')
    const [, , reply, reason, second, last] = heard(bench.server.requests[2])
    expect([reply?.role, reply?.content, second?.content]).toEqual(['assistant', bad, 'no idea'])
    expect(reason?.content).toMatch(/^Response Format Error: Line 4: .*"Fax".*Search, Calc, LLM\. Please reply again:$/)
    expect(last?.content).toMatch(/no plan/)
  })

  it('ReWOO 21: without a name for the model’s own step it is neither offered nor known', async () => {
    await open((server) => planFlow(server, { modelTool: '', maxTurn: 1 }))
    const report = await bench.ask('Q', plan('LLM[x]', 'Search[y]'), 'A')
    expect(bench.prompt(1)).not.toMatch(/^- LLM/m)
    expect(endedSteps(report)).toMatchObject({ E1: { state: 'failed', toolNode: null }, E2: { state: 'done' } })
    expect(bench.server.calls).toBe(2)
  })

  it.each(['en', 'zh', 'ru'])('ReWOO 1: prompts in %s leave no slot open', async (language) => {
    await open((server) => planFlow(server, { replans: 1, condenseOver: 5 }).settings({ language }))
    const first = plan('Search[long]', 'Calc[#E1]', 'LLM[#E1]')
    await bench.ask('Q', 'nothing', first, 'short', 'own', 'REPLAN: more', plan('Search[x]'), 'A')
    expect(bench.server.calls).toBe(7)
    for (const nth of [1, 2, 3, 4, 5, 6, 7]) expect(bench.prompt(nth)).not.toMatch(/\{\w+\}/)
  })
})

describe('order', () => {
  it('ReWOO 20: one at a time is plan order, whatever depends on what', async () => {
    await open((server) => planFlow(server, { maxParallel: 1 }))
    await bench.ask('Q', plan('Search[a]', 'Calc[#E1]', 'Search[b]', 'Calc[#E2 #E3]', 'Search[c]'), 'A')
    expect(bench.toolCalls()).toEqual(['Search a', 'Calc S(a)', 'Search b', 'Calc C(S(a)) S(b)', 'Search c'])
  })

  it('ReWOO 20, 26: the solver reads plan order, whatever was done first, with a blank line between', async () => {
    await open((server) => planFlow(server, { prompts: LOG_ONLY }))
    const gate = Promise.withResolvers<undefined>()
    bench.tools.on('Search', ({ input }) => (input === 'slow' ? { text: 'late', gate: gate.promise } : `S(${input})`))
    const turn = bench.ask('Q', plan('Search[slow]', 'Search[b]', 'Calc[#E2]'), 'A')
    await bench.tools.waitForCalls(3)
    gate.resolve(undefined)
    const report = await turn
    expect(stepStates(report).filter((line) => line.endsWith('done'))).toEqual(['E2 done', 'E3 done', 'E1 done'])
    expect(bench.prompt(2)).toBe(
      'user: Plan: step 1\nCall: Search[slow]\nResult: late\n\nPlan: step 2\nCall: Search[b]\nResult: S(b)\n\nPlan: step 3\nCall: Calc[S(b)]\nResult: C(S(b))\n--\nQ',
    )
  })
})

describe('failures', () => {
  it('ReWOO 22: tries are counted: one and one more, each with a time limit of its own', async () => {
    await open((server) => planFlow(server, { stepRetries: 1, stepTimeout: 1500 }))
    bench.tools.on('Search', () => ({ hang: true }))
    const report = await bench.ask('Q', plan('Search[a]', 'Calc[#E1]'), 'A')
    expect(bench.tools.inputsOf('Search')).toEqual(['a', 'a'])
    expect(endedSteps(report)['E1']).toMatchObject({ state: 'failed', note: 'try 2 of 2' })
    expect(bench.tools.inputsOf('Calc')[0]).toMatch(/^Error: Search gave no result within 1500 ms/)
  })

  it('ReWOO 22: a failure without words still leaves a marked error, never nothing', async () => {
    await open((server) =>
      planFlow(server)
        .node('code-tool', 'bad', {
          ...echo({ properties: {} }),
          code: 'export function run() { throw new Error("") }',
        })
        .use('p', 'bad'),
    )
    const report = await bench.ask('Q', plan('Echo[]', 'Calc[#E1]'), 'A')
    expect(endedSteps(report)['E1']?.state).toBe('failed')
    expect(bench.tools.inputsOf('Calc')[0]).toMatch(/^Error: .*\S/)
  })

  it('ReWOO 22: a step of the model that is refused, or that gives nothing in time, is an error like any other', async () => {
    await open((server) => planFlow(server, { stepTimeout: 1500, maxParallel: 1 }))
    const report = await bench.ask('Q', plan('LLM[a]', 'LLM[b]', 'Calc[#E1]'), { status: 400 }, { hang: true }, 'A')
    expect([report.outcome.state, report.said]).toEqual(['finished', ['A']])
    expect(endedSteps(report)).toMatchObject({
      E1: { state: 'failed' },
      E2: { state: 'failed', error: 'LLM gave no result within 1500 ms' },
      E3: { state: 'done' },
    })
  })

  it('ReWOO 22: stop ends the steps that still run; a retry runs those again and no other', async () => {
    await open((server) => planFlow(server, { onToolError: 'stop' }))
    const broken = Promise.withResolvers<undefined>()
    bench.tools.on('Search', ({ input }) => {
      if (input === 'slow') return { hang: true }
      return input === 'bad' ? { status: 500, text: 'no', gate: broken.promise } : `S(${input})`
    })
    const turn = bench.ask('Q', plan('Search[ok]', 'Search[slow]', 'Search[bad]', 'Calc[#E1 #E2]'))
    await bench.tools.waitForCalls(3)
    broken.resolve(undefined)
    expect((await turn).outcome).toMatchObject({ state: 'failed', error: { code: 'tool-failed' } })
    bench.tools.on('Search', ({ input }) => `T(${input})`)
    bench.server.reply({ text: 'Then.' })
    const retried = await bench.resume()
    expect([retried.said, bench.server.calls]).toEqual([['Then.'], 2])
    const again = bench.toolCalls().slice(3)
    expect(again.toSorted()).toEqual(expect.arrayContaining(['Search bad', 'Search slow']) as string[])
    expect(again.at(-1)).toMatch(/^Calc [ST]\(ok\) T\(slow\)$/)
  })
})

describe('retries of a turn that failed', () => {
  it('ReWOO 1, 28: where the planner failed, the attempts before it are kept; where the solver failed, no step runs again', async () => {
    await open((server) => planFlow(server, { prompts: LOG_ONLY }))
    const failed = await bench.ask('Q', 'no plan', { status: 400 })
    expect(failed.outcome).toMatchObject({ state: 'failed', error: { details: { node: 'p' } } })
    bench.server.reply({ text: plan('Search[a]', 'LLM[#E1]') }, { text: 'own' }, { status: 400 })
    expect((await bench.resume()).outcome.state).toBe('failed')
    expect(rolesOf(3)).toEqual(['system', 'user', 'assistant', 'note'])
    bench.server.reply({ text: 'A' })
    const last = await bench.resume()
    expect([last.said, bench.toolCalls(), bench.server.calls]).toEqual([['A'], ['Search a'], 6])
    expect(bench.prompt(6)).toBe(bench.prompt(5))
    expect(last.events.at(-1)).toMatchObject({ type: 'run.finished' })
  })

  it('ReWOO 22: stop holds for the model’s own step too, whatever spaces stand round its name', async () => {
    await open((server) => planFlow(server, { onToolError: 'stop', modelTool: ' LLM ' }))
    const failed = await bench.ask('Q', plan('LLM[a]', 'Calc[#E1]'), { status: 400 })
    expect([failed.outcome.state, bench.toolCalls()]).toEqual(['failed', []])
    bench.server.reply({ text: 'own' }, { text: 'A' })
    expect([(await bench.resume()).said, bench.toolCalls()]).toEqual([['A'], ['Calc own']])
  })
})

describe('limits', () => {
  it('ReWOO 22: seconds end the turn in the middle of the steps, in order', async () => {
    await open((server) => planFlow(server).settings({ limits: { seconds: 3 } }))
    bench.tools.on('Search', () => ({ hang: true }))
    const report = await bench.ask('Q', plan('Search[a]', 'Search[b]', 'Calc[#E1]'))
    expect(report.outcome).toMatchObject({ state: 'finished', limit: expect.stringContaining('3 seconds') as string })
    expect([report.said, bench.server.calls, bench.tools.calls.length]).toEqual([[], 1, 2])
  })

  it('ReWOO 22: tokens are counted in planner and model steps; nothing is asked beyond the limit', async () => {
    await open((server) => planFlow(server, { maxParallel: 1 }).settings({ limits: { tokens: 1000 } }))
    const usage = { input: 450, output: 50 }
    const first = { text: plan('LLM[a]', 'LLM[b]', 'Calc[#E2]'), usage }
    const report = await bench.ask('Q', first, { text: 'one', usage }, 'never')
    expect(report.outcome).toMatchObject({ state: 'finished', limit: expect.stringContaining('tokens') as string })
    expect([report.said, bench.server.calls, bench.toolCalls()]).toEqual([[], 2, []])
    expect(report.events.at(-1)).toMatchObject({ usage: { input: 900, output: 100 }, modelCalls: 2 })
  })

  it('ReWOO 22: model steps that run side by side never exceed the limit of model calls', async () => {
    await open((server) => planFlow(server).settings({ limits: { modelCalls: 3 } }))
    bench.server.on({ user: /Do what is asked/ }, { text: 'x', delayMs: 30 })
    const report = await bench.ask('Q', plan('LLM[a]', 'LLM[b]', 'LLM[c]', 'LLM[d]'))
    expect(report.outcome).toMatchObject({
      state: 'finished',
      limit: expect.stringContaining('3 model calls') as string,
    })
    expect(bench.server.calls).toBeLessThanOrEqual(3)
  })

  it('the solver can ask for another plan only as often as the node says', async () => {
    await open((server) => planFlow(server, { replans: 2 }))
    const again = [plan('Search[a]'), 'REPLAN: more']
    const report = await bench.ask('Q', ...again, ...again, plan('Search[c]'), 'REPLAN: still more')
    expect([report.said, bench.server.calls]).toEqual([['REPLAN: still more'], 6])
    expect(eventsOfType(report.events, 'plan.solved').map(({ round, asksAgain }) => [round, asksAgain])).toEqual([
      [1, true],
      [2, true],
      [3, false],
    ])
  })

  it('condensed evidence is never longer than the limit, whatever the model writes; where it fails, the beginning is used', async () => {
    await open((server) => planFlow(server, { condenseOver: 20, maxParallel: 1 }))
    bench.tools.on('Search', ({ input }) => `${input} ${'long '.repeat(30)}`)
    const report = await bench.ask(
      'Q',
      plan('Search[a]', 'Search[b]', 'Calc[#E1 #E2]'),
      'w'.repeat(500),
      { status: 400 },
      'A',
    )
    expect(bench.tools.inputsOf('Calc')).toEqual([`${'w'.repeat(20)} ${'b long long long long '.slice(0, 20)}`])
    expect(endedSteps(report)).toMatchObject({
      E1: { note: 'condensed from 152 to 20 characters for the tools that use it' },
      E2: { note: 'cut from 152 to 20 characters for the tools that use it' },
    })
  })
})
