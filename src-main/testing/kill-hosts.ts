/** The programs that can run a turn, as processes that can be ended with kill -9: `baton run`, `baton serve` and the web host. */
import { isTerminal } from '../../src-shared/run/log/event-types'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { request } from 'node:http'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import { createClient, type Client } from '../../src-shared/rpc/client'
import { contract, type BatonContract } from '../../src-shared/rpc/contract'
import { whenOpen } from '../../src-shared/rpc/link'
import { reconnectingLink } from '../../src-shared/rpc/socket-link'
import { THREAD, type KillPlace } from './kill-scenes'

const KEY = 'key-of-the-tests'
const OUT = path.resolve(import.meta.dirname, '../../out/main')

/** A program that works on a turn. `over` resolves with what was left to say where the turn did not end in order. */
export type Attempt = { child: ChildProcess; over: Promise<string | null> }

/** Begins a turn of the place's flow, or goes on with it. */
export type KillHost = (place: KillPlace, isNew: boolean) => Promise<Attempt>

export const KILL_HOSTS: { readonly [name: string]: KillHost } = { run, serve, web }

function program(name: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [path.join(OUT, name), ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
}

function common({ folder, modelUrl }: KillPlace): string[] {
  return ['--data', folder, '--base-url', modelUrl, '--api-key', 'k', '--model', 'm', '--allow', 'all']
}

async function run(place: KillPlace, isNew: boolean): Promise<Attempt> {
  const message = isNew ? ['-m', place.text] : []
  const child = program('cli.js', ['run', place.file, '--thread', THREAD, ...common(place), ...message])
  let words = ''
  child.stderr?.on('data', (data: Buffer) => (words += data.toString()))
  child.stdout?.resume()
  const over = once(child, 'close').then(() => (child.exitCode === 0 ? null : words))
  return Promise.resolve({ child, over })
}

async function serve(place: KillPlace): Promise<Attempt> {
  const child = program('cli.js', ['serve', place.file, '--port', '0', '--key', KEY, ...common(place)])
  child.stderr?.resume()
  const address = await addressIn(child, /(http:\S+)/)
  return { child, over: post(`${address}/chat/completions`, place) }
}

/** A client that says the same again after a failure goes on with the turn. */
function post(url: string, { flowId: model, text: content }: KillPlace): Promise<string | null> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      { method: 'POST', headers: { authorization: `Bearer ${KEY}`, 'x-baton-thread': THREAD } },
      (response) => {
        let body = ''
        response.on('data', (part: Buffer) => (body += part.toString()))
        response.on('end', () => resolve(response.statusCode === 200 ? null : body))
        response.on('error', (cause) => resolve(cause.message))
      },
    )
    sent.on('error', (cause) => resolve(cause.message))
    sent.end(JSON.stringify({ model, messages: [{ role: 'user', content }] }))
  })
}

/** The web host on a folder, with a client as its page has one. */
export async function openWeb(folder: string): Promise<{ child: ChildProcess; client: Client<BatonContract> }> {
  const child = program('web.js', ['--no-open', '--port', '0', '--data', folder])
  child.stderr?.resume()
  return { child, client: await clientOf(new URL(await addressIn(child, /^Baton is at (http:\S+)$/))) }
}

async function web(place: KillPlace, isNew: boolean): Promise<Attempt> {
  const { child, client } = await openWeb(place.folder)
  return { child, over: turnOver(client, place, isNew).finally(() => client.close()) }
}

async function turnOver(client: Client<BatonContract>, place: KillPlace, isNew: boolean): Promise<string | null> {
  try {
    const threadId = isNew
      ? await start(client, place)
      : (await client.call('runs.resume', { threadId: await threadOf(client, place) })).threadId
    for await (const { item } of client.items('threads.follow', { threadId })) {
      if (isTerminal(item)) return item.type === 'run.finished' ? null : JSON.stringify(item)
    }
    return 'the thread ended'
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause)
  }
}

async function start(client: Client<BatonContract>, place: KillPlace): Promise<string> {
  const flowId = await importAllowed(client, place)
  return (await client.call('runs.start', { flowId, text: place.text })).threadId
}

/** Makes a flow and its connection known, and allows all that it needs. */
export async function importAllowed(
  client: Client<BatonContract>,
  { flowText, modelUrl }: Pick<KillPlace, 'flowText' | 'modelUrl'>,
): Promise<string> {
  const connection = { name: 'default', provider: 'openai', baseUrl: modelUrl, key: 'k', model: 'm' } as const
  await client.call('connections.save', connection)
  const { id: flowId } = await client.call('flows.import', { text: flowText, fileName: null })
  const items = await client.call('consents.read', { flowId })
  await client.call('consents.allow', { flowId, hashes: items.map(({ hash }) => hash) })
  return flowId
}

async function threadOf(client: Client<BatonContract>, { flowId }: KillPlace): Promise<string> {
  const [thread] = await client.call('threads.list', { flowId })
  return thread?.id ?? ''
}

async function clientOf(url: URL): Promise<Client<BatonContract>> {
  const token = url.searchParams.get('token') ?? ''
  const headers = { Origin: url.origin, Cookie: `baton-${url.port}=${token}` }
  const link = reconnectingLink({
    openSocket(events) {
      const socket = new WebSocket(`ws://${url.host}/link`, { headers })
      socket.on('open', () => events.opened())
      socket.on('message', (data) => Buffer.isBuffer(data) && events.text(data.toString()))
      socket.on('close', () => events.closed())
      socket.on('error', () => undefined)
      return { send: (text) => socket.send(text), close: () => socket.close() }
    },
    // A core that was killed does not come back at this address.
    schedule: () => () => undefined,
  })
  await whenOpen(link)
  return createClient(contract, link)
}

async function addressIn(child: ChildProcess, pattern: RegExp): Promise<string> {
  if (child.stdout === null) throw new Error('the program has no output')
  for await (const line of createInterface({ input: child.stdout })) {
    const found = pattern.exec(line)?.[1]
    if (found !== undefined) return found
  }
  throw new Error('the program ended before it said where it is')
}
