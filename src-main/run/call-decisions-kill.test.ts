/**
 * Decisions on four calls of a reply three levels deep, in every order, with kill -9 at a random point of each: what runs is what was decided, counted
 * at the tools. One order by default; `BATON_ORDERS=all` plays all 24, `BATON_SEED=7` chooses other points.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { createCore } from '../core'
import { nodePlatform } from '../platform/node'
import { buildProgram, ended, kill, startBaton } from '../testing/killable'
import { startModelServer } from '../testing/model-server'
import { toolNode } from '../testing/plan-bench'
import { startToolServer, type ToolServer } from '../testing/tool-server'

beforeAll(buildProgram, 120_000)

/** What is decided on each tool's call, as the command line takes it. */
const DECISIONS = {
  pay: 'approve',
  refund: { refuse: 'Too dear.' },
  mail: { arguments: { input: 'mail 2' } },
  book: { result: 'Booked by hand.' },
} as const
type ToolName = keyof typeof DECISIONS
const TOOLS = ['pay', 'refund', 'mail', 'book'] as const satisfies readonly ToolName[]

const RESULTS = [
  'p(pay 1)',
  'Error: a person refused this call, so it did not run. The reason: Too dear.',
  'A person changed the arguments of this call before it ran, to {"input":"mail 2"}. What it gave with these:\nm(mail 2)',
  'Booked by hand.',
]

function ordersOf(names: readonly ToolName[]): ToolName[][] {
  if (names.length === 0) return [[]]
  return names.flatMap((first) => ordersOf(names.filter((name) => name !== first)).map((rest) => [first, ...rest]))
}

const ORDERS = ordersOf(TOOLS)
const PLAYED = process.env['BATON_ORDERS'] === 'all' ? ORDERS : ORDERS.filter((_order, index) => index === 14)

/** Numbers from 0 to 1 that are the same for a seed. */
function numbersOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const drawing = (tools: ToolServer) =>
  TOOLS.reduce(
    (builder, name) => builder.httpTool(name, toolNode(tools, name, { needsApproval: true })).use('e', name),
    flow('Decide')
      .start('s')
      .supervisor('s', { name: 'Host', switchObserver: false })
      .dialog('d', { name: 'OUTER', toolName: 'outer' })
      .dialog('e', { name: 'INNER', toolName: 'inner' })
      .delegate('s', 'd')
      .delegate('d', 'e'),
  ).build()

/** The folder as it is left between two processes: what waits, and what the calls came to. */
async function lookAt(folder: string) {
  const core = await createCore({
    dataDir: folder,
    platform: nodePlatform({ host: 'cli', dataDir: folder }),
    allow: ['all'],
  })
  try {
    const { runner, events, threads } = core.services
    const run = threads.newestRun('t')
    const waiting = runner
      .waiting('t')
      .flatMap(({ id, question }) => (question.kind === 'approve-call' ? [{ id, ...question }] : []))
    const entries = run === null ? [] : events.events(run.id)
    const results = entries.flatMap((event) =>
      event.type === 'entry' && event.entry.kind === 'result' ? [event.entry.text] : [],
    )
    return { waiting, results, state: run?.state ?? null }
  } finally {
    await core.close()
  }
}

it.each(PLAYED.map((order) => [order.join(', '), order] as const))(
  'carries out exactly what was decided, in the order %s',
  async (_title, order) => {
    const next = numbersOf(Number(process.env['BATON_SEED'] ?? '1') + ORDERS.indexOf(order))
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-decide-'))
    const server = await startModelServer()
    const tools = await startToolServer()
    try {
      const file = path.join(folder, 'f.flow.json')
      writeFileSync(file, saveFlow(drawing(tools)))
      const baton = (...args: string[]) => startBaton({ folder, file, baseUrl: server.baseUrl }, args)
      const call = (name: string, input = name) => ({ name, arguments: { input } })
      server.reply({ calls: [{ name: 'outer', arguments: {} }] }, { calls: [{ name: 'inner', arguments: {} }] })
      server.reply({ calls: TOOLS.map((name) => call(name, `${name} 1`)) }, { text: 'All done.' })
      // A kill while the last reply comes has it asked for once more.
      server.reply({ text: 'All done.' })
      const began = Date.now()
      await ended(baton('-m', 'go'))
      const whole = Date.now() - began
      expect((await lookAt(folder)).waiting.map(({ tool }) => tool)).toEqual(TOOLS)
      for (const name of order) {
        for (let attempt = 1; ; attempt += 1) {
          const { waiting, state } = await lookAt(folder)
          const asked = waiting.find(({ tool }) => tool === name)
          if (asked === undefined && state !== 'interrupted') break
          const hasRun = tools.calls.some(({ tool }) => tool === name)
          // Whoever is asked again looks at the tool, as the question says that they should.
          const decision = asked?.mayHaveRun === true && hasRun ? { result: `(seen) ${name}` } : DECISIONS[name]
          const decided = path.join(folder, `${name}.json`)
          writeFileSync(decided, JSON.stringify(decision))
          const answer = typeof decision === 'string' ? decision : decided
          const child = asked === undefined ? baton() : baton('--question', asked.id, '--answer', answer)
          if (attempt === 1) {
            await sleep(next() * whole)
            await kill(child)
          } else await ended(child)
        }
      }
      const { waiting, results, state } = await lookAt(folder)
      expect([waiting, state]).toEqual([[], 'finished'])
      expect(tools.calls.map(({ input }) => input).toSorted()).toEqual(['mail 2', 'pay 1'])
      const seen = (name: ToolName, text: string) => (results.includes(`(seen) ${name}`) ? `(seen) ${name}` : text)
      expect(results.slice(-4)).toEqual(TOOLS.map((name, place) => seen(name, RESULTS[place] ?? '')))
      expect([server.calls - 4 <= 1, server.violations]).toEqual([true, []])
    } finally {
      await server.close()
      await tools.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  240_000,
)
