/**
 * An exported flow on LangGraph's own server, talked to with its official client. It installs packages and starts servers, so it runs when it is
 * asked for alone: `BATON_LANGGRAPH_SERVER=1 npm run unit -- langgraph-server.test`; with `BATON_EXAMPLES=all` it plays every example.
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { runEventSchema, type UnnumberedEvent } from '../../src-shared/run/log/events'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTerminal, type Terminal } from '../cli/testing/terminal'
import { emptyState } from '../engine/state/state'
import { beginTranslation, translate } from '../run/execution/translate'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { normalTrace, normalTraceSideBySide, withoutOpening } from '../testing/normal-trace'
import { exportProject } from './export-project'

const isAsked = process.env['BATON_LANGGRAPH_SERVER'] === '1'
const title = isAsked
  ? 'on its server'
  : 'on its server (skipped: it installs packages; BATON_LANGGRAPH_SERVER=1 asks for it)'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 500_000 })

const ROOT = path.resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

type StreamPart = { event: string; data: unknown }
/** As much of the official client as is used here. */
type Client = {
  threads: {
    create: () => Promise<{ thread_id: string }>
    getState: (thread: string) => Promise<unknown>
    getHistory: (thread: string) => Promise<unknown[]>
  }
  runs: {
    stream: (thread: string, graph: string, payload: object) => AsyncIterable<StreamPart>
    wait: (thread: string, graph: string, payload: object) => Promise<unknown>
  }
}
const moduleSchema = z.object({
  Client: z.custom<new (options: { apiUrl: string }) => Client>((value) => typeof value === 'function'),
})

/** A desk with a person before the money. */
const gate = flow('Gate')
  .start('q')
  .node('approval', 'q', { name: 'Gate', message: 'Open?' })
  .agent('yes', { name: 'Yes' })
  .agent('no', { name: 'No' })
  .edge('next', { from: 'q', to: 'yes', port: 'approved' })
  .edge('next', { from: 'q', to: 'no', port: 'refused' })
  .build()

const EXAMPLES = path.join(ROOT, 'resources/examples')
const desk = readFileSync(path.join(EXAMPLES, 'support-desk.flow.json'), 'utf8')

describe.runIf(isAsked)(title, () => {
  let folder = ''
  let terminal: Terminal
  let models: ModelServer
  let server: ChildProcess | null = null

  beforeAll(async () => {
    await run(process.execPath, [path.join(ROOT, 'scripts/build.mjs'), 'engine'])
    folder = mkdtempSync(path.join(tmpdir(), 'baton-langgraph-'))
    terminal = openTerminal()
    models = await startModelServer()
    put(desk)
    await run('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder })
  })
  afterAll(async () => {
    await stop()
    await models.close()
    terminal.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const put = (flowText: string) => exportProject({ flowText, flowOf: () => null, folder, force: false })

  async function stop(): Promise<void> {
    if (server === null || server.exitCode !== null) return
    const ended = once(server, 'exit')
    // The command line starts the server as a child: the group has both.
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGTERM')
    await ended
    server = null
  }

  async function serve(flowText: string, env = {}): Promise<Client> {
    await stop()
    put(flowText)
    const port = await freePort()
    // As whoever exported it does: the port stands in the environment's file, and nowhere else.
    const example = readFileSync(path.join(folder, '.env.example'), 'utf8')
    writeFileSync(
      path.join(folder, '.env'),
      example.replace(/^LANGGRAPH_PORT=.*$/m, `LANGGRAPH_PORT=${port}`).replaceAll(/^BATON_.*\n/gm, ''),
    )
    const started = spawn('npm', ['run', 'dev'], {
      cwd: folder,
      env: { ...process.env, LANGSMITH_TRACING: 'false', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    server = started
    let told = ''
    const isReady = new Promise<void>((resolve, reject) => {
      const hear = (bytes: Buffer) => {
        told += bytes.toString()
        if (/Server running|Starting server|Welcome/.test(told) && /Registering graph/.test(told)) resolve()
      }
      started.stdout.on('data', hear)
      started.stderr.on('data', hear)
      started.on('exit', () => reject(new Error(told)))
    })
    await isReady
    const apiUrl = `http://localhost:${port}`
    await vi.waitUntil(async () => (await fetch(`${apiUrl}/ok`).catch(() => null))?.ok === true, {
      timeout: 60_000,
      interval: 200,
    })
    const sdk: unknown = await import(
      /* @vite-ignore */ pathToFileURL(path.join(folder, 'node_modules/@langchain/langgraph-sdk/dist/index.js')).href
    )
    return new (moduleSchema.parse(sdk).Client)({ apiUrl })
  }

  const said = (content: string) => ({ input: { messages: [{ role: 'user', content }] } })
  const valuesSchema = z.object({
    values: z.looseObject({ messages: z.array(z.looseObject({ type: z.string(), content: z.string() })) }),
  })
  const lines = async (client: Client, thread: string) =>
    valuesSchema
      .parse(await client.threads.getState(thread))
      .values.messages.map(({ type, content }) => `${type}: ${content}`)

  type SaidRequest = { thread: string; graph: string; text: string }
  /** What a client hears of a run: the events that the stream has, and the words of the answer as they come. */
  async function hear(client: Client, { thread, graph, text }: SaidRequest) {
    const translation = beginTranslation(emptyState())
    const events: UnnumberedEvent[] = []
    const words: string[] = []
    for await (const { event, data } of client.runs.stream(thread, graph, {
      ...said(text),
      streamMode: ['updates', 'custom', 'messages-tuple'],
    })) {
      if (event === 'updates' || event === 'custom') events.push(...translate(translation, [event, data]))
      const [piece] = event === 'messages' && Array.isArray(data) ? (data as unknown[]) : []
      const read = z.looseObject({ type: z.literal('ai'), content: z.string() }).safeParse(piece)
      if (read.success) words.push(read.data.content)
    }
    return { events, words }
  }

  /** What the command line tells of the same. */
  async function told(flowText: string, text: string): Promise<UnnumberedEvent[]> {
    const { out } = await terminal.baton(['run', terminal.file(flowText), '-m', text, '--json', '--allow', 'all'])
    return out
      .trim()
      .split('\n')
      .map((line) => runEventSchema.parse(JSON.parse(line)))
  }

  it('the support desk: types, threads, streams, history, and the trace of the command line', async () => {
    await run(process.execPath, [path.join(folder, 'node_modules/typescript/bin/tsc'), '--noEmit'], { cwd: folder })
    const client = await serve(desk)
    const { thread_id: thread } = await client.threads.create()
    const text = 'Please refund order 4711'
    const { events, words } = await hear(client, { thread, graph: 'support-desk', text })
    expect(normalTrace(withoutOpening(events))).toEqual(normalTrace(withoutOpening(await told(desk, text))))
    expect(words.length).toBeGreaterThan(5)
    const answer = words.join('')
    expect(answer).toContain('Your refund is on its way')
    expect((await lines(client, thread)).at(0)).toBe(`human: ${text}`)
    expect((await lines(client, thread)).at(-1)).toMatch(/^ai: Your refund is on its way/)
    const history = z
      .array(valuesSchema.extend({ next: z.array(z.string()) }))
      .parse(await client.threads.getHistory(thread))
    expect(history[0]?.next).toEqual([])
    expect(history.some(({ next }) => next.includes('begin.flow'))).toBe(true)
    expect(history.some(({ next }) => next.includes('think.refunds'))).toBe(true)
    const { stdout } = await run('npm', ['run', '--silent', 'talk', '--', text], { cwd: folder })
    expect(stdout).toBe(`${answer}\n`)
  })

  const isWhole = process.env['BATON_EXAMPLES'] === 'all'
  const skipped = isWhole ? '' : ' (skipped: BATON_EXAMPLES=all plays them)'
  it.runIf(isWhole)(`each example gives the trace of the command line${skipped}`, { timeout: 600_000 }, async () => {
    const played: string[] = []
    for (const name of readdirSync(EXAMPLES).filter((file) => file.endsWith('.flow.json'))) {
      const flowText = readFileSync(path.join(EXAMPLES, name), 'utf8')
      // Programs of this machine do not go along.
      if (/"type":\s*"stdio"/.test(flowText)) continue
      const { settings } = z
        .object({ settings: z.looseObject({ starters: z.array(z.string()).default([]) }) })
        .parse(JSON.parse(flowText))
      const text = settings.starters[0] ?? 'What time is it in Asia/Tokyo?'
      const client = await serve(flowText)
      const { graphs } = z
        .object({ graphs: z.record(z.string(), z.string()) })
        .parse(JSON.parse(readFileSync(path.join(folder, 'langgraph.json'), 'utf8')))
      const { thread_id: thread } = await client.threads.create()
      const { events } = await hear(client, { thread, graph: Object.keys(graphs)[0] ?? '', text })
      const trace = normalTraceSideBySide(withoutOpening(events))
      expect([name, trace]).toEqual([name, normalTraceSideBySide(withoutOpening(await told(flowText, text)))])
      played.push(name)
    }
    expect(played.length).toBeGreaterThan(10)
  })

  it('a question is an interrupt, answered by a command, with a model server that the environment names', async () => {
    const client = await serve(saveFlow(gate), { BATON_DEFAULT_URL: models.baseUrl, BATON_DEFAULT_MODEL: 'm' })
    const { thread_id: thread } = await client.threads.create()
    await client.runs.wait(thread, 'gate', said('Let me in'))
    const waiting = z
      .object({
        next: z.array(z.string()),
        tasks: z.array(
          z.object({
            interrupts: z.array(z.object({ value: z.array(z.object({ name: z.string(), text: z.string() })) })),
          }),
        ),
      })
      .parse(await client.threads.getState(thread))
    expect(waiting.tasks[0]?.interrupts[0]?.value[0]).toMatchObject({ name: 'Gate' })
    models.reply({ text: 'Come in.' })
    await client.runs.wait(thread, 'gate', { command: { resume: 'perhaps' } })
    await client.runs.wait(thread, 'gate', { command: { resume: 'approve' } })
    expect(await lines(client, thread)).toEqual(['human: Let me in', 'ai: Come in.'])
    // The model server refuses what nothing is scripted for: the turn fails, and goes on where it failed.
    await client.runs.wait(thread, 'gate', said('Once more')).catch(() => null)
    await client.runs.wait(thread, 'gate', { command: { resume: 'refuse' } }).catch(() => null)
    models.reply({ text: 'Not today.' })
    await client.runs.wait(thread, 'gate', { input: null })
    expect((await lines(client, thread)).at(-1)).toBe('ai: Not today.')
    expect(models.violations).toEqual([])
  })
})

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
