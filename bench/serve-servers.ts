/** Servers of one and the same flow: processes of `baton serve`, with and without a database, and LangGraph's own on what is exported. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { SMALL_ARENAS, SMALL_HEAP } from '../scripts/small-heap.mjs'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { exportProject } from '../src-main/langgraph-export/export-project'
import { endProgram, startProgram, temporaryFolder } from './processes'
import { createPost, type ClientTurn, type SayTurn } from './serve-load'

/** `stays`: a thread is always with the same process; else each turn is with the next one. */
export type ServedSetting = {
  root: string
  baseUrl: string
  database: string | null
  processes: number
  stays: boolean
}

export type Served = { say: SayTurn; close: () => Promise<void> }

const FLOW = saveFlow(
  flow('Bench').start('a').agent('a', { name: 'Clerk', prompt: 'You are the clerk of a hotel.' }).build(),
)

/** So many processes of `baton serve`, each started as the launcher does. */
export async function serveBaton({ root, baseUrl, database, processes, stays }: ServedSetting): Promise<Served> {
  const { folder, remove } = temporaryFolder()
  const file = path.join(folder, 'bench.flow.json')
  writeFileSync(file, FLOW)
  const args = ['serve', file, '--data', path.join(folder, 'data'), '--key', 'bench', '--grace', '0', '--allow', 'all']
  const limits = ['--per-minute', '1000000', '--at-once', '1000000']
  const model = ['--base-url', baseUrl, '--api-key', 'bench', '--model', 'bench']
  const program = [process.execPath, ...SMALL_HEAP, path.join(root, 'out/main/cli.js')]
  const command = [...program, ...args, ...limits, ...model, ...(database === null ? [] : ['--database', database])]
  const started = await Promise.all(
    Array.from({ length: processes }, () =>
      startProgram(command, { isLine: (line) => /^Baton serves /.test(line), cwd: folder, env: SMALL_ARENAS }),
    ),
  )
  const addresses = started.map(({ line }) => /http:\/\/\S+\/v1/.exec(line)?.[0] ?? '')
  const { post, close } = createPost()
  return {
    async say(turn, signal) {
      const url = `${addresses[(stays ? turn.client : turn.client + turn.nth) % processes] ?? ''}/chat/completions`
      const headers = { authorization: 'Bearer bench', 'x-baton-thread': turn.thread }
      const body = { model: 'bench', messages: [{ role: 'user', content: turn.text }] }
      await post({ url, headers, body, signal })
    },
    async close() {
      close()
      await Promise.all(started.map(({ child }) => endProgram(child)))
      remove()
    },
  }
}

/** The exported project with its packages. */
export type LangGraphProject = { folder: string; graph: string; remove: () => void }

/** How long the packages may take. */
const INSTALL_MS = 300_000

/** Exports the flow and installs what it needs; in words why that failed. */
export async function installLangGraph(root: string): Promise<LangGraphProject | { missing: string }> {
  const { folder, remove } = temporaryFolder()
  try {
    const { graph } = exportProject({
      flowText: FLOW,
      flowOf: () => null,
      folder,
      force: false,
      engineFolder: path.join(root, 'out/engine'),
    })
    await install(folder, [])
    return { folder, graph, remove }
  } catch (cause) {
    remove()
    return { missing: cause instanceof Error ? (cause.message.split('\n')[0] ?? '') : String(cause) }
  }
}

/** Packages into a folder of their own; rejects where they cannot be had. */
export async function install(folder: string, packages: readonly string[]): Promise<void> {
  const args = ['install', '--include=dev', '--legacy-peer-deps', '--no-audit', '--no-fund', ...packages]
  const npm = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], timeout: INSTALL_MS })
  let told = ''
  npm.stderr.on('data', (bytes: Buffer) => (told = (told + bytes.toString()).slice(-500)))
  const [code] = (await once(npm, 'close')) as [number | null]
  if (code !== 0) throw new Error(`npm install ended with ${code ?? 'no code'}: ${told.split('\n')[0] ?? ''}`)
}

/** LangGraph's development server as its documents start it; it keeps threads in memory and writes them to a file now and then. */
export async function serveLangGraph({ folder, graph }: LangGraphProject, baseUrl: string): Promise<Served> {
  const port = await freePort()
  const cli = path.join(folder, 'node_modules/@langchain/langgraph-cli/dist/cli/cli.mjs')
  const env = {
    LANGSMITH_TRACING: 'false',
    BATON_DEFAULT_URL: baseUrl,
    BATON_DEFAULT_MODEL: 'bench',
    BATON_DEFAULT_KEY: 'bench',
  }
  const child = spawn(process.execPath, [cli, 'dev', '--no-browser', '--port', `${port}`], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  let told = ''
  child.stderr.on('data', (bytes: Buffer) => (told = (told + bytes.toString()).slice(-2000)))
  const { post, close } = createPost()
  const stop = async () => {
    close()
    if (child.exitCode !== null || child.pid === undefined) return
    const gone = once(child, 'exit')
    // The command line starts the server as a child: the group has both.
    process.kill(-child.pid, 'SIGTERM')
    await gone
  }
  const url = `http://localhost:${port}`
  const isUp = () =>
    fetch(`${url}/ok`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (let looks = 0; !(await isUp()); looks += 1) {
    if (child.exitCode !== null || looks > 300) {
      await stop()
      throw new Error(`LangGraph's server did not start: ${told}`)
    }
    await wait(200)
  }
  const ids = new Map<string, string>()
  const threadOf = async ({ thread, isNew }: ClientTurn, signal: AbortSignal) => {
    if (isNew) {
      const made = JSON.parse(await post({ url: `${url}/threads`, body: {}, signal })) as { thread_id: string }
      ids.set(thread, made.thread_id)
    }
    return ids.get(thread) ?? ''
  }
  return {
    async say(turn, signal) {
      const id = await threadOf(turn, signal)
      const input = { messages: [{ role: 'user', content: turn.text }] }
      await post({ url: `${url}/threads/${id}/runs/wait`, body: { assistant_id: graph, input }, signal })
    },
    close: stop,
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}
