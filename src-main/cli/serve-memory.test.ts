/** What `baton serve` holds as a process of its own, as it starts itself, after many quick turns and with many streaming clients. Long, so by `BATON_SOAK` alone. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { text as textOf } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { buildProgram } from '../testing/killable'

const TURNS = Number(process.env['BATON_SOAK'] ?? 0)
const CLIENTS = 50
const KEY = 'key-of-the-tests'
/** What the process may come to, in MB, after quick turns, one after the other. */
const MOST = 250
/** The same while many clients are answered at once: each has a request, a reply and a turn under way. */
const MOST_WITH_CLIENTS = 450
const ROOT = path.resolve(import.meta.dirname, '../..')

let folder = ''
let models: Server
let served: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-soak-'))
  // The model server of the tests keeps each request, which would be most of what is measured beside it.
  models = createServer((asked, answer) => {
    asked.resume()
    asked.on('end', () => {
      const chunk = (delta: object, finish: string | null = null) =>
        `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
      const words = Array.from({ length: 50 }, (_none, index) => chunk({ content: `word${index % 10} ` }))
      answer.writeHead(200, { 'content-type': 'text/event-stream' })
      answer.end([chunk({ role: 'assistant' }), ...words, chunk({}, 'stop'), 'data: [DONE]\n\n'].join(''))
    })
  })
})
afterEach(async () => {
  if (served !== undefined && served.exitCode === null) {
    const gone = once(served, 'exit')
    served.kill('SIGTERM')
    await gone
  }
  models.close()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(): Promise<{ pid: number; url: string }> {
  await buildProgram()
  models.listen(0, '127.0.0.1')
  await once(models, 'listening')
  const file = path.join(folder, 'quick.flow.json')
  writeFileSync(file, saveFlow(flow('Quick').start('a').agent('a', { name: 'A', prompt: 'You are A.' }).build()))
  const baseUrl = `http://127.0.0.1:${(models.address() as AddressInfo).port}/v1`
  const at = [
    '--data',
    path.join(folder, 'data'),
    '--port',
    '0',
    '--key',
    KEY,
    '--per-minute',
    '1000000',
    '--at-once',
    '64',
  ]
  const model = ['--base-url', baseUrl, '--api-key', 'k', '--model', 'm']
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/baton.mjs'), 'serve', file, ...at, ...model], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  served = child
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /(http:\S+)/.exec(line)?.[1]
    if (url !== undefined && child.pid !== undefined) return { pid: child.pid, url }
  }
  throw new Error('the program ended before it said where it is')
}

async function ask(url: string, thread: string): Promise<void> {
  const headers = { authorization: `Bearer ${KEY}`, 'x-baton-thread': thread }
  // A connection of its own: one that is kept may be closed by the server in the moment in which it is used again.
  const sent = request(`${url}/chat/completions`, { method: 'POST', headers, agent: false })
  sent.end(JSON.stringify({ model: 'quick', stream: true, messages: [{ role: 'user', content: 'go on' }] }))
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  const said = await textOf(answer)
  if (answer.statusCode !== 200 || !said.includes('[DONE]')) throw new Error(said.slice(0, 500))
}

/** MB of the process. */
function rss(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function say(figures: object): void {
  const whole = (_key: string, value: unknown) => (typeof value === 'number' ? Math.round(value) : value)
  process.stdout.write(`${JSON.stringify(figures, whole)}\n`)
}

it.runIf(TURNS > 0 && process.platform === 'linux')(
  'the process stays as small as is promised',
  { timeout: 3_600_000 },
  async () => {
    const { pid, url } = await serve()
    const idle = rss(pid)
    for (let turn = 0; turn < TURNS; turn += 1) await ask(url, 'quick')
    const quick = rss(pid)
    say({ idle, quick })
    const samples: number[] = []
    const rounds = Math.max(2, Math.ceil(TURNS / CLIENTS))
    for (let round = 0; round < rounds; round += 1) {
      await Promise.all(Array.from({ length: CLIENTS }, (_none, client) => ask(url, `client-${client}`)))
      samples.push(rss(pid))
    }
    say({ clients: samples.filter((_mb, index) => index % Math.ceil(rounds / 10) === 0) })
    expect(quick).toBeLessThan(MOST)
    expect(Math.max(...samples)).toBeLessThan(MOST_WITH_CLIENTS)
  },
)
