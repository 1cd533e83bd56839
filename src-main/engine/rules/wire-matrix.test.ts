/**
 * Every drawn shape against every kind of server. Servers without a dialect get the same bytes, so one run is held to the rules of each;
 * some have forms of their own, which are learnt from their refusals while the turn goes on. By default each shape meets one
 * of these, in turn; `BATON_SHAPES=all` plays all shapes against all of them.
 */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openTestCore, type TestCore } from '../../testing/core-bench'
import type { Shape } from '../../testing/shape-parts'
import type { RecordedRequest } from '../../testing/model-server'
import { SHAPES } from '../../testing/shapes'
import { STRUCTURED } from '../../testing/structured-shapes'
import { LEARNT_MODES, refusals, STRICT_MODES, type StrictMode } from '../../testing/strict-modes'

/** DeepSeek has another form where JSON is asked for. */
const learntBy = ({ asksForJson }: Shape): readonly StrictMode[] =>
  asksForJson === true ? [...LEARNT_MODES, 'deepseek'] : LEARNT_MODES
/** Those that a shape is played against, of so many shapes the one at `index`. */
const metBy = (shape: Shape, index: number): readonly StrictMode[] =>
  process.env['BATON_SHAPES'] === 'all'
    ? learntBy(shape)
    : learntBy(shape).filter((_mode, place, { length }) => place === index % length)
/** So many of its rules a server may have to name in one shape, and so many more about JSON. */
const MOST_REFUSALS: { readonly [M in StrictMode]?: readonly [number, number] } = {
  mistral: [3, 0],
  gemma: [1, 2],
  gemini: [1, 0],
  'gemini-3': [2, 0],
  moonshot: [1, 0],
  'openai-newest': [1, 0],
  toolless: [1, 0],
  'deepseek-thinking': [1, 2],
  deepseek: [0, 1],
}

type PlayedScene = { said: string[]; outcomes: unknown[]; test: TestCore }

/** A search endpoint that always finds the same page. */
let search: Server
let searchAddress = ''
beforeAll(async () => {
  const results = [{ title: 'Cakes', url: 'https://example.com/cakes', content: 'We bake cakes.' }]
  search = createServer((_request, response) => response.end(JSON.stringify({ results }))).listen(0, '127.0.0.1')
  await once(search, 'listening')
  const at = search.address()
  searchAddress = `http://127.0.0.1:${typeof at === 'object' && at !== null ? at.port : 0}/`
})
afterAll(() => void search.close())

const byDecision = (decisions: 'schema') => (baseUrl: string) => [
  { name: 'default', provider: 'openai' as const, baseUrl, model: 'test-model', key: '', dialect: { decisions } },
]

/** The words that a decision may be, where they are its format; empty: none are. */
const wordsOf = ({ body }: RecordedRequest): readonly unknown[] => {
  const asked = z.object({ response_format: decisionFormat }).safeParse(body)
  return asked.success ? asked.data.response_format.json_schema.schema.properties.answer.enum : []
}
const decisionFormat = z.object({
  json_schema: z.object({
    schema: z.object({ properties: z.object({ answer: z.object({ enum: z.array(z.string()) }) }) }),
  }),
})

type PlayOptions = { strict: StrictMode; decisions?: 'schema' }

async function play(
  { draw, turns, replies, searches }: Shape,
  { strict, decisions }: PlayOptions,
  check: (played: PlayedScene) => Promise<void> | void,
) {
  const options = { strict, script: () => ({ text: 'ok' }) }
  const connections = decisions === undefined ? {} : { connections: byDecision(decisions) }
  const test = await openTestCore(draw().build(), { ...options, ...connections })
  try {
    const connection = { provider: 'openai', baseUrl: searchAddress, model: '', key: '' } as const
    if (searches !== undefined) await test.core().services.connections.save({ name: searches, ...connection })
    const answers = replies.map((reply) => (typeof reply === 'string' ? { text: reply } : reply))
    test.server.reply(
      ...answers.map((reply) => (request: RecordedRequest) => {
        const isWord = 'text' in reply && wordsOf(request).includes(reply.text)
        return isWord ? { ...reply, text: JSON.stringify({ answer: reply.text }) } : reply
      }),
    )
    const said: string[] = []
    const outcomes: unknown[] = []
    for (const turn of turns) {
      const asks = typeof turn === 'string' || turn === null
      const report = asks ? await test.turn(turn) : await test.answer(turn.question, turn.answer)
      said.push(...report.said)
      outcomes.push(report.outcome)
    }
    await check({ said, outcomes, test })
  } finally {
    await test.close()
  }
}

const PLAYED = [...SHAPES, ...STRUCTURED].map((shape, index) => ({ shape, modes: metBy(shape, index) }))

it('every server with a form of its own is met by several shapes, also by one that asks for JSON', () => {
  const met = (asksForJson: boolean, mode: StrictMode) =>
    PLAYED.filter(({ shape, modes }) => (shape.asksForJson === true) === asksForJson && modes.includes(mode)).length
  for (const mode of LEARNT_MODES) expect(met(false, mode)).toBeGreaterThan(3)
  for (const mode of [...LEARNT_MODES, 'deepseek'] as const) expect(met(true, mode)).toBeGreaterThan(0)
})

const told = new Map<string, string[]>()
/** Shapes in which something is decided by one of a few words. */
const DECIDING = new Set([
  'an agent hands over to a supervisor, which brings in an agent and is gone back to',
  'default worker',
  'document worker',
  'manager that is asked twice',
  'nested dialogs',
  'observer: finished',
  'observer: interest',
  'supervisor with a tool and dialogs, interrupted and gone on with',
  'task graph with intents',
])

describe.each(PLAYED.map(({ shape, modes }) => [shape.name, shape, modes] as const))('%s', (name, shape, modes) => {
  it('is refused by no server', async () => {
    await play(shape, { strict: 'all' }, ({ said, outcomes, test }) => {
      expect(outcomes).toEqual(outcomes.map(() => expect.objectContaining({ state: 'finished' }) as unknown))
      expect(test.server.violations).toEqual([])
      // Every answer that the shape is drawn for was asked for.
      expect(test.server.calls).toBeGreaterThanOrEqual(Math.max(1, shape.replies.length))
      for (const { body, index } of test.server.requests)
        for (const mode of STRICT_MODES.filter((one) => !learntBy(shape).includes(one)))
          expect([index, mode, refusals(body, mode)]).toEqual([index, mode, []])
      told.set(name, said)
    })
  })

  it.each(modes)('says the same to a server like %s, which teaches each of its rules once', async (mode) => {
    await play(shape, { strict: mode }, ({ said, outcomes, test }) => {
      expect(outcomes).toEqual(outcomes.map(() => expect.objectContaining({ state: 'finished' }) as unknown))
      expect(said).toEqual(told.get(name))
      const refused = new Set(test.server.violations.map((violation) => violation.split(':')[0]))
      const [most, more] = MOST_REFUSALS[mode] ?? [0, 0]
      expect(refused.size).toBeLessThanOrEqual(most + (shape.asksForJson === true ? more : 0))
    })
  })
})

describe.each([...DECIDING])('%s', (name) => {
  it('says the same where decisions are asked for by a schema of the words that count', async () => {
    const shape = SHAPES.find((one) => one.name === name)
    if (shape === undefined) throw new Error(`There is no shape called ${name}.`)
    await play(shape, { strict: 'all', decisions: 'schema' }, ({ said, outcomes, test }) => {
      expect(outcomes).toEqual(outcomes.map(() => expect.objectContaining({ state: 'finished' }) as unknown))
      expect([said, test.server.violations]).toEqual([told.get(name), []])
      expect(test.server.requests.some((request) => wordsOf(request).length > 0)).toBe(true)
    })
  })
})
