/** A real PostgreSQL of the system in a folder of its own, on loopback, for tests and measurements: gone at its end. */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'

/** `missing`: why there is none here. */
export type FoundPostgres = { bin: string; as: { uid: number; gid: number } | null } | { missing: string }

/** PostgreSQL refuses to run as root; then it is run as the user that its package made. */
export function findPostgres(): FoundPostgres {
  const bin = globSync('/usr/lib/postgresql/*/bin').find((folder) => existsSync(path.join(folder, 'initdb')))
  if (bin === undefined)
    return { missing: 'there is no PostgreSQL under /usr/lib/postgresql (apt-get install postgresql)' }
  if (process.getuid?.() !== 0) return { bin, as: null }
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? []
  if (uid === undefined || gid === undefined)
    return { missing: 'PostgreSQL refuses root, and there is no user postgres' }
  const as = { uid: Number(uid), gid: Number(gid) }
  try {
    execFileSync(path.join(bin, 'initdb'), ['--version'], { ...as, cwd: OPEN_TO_ALL, stdio: 'ignore' })
    return { bin, as }
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    return { missing: `PostgreSQL refuses root, and nothing can be run as postgres here: ${why}` }
  }
}

/** Where the user postgres may enter; the folder of temporary files may be closed to it. */
const OPEN_TO_ALL = '/tmp'

const FLEETING = ['fsync=off', 'shared_buffers=16MB', 'autovacuum=off']
/** Without a checkpoint of its own in the middle of a measurement, after which whole pages are written. */
const DURABLE = ['checkpoint_timeout=1h', 'max_wal_size=8GB']

export type TestPostgres = {
  /** Of a new, empty database. */
  database: () => Promise<string>
  query: (url: string, sql: string) => Promise<Record<string, unknown>[]>
  /** Stops it, as a restart of its machine does: connections end, what is stored stays. */
  stop: () => Promise<void>
  /** Starts it again, at the same address. */
  start: () => Promise<void>
  close: () => Promise<void>
}

/** `isDurable`: what is committed is on the disk, as by default; tests have no use for it. */
export async function startPostgres(
  { bin, as }: Exclude<FoundPostgres, { missing: string }>,
  { isDurable = false }: { isDurable?: boolean } = {},
): Promise<TestPostgres> {
  const folder = mkdtempSync(path.join(as === null ? tmpdir() : OPEN_TO_ALL, 'baton-postgres-'))
  if (as !== null) chownSync(folder, as.uid, as.gid)
  const run = { ...as, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' }, stdio: 'ignore' as const }
  const data = path.join(folder, 'data')
  execFileSync(
    path.join(bin, 'initdb'),
    ['--no-sync', '--no-instructions', '-A', 'trust', '-U', 'baton', '-D', data],
    run,
  )
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', ...(isDurable ? DURABLE : FLEETING)]
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])]
  const begin = () => spawn(path.join(bin, 'postgres'), args, run)
  let server = begin()
  const urlOf = (name: string) => `postgres://baton@127.0.0.1:${port}/${name}`
  const query = async (url: string, sql: string) => {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => undefined)
    await client.connect()
    try {
      const { rows } = await client.query<Record<string, unknown>>(sql)
      return rows
    } finally {
      await client.end()
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    const gone = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : null
    server.kill(signal)
    await gone
  }
  const ready = () => listening(() => query(urlOf('postgres'), 'SELECT 1'))
  const close = async () => {
    await end('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready()
  } catch (cause) {
    await close()
    throw cause
  }
  let made = 0
  return {
    async database() {
      made += 1
      await query(urlOf('postgres'), `CREATE DATABASE test_${made}`)
      return urlOf(`test_${made}`)
    },
    query,
    stop: () => end('SIGINT'),
    async start() {
      server = begin()
      await ready()
    },
    close,
  }
}

/** Asks until it answers, for ten seconds: it does not say when it is ready. */
async function listening(ask: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + 10_000
  for (;;) {
    try {
      await ask()
      return
    } catch (cause) {
      if (performance.now() > until) throw cause
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
