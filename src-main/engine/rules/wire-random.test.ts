/**
 * Random flows, random messages, models that answer anything: no request that any server refuses. Small by default;
 * `BATON_RANDOM_FLOWS=500 npm run unit -- wire-random` tries more.
 */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { flow, type FlowBuilder } from '../../../src-shared/testing/flow-builder'
import { openTestCore } from '../../testing/core-bench'
import type { ServerReply } from '../../testing/model-reply'
import type { RecordedRequest } from '../../testing/model-server'
import { ALIKE_MODES, refusals, type StrictMode } from '../../testing/strict-modes'

const RUNS = Number(process.env['BATON_RANDOM_FLOWS'] ?? 12)
const IDS = ['a', 'b', 'c', 'd'] as const
const KINDS = ['agent', 'agent', 'supervisor', 'dialog', 'nested', 'rewoo'] as const
type Kind = (typeof KINDS)[number]

type DrawnFlow = {
  kinds: Kind[]
  links: { from: number; to: number; how: 'handoff' | 'after-work' | 'when-done' }[]
  clocks: boolean[]
  afterWork: string | null
  pattern: string
  isTight: boolean
}

const drawn: fc.Arbitrary<DrawnFlow> = fc.record({
  kinds: fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: IDS.length }),
  links: fc.array(
    fc.record({
      from: fc.nat(IDS.length - 1),
      to: fc.nat(IDS.length - 1),
      how: fc.constantFrom('handoff' as const, 'handoff' as const, 'after-work' as const, 'when-done' as const),
    }),
    { maxLength: 6 },
  ),
  clocks: fc.array(fc.boolean(), { minLength: IDS.length, maxLength: IDS.length }),
  afterWork: fc.constantFrom(null, 'stay', 'revert-to-user', 'terminate'),
  pattern: fc.constantFrom('default', 'default', 'round-robin', 'manager'),
  isTight: fc.boolean(),
})

/** The participants as drawn; links that their kinds do not allow are left out. The first is an agent or a supervisor. */
function build({ kinds, links, clocks, afterWork, pattern, isTight }: DrawnFlow): FlowBuilder {
  const kindOf = (at: number): Kind | undefined => (at === 0 && kinds[0] !== 'supervisor' ? 'agent' : kinds[at])
  let builder = flow('Random')
    .start('a')
    .settings({
      swarm: { pattern, ...(pattern === 'manager' ? { managerModel: { model: 'm' } } : {}) },
      limits: { rounds: 6, hops: 6, modelCalls: 25 },
      model: isTight ? { contextTokens: 256 } : {},
    })
    .builtinTool('clock', { tool: 'clock', toolName: 'get_time' })
    .agent('x', { prompt: 'You are x.' })
  kinds.forEach((_kind, at) => {
    const id = IDS[at] ?? 'a'
    const fields = { name: id, prompt: `You are ${id}. {dialogs} {tools}` }
    const kind = kindOf(at)
    if (kind === 'agent')
      builder = builder.agent(id, { name: id, prompt: `You are ${id}.`, afterWork, maxToolRounds: 2 })
    if (kind === 'supervisor') builder = builder.supervisor(id, fields)
    if (kind === 'dialog') builder = builder.dialog(id, { ...fields, toolName: `open_${id}` })
    if (kind === 'rewoo') builder = builder.node('rewoo', id, { name: id })
    if (kind === 'nested')
      builder = builder
        .node('nested-chat', id, { name: id, carryover: { summaryMethod: 'reflection_with_llm' } })
        .edge(
          'recipient',
          { from: id, to: 'x' },
          { message: 'Look', maxTurns: 2, summaryMethod: 'reflection_with_llm' },
        )
    if (clocks[at] === true && kind !== 'nested') builder = builder.use(id, 'clock')
  })
  const seen = new Set<string>()
  for (const { from, to, how } of links) {
    const [source, target] = [kindOf(from), kindOf(to)]
    const key = `${from}>${to}`
    if (source === undefined || target === undefined || from === to || seen.has(key)) continue
    seen.add(key)
    const [start = 'a', end = 'a'] = [IDS[from], IDS[to]]
    const isAgent = source === 'agent' && target !== 'supervisor'
    if (isAgent && how === 'after-work' && target === 'agent') builder = builder.afterWork(start, end)
    else if (isAgent) builder = builder.handoff(start, end, how === 'when-done' ? { returns: 'when-done' } : {})
    else if ((source === 'supervisor' || source === 'dialog') && target === 'dialog')
      builder = builder.delegate(start, end)
  }
  return builder
}

/** What a model may do: speak, call what is offered with or without words, call what is not there, say nothing. */
function answer(request: RecordedRequest, dice: number): ServerReply {
  const called = request.toolNames[dice % Math.max(1, request.toolNames.length)] ?? 'functions.get time'
  const texts = ['', 'I say so.', 'Plan: x\n#E1 = LLM[y]', 'SELF', 'False', 'USER', 'b', 'long words '.repeat(40)]
  const text = texts[dice % texts.length] ?? ''
  const kind = dice % 5
  if (kind === 0) return { text, calls: [{ name: called, arguments: dice % 2 === 0 ? {} : '{"half' }] }
  if (kind === 1)
    return { calls: [{ name: called }, { name: 'get_time', id: `c${dice}` }, { name: 'nobody', id: null }] }
  return { text }
}

it(
  'no server refuses what random flows send',
  async () => {
    let turns = 0
    let calls = 0
    await fc.assert(
      fc.asyncProperty(
        drawn,
        fc.array(fc.constantFrom('hi', 'the time?', null, 'word '.repeat(60)), { minLength: 1, maxLength: 4 }),
        fc.record({
          dice: fc.infiniteStream(fc.nat(1000)),
          strict: fc.constantFrom<StrictMode>('all', 'all', 'gemini-3', 'deepseek-thinking'),
        }),
        async (one, messages, { dice, strict }) => {
          const test = await openTestCore(build(one).build(), {
            strict,
            script: (request) => answer(request, Number(dice.next().value)),
          })
          try {
            for (const message of messages) {
              const { outcome } = await test.turn(message)
              turns += 1
              if ('question' in outcome && outcome.question !== undefined) break
            }
            // A server that wants a form of its own says so once.
            expect(test.server.violations.slice(strict === 'all' ? 0 : 1)).toEqual([])
            for (const { body, index } of strict === 'all' ? test.server.requests : [])
              for (const mode of ALIKE_MODES) expect([index, mode, refusals(body, mode)]).toEqual([index, mode, []])
            calls += test.server.calls
          } catch (cause) {
            if (!(cause instanceof Error) || !cause.message.startsWith('The flow cannot run yet')) throw cause
            fc.pre(false)
          } finally {
            await test.close()
          }
        },
      ),
      { numRuns: RUNS },
    )
    // Neither flows that cannot run nor models that are never asked.
    expect(turns).toBeGreaterThan(RUNS / 2)
    expect(calls).toBeGreaterThan(RUNS)
  },
  60_000 + RUNS * 10_000,
)
