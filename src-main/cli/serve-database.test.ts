/** `baton serve --database`: three programs on one real PostgreSQL serve the same threads, also when one of them is ended with kill -9 in its turns. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { buildProgram, kill } from '../testing/killable'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { toolNode } from '../testing/plan-bench'
import { findPostgres, startPostgres, type TestPostgres } from '../testing/postgres'
import { startToolServer, type ToolServer } from '../testing/tool-server'

const found = findPostgres()
/** In seconds; a busy machine keeps a program from renewing it for a while. */
const lease = 15
const program = path.resolve(import.meta.dirname, '../../out/main/cli.js')

let postgres: TestPostgres
let models: ModelServer
let tools: ToolServer
let folder = ''
let file = ''
const running: ChildProcess[] = []

beforeAll(async () => {
  if ('missing' in found) return
  ;[postgres, models, tools] = await Promise.all([startPostgres(found), startModelServer(), startToolServer()])
  await buildProgram()
  folder = mkdtempSync(path.join(tmpdir(), 'baton-cluster-'))
  file = path.join(folder, 'desk.flow.json')
  const desk = flow('Desk').start('a').agent('a', { name: 'Clerk', prompt: 'P' })
  writeFileSync(file, saveFlow(desk.httpTool('book', toolNode(tools, 'book')).use('a', 'book').build()))
}, 120_000)

afterAll(async () => {
  await Promise.all(running.map(kill))
  await Promise.all([postgres?.close(), models?.close(), tools?.close()])
  if (folder !== '') rmSync(folder, { recursive: true })
})

/** `said`: everything that it printed. */
type Server = { child: ChildProcess; address: string; said: () => string }

async function serve(url: string): Promise<Server> {
  const args = ['serve', file, '--database', url, '--lease', String(lease), '--data', path.join(folder, 'data')]
  const model = [
    '--base-url',
    models.baseUrl,
    '--api-key',
    'sk-of-models',
    '--model',
    'm',
    '--allow',
    'all',
    '--key',
    'k',
  ]
  const child = spawn(process.execPath, [program, ...args, ...model], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.push(child)
  let text = ''
  const listening = new Promise<string>((resolve, reject) => {
    const hear = (data: Buffer) => {
      text += data.toString()
      const [address] = /http:\/\/\S+\/v1/.exec(text) ?? []
      if (address !== undefined && /^Key:/m.test(text)) resolve(address)
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    child.once('exit', () => reject(new Error(`it ended: ${text}`)))
  })
  return { child, address: await listening, said: () => text }
}

type Message = { role: 'user' | 'assistant'; content: string }

async function say({ address }: Server, thread: string | null, messages: readonly Message[]) {
  const headers = {
    authorization: 'Bearer k',
    'content-type': 'application/json',
    ...(thread === null ? {} : { 'x-baton-thread': thread }),
  }
  const body = JSON.stringify({ model: 'desk', messages })
  const response = await fetch(`${address}/chat/completions`, { method: 'POST', headers, body })
  const answer = (await response.json()) as {
    choices?: { message: { content: string } }[]
    error?: { message: string }
  }
  const words = answer.choices?.[0]?.message.content ?? answer.error?.message
  return { status: response.status, words, thread: response.headers.get('x-baton-thread') }
}

const ask = (server: Server, thread: string, content: string) => say(server, thread, [{ role: 'user', content }])

/** What users said in the last request that holds these words. */
function usersBefore(words: string): string[] {
  const request = models.requests.findLast(({ messages }) => messages.some(({ content }) => String(content) === words))
  return (request?.messages ?? []).filter(({ role }) => role === 'user').map(({ content }) => String(content))
}

/** A turn books once, then says so; `held`: threads whose second reply waits, with how many do. */
function script(held: ReadonlySet<string>, gate: Promise<unknown>) {
  const waiting: string[] = []
  models.on(
    () => true,
    ({ messages }) => {
      const at = messages.findLastIndex(({ role }) => role === 'user')
      const said = String(messages[at]?.content)
      if (!messages.slice(at).some(({ role }) => role === 'tool'))
        return { calls: [{ name: 'book', arguments: { input: said } }] }
      if (!held.has(said)) return { text: `Booked ${said}.` }
      waiting.push(said)
      return { text: `Booked ${said}.`, gate }
    },
  )
  return waiting
}

const here = 'missing' in found ? test.skip : test
const why = 'missing' in found ? ` (skipped: ${found.missing})` : ''

here(
  `of three programs one is killed in its turns: none is lost, none doubled, none stuck longer than the lease${why}`,
  { timeout: 120_000 },
  async () => {
    const url = await postgres.database()
    // They start at once on an empty database: one of them makes the schema.
    const [first, second, third] = await Promise.all([serve(url), serve(url), serve(url)])
    const held = new Set(['a1', 'b1', 'c1', 'h1'])
    let open: (value: unknown) => void = () => undefined
    const waiting = script(held, new Promise((resolve) => (open = resolve)))

    const began = performance.now()
    const cut = [...held].map((said) => ask(first, `t-${said}`, said).catch(() => 'cut'))
    const others = ['d1', 'e1', 'f1'].map((said, index) => ask(index % 2 === 0 ? second : third, `t-${said}`, said))
    for (const { status } of await Promise.all(others)) expect(status).toBe(200)
    await expect.poll(() => waiting.length).toBe(held.size)
    const sixTurnsTake = performance.now() - began
    // Busy elsewhere: whoever asks waits.
    const early = ask(third, 't-a1', 'a1')
    held.clear()
    await kill(first.child)
    expect(await Promise.all(cut)).toEqual(['cut', 'cut', 'cut', 'cut'])
    const since = performance.now()
    // The same message, and another one, which is said when the turn before is over. Nobody asks for c1 again.
    const again = await Promise.all([early, ask(second, 't-b1', 'b1'), ask(third, 't-h1', 'h2')])
    const unheard = () =>
      postgres.query(url, "SELECT holder FROM baton_threads WHERE id = 't-c1' AND unheard IS NOT NULL")
    await expect.poll(unheard, { timeout: 60_000 }).toEqual([{ holder: null }])
    expect(performance.now() - since).toBeLessThan((lease + 5) * 1000 + sixTurnsTake)
    expect(again.map(({ status, words }) => `${status} ${words}`)).toEqual([
      '200 Booked a1.',
      '200 Booked b1.',
      '200 Booked h2.',
    ])
    open(null)
    // Its message gets the answer that is there; the same message once more is another one.
    const asked = models.requests.length
    expect(await ask(third, 't-c1', 'c1')).toMatchObject({ status: 200, words: 'Booked c1.' })
    expect(models.requests.length).toBe(asked)
    // Each turn called its tool once, also those that went on elsewhere.
    expect(tools.inputsOf('book').toSorted()).toEqual(['a1', 'b1', 'c1', 'd1', 'e1', 'f1', 'h1', 'h2'])
    expect(usersBefore('h2')).toEqual(['h1', 'h2'])
    expect(await unheard()).toEqual([])
    expect(await ask(second, 't-h1', 'h2')).toMatchObject({ status: 200, words: 'Booked h2.' })
    expect(tools.inputsOf('book').filter((input) => input === 'h2')).toHaveLength(2)

    // The next turn of each thread, somewhere else, has the one before once.
    const turns = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, index) =>
      ask(index % 2 === 0 ? second : third, `t-${name}1`, `${name}2`),
    )
    for (const { status } of await Promise.all(turns)) expect(status).toBe(200)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) expect(usersBefore(`${name}2`)).toEqual([`${name}1`, `${name}2`])
    // A lease is given back after the answer.
    await expect
      .poll(() => postgres.query(url, 'SELECT id, holder FROM baton_threads ORDER BY id'))
      .toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'h'].map((name) => ({ id: `t-${name}1`, holder: null })))
    expect(models.violations).toEqual([])

    // No key is in Postgres, nor in what was printed.
    const rows = await postgres.query(
      url,
      "SELECT string_agg(convert_from(body, 'UTF8'), ' ') AS text FROM baton_thread_rows",
    )
    expect(JSON.stringify(rows)).not.toContain('sk-of-models')

    // A conversation without a name of its thread goes on in another program, in the same thread.
    const begun = await say(second, null, [{ role: 'user', content: 'g1' }])
    const gone = await say(third, null, [
      { role: 'user', content: 'g1' },
      { role: 'assistant', content: 'Booked g1.' },
      { role: 'user', content: 'g2' },
    ])
    expect(gone).toMatchObject({ status: 200, words: 'Booked g2.', thread: begun.thread })
    // One that ends in order gives its threads back at once.
    second.child.kill('SIGTERM')
    await once(second.child, 'exit')
    expect(second.child.exitCode).toBe(0)
    const kept = await postgres.query(url, 'SELECT id FROM baton_threads WHERE holder IS NOT NULL')
    expect(kept).toEqual([])
    expect(await ask(third, 't-a1', 'a3')).toMatchObject({ status: 200 })
  },
)
