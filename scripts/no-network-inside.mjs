/**
 * The inside of a namespace without a network: `no-network-inside.mjs REPORT PROGRAM ARGUMENTS...` switches loopback on, answers look-ups, runs the
 * program and writes what tried to leave. Without arguments it only gets ready, which says whether that is possible.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'

const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`

/**
 * Chromium asks the kernel whether there is IPv6 by pointing a socket at this address (Google's name server), over which it sends nothing. A route that forbids it
 * is answered with another error than the want of a route, and so is not counted; all other addresses are.
 */
const ASKED_BY_CHROMIUM = '2001:4860:4860::8888/128'

/** @param {string} program @param {string[]} args */
function run(program, ...args) {
  const { status, stderr, error } = spawnSync(program, args, { encoding: 'utf8', env: { ...process.env, PATH } })
  if (status !== 0) throw new Error(`${program}: ${error?.message ?? stderr.trim()}`)
}

function switchLoopbackOn() {
  run('ip', 'link', 'set', 'lo', 'up')
  if (existsSync('/proc/net/if_inet6')) run('ip', '-6', 'route', 'add', 'prohibit', ASKED_BY_CHROMIUM)
}

/** Names are asked for at loopback only, whatever service the system has for them elsewhere. @param {string} folder */
function sendLookupsHere(folder) {
  const lay = (/** @type {string} */ over, /** @type {string} */ text) => {
    const file = join(folder, over.replaceAll('/', '-'))
    writeFileSync(file, text)
    run('mount', '--bind', file, over)
  }
  lay('/etc/resolv.conf', 'nameserver 127.0.0.1\noptions attempts:1\n')
  if (existsSync('/etc/nsswitch.conf')) {
    const others = readFileSync('/etc/nsswitch.conf', 'utf8').replace(/^hosts:.*$/m, '')
    lay('/etc/nsswitch.conf', `${others}\nhosts: files dns\n`)
  }
  // The cache of names of the C library answers through a socket of the file system.
  if (existsSync('/run/nscd')) run('mount', '-t', 'tmpfs', 'none', '/run/nscd')
}

const TYPES = new Map([
  [1, 'A'],
  [28, 'AAAA'],
  [65, 'HTTPS'],
])

/** The question of a DNS message, and the answer that there is no such name. @param {Buffer} asked */
function noSuchName(asked) {
  const labels = []
  let at = 12
  for (let length = asked[at] ?? 0; length > 0; length = asked[at] ?? 0) {
    labels.push(asked.subarray(at + 1, at + 1 + length).toString('latin1'))
    at += length + 1
  }
  const type = asked.readUInt16BE(at + 1)
  const answer = Buffer.from(asked.subarray(0, at + 5))
  answer.writeUInt16BE(0x8183, 2)
  answer.fill(0, 6, 12)
  answer.writeUInt16BE(1, 4)
  return { name: `${labels.join('.')} ${TYPES.get(type) ?? type}`, answer }
}

/** Answers look-ups, over UDP and TCP. @param {string[]} lookups */
async function answerLookups(lookups) {
  const udp = createSocket('udp4')
  udp.on('message', (asked, { port, address }) => {
    const { name, answer } = noSuchName(asked)
    lookups.push(name)
    udp.send(answer, port, address)
  })
  udp.bind(53, '127.0.0.1')
  const tcp = createServer((socket) => {
    socket.on('error', () => socket.destroy())
    socket.once('data', (asked) => {
      lookups.push(asked.length > 18 ? noSuchName(asked.subarray(2)).name : 'something over TCP')
      socket.end()
    })
  }).listen(53, '127.0.0.1')
  await Promise.all([once(udp, 'listening'), once(tcp, 'listening')])
  return () => {
    udp.close()
    tcp.close()
  }
}

/** How often the kernel had no route for something that wanted to leave. */
function routesMissing() {
  const [names = '', numbers = ''] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Ip: '))
  const at = names.split(' ').indexOf('OutNoRoutes')
  const six = existsSync('/proc/net/snmp6') ? readFileSync('/proc/net/snmp6', 'utf8') : ''
  return Number(numbers.split(' ')[at]) + Number(/^Ip6OutNoRoutes\s+(\d+)$/m.exec(six)?.[1] ?? 0)
}

/** @param {string} program @param {readonly string[]} args @returns {Promise<number>} */
function exitCodeOf(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => resolve(code ?? 128 + (signal === null ? 1 : constants.signals[signal])))
  })
}

const [report, program, ...args] = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'baton-no-network-'))
try {
  switchLoopbackOn()
  sendLookupsHere(folder)
  /** @type {string[]} */
  const lookups = []
  const end = await answerLookups(lookups)
  const before = routesMissing()
  if (report !== undefined && program !== undefined) {
    const code = await exitCodeOf(program, args)
    writeFileSync(report, JSON.stringify({ code, lookups, attempts: routesMissing() - before }))
  }
  end()
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`)
  process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
