/** `baton serve --database` while Postgres is away in the middle of a step: what a call came to is stored before the turn goes on, and no call is made twice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { toolNode } from '../testing/plan-bench'
import { findPostgres, startPostgres, type TestPostgres } from '../testing/postgres'
import { startToolServer, type ToolServer } from '../testing/tool-server'
import { bare, KEY, startServing } from './testing/chat-client'
import { openTerminal, type CommandResult, type Terminal } from './testing/terminal'

const found = findPostgres()
const here = 'missing' in found ? test.skip : test
const why = 'missing' in found ? ` (skipped: ${found.missing})` : ''
/** Leases in seconds: Postgres is away for less than the one, however slow the machine is, and for more than the other. */
const LONG = 120
const SHORT = 4

let postgres: TestPostgres
let models: ModelServer
let tools: ToolServer
let terminal: Terminal
const ending = new AbortController()
const ends: Promise<CommandResult>[] = []

beforeAll(async () => {
  if ('missing' in found) return
  ;[postgres, models, tools] = await Promise.all([startPostgres(found), startModelServer(), startToolServer()])
  terminal = openTerminal()
})

afterAll(async () => {
  ending.abort()
  await Promise.all(ends)
  await Promise.all([postgres?.close(), models?.close(), tools?.close()])
  terminal?.close()
})

async function serve(database: string, lease: number): Promise<string> {
  const desk = flow('Desk').start('a').agent('a', { name: 'Clerk', prompt: 'P' })
  const file = terminal.file(
    desk
      .httpTool('book', toolNode(tools, 'book', { sequential: true }))
      .use('a', 'book')
      .build(),
  )
  const shared = ['--database', database, '--lease', String(lease), '--grace', '0']
  const line = [file, ...shared, '--key', KEY, '--base-url', models.baseUrl, '--model', 'm', '--allow', 'all']
  const { ended, listening } = startServing(line, { terminal, signal: ending.signal })
  ends.push(ended)
  return (await listening).address
}

async function ask(address: string, thread: string): Promise<string> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', 'x-baton-thread': thread }
  const body = JSON.stringify({ model: 'desk', messages: [{ role: 'user', content: thread }] })
  const answer = await bare(`${address}/chat/completions`, { method: 'POST', headers, body })
  return `${answer.status} ${answer.body}`
}

here(
  `a call is made once, and the next one, as the model, waits until Postgres has what it came to${why}`,
  async () => {
    const url = await postgres.database()
    const [patient, first, second] = await Promise.all([serve(url, LONG), serve(url, SHORT), serve(url, SHORT)])
    const isThere = () =>
      postgres.query(url, 'SELECT 1').then(
        () => true,
        () => false,
      )
    const calls = ['x', 'y'].map((input) => ({ name: 'book', arguments: { input } }))
    models.on(
      () => true,
      ({ messages }) => (messages.some(({ role }) => role === 'tool') ? { text: 'Booked.' } : { calls }),
    )
    /** Postgres goes away with the first call of a step. Of the second one: whether it had come back. */
    const stopped: Promise<boolean>[] = []
    const atSecond: Promise<boolean>[] = []
    tools.on('book', ({ input }) => {
      const gate = input === 'x' ? postgres.stop().then(isThere) : isThere()
      const list = input === 'x' ? stopped : atSecond
      list.push(gate)
      return { gate }
    })

    const short = ask(patient, 'short')
    await expect.poll(() => stopped.length).toBe(1)
    expect(await stopped[0]).toBe(false)
    await postgres.start()
    expect(await short).toMatch(/^200 .*Booked\./)
    expect(await Promise.all(atSecond)).toEqual([true])
    expect(tools.inputsOf('book')).toEqual(['x', 'y'])

    // Longer than the lease: the turn stops, with words for it. What the call came to is sent all the same, before another process may have the thread.
    expect(await ask(first, 'long')).toMatch(/^503 .*could not renew its hold on the thread/)
    expect(tools.inputsOf('book')).toEqual(['x', 'y', 'x'])
    await postgres.start()
    expect(await ask(second, 'long')).toMatch(/^200 .*Booked\./)
    expect(tools.inputsOf('book')).toEqual(['x', 'y', 'x', 'y'])
    expect(models.requests).toHaveLength(4)
    expect(models.violations).toEqual([])
  },
)
