/** Keys, gates and the refusal: what is missing is named as it can be allowed, and a name never comes to mean something else. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AppError } from '../../src-shared/errors'
import { flow } from '../../src-shared/testing/flow-builder'
import { systemClock } from '../clock'
import { openLibraryDatabase } from '../store/database'
import { createConsents } from './consents'
import { commandLineGate, libraryGate, permit } from './gate'
import { itemsOfText, keyedItems, withHosts } from './keys'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-gate-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const CODE = 'export const run = () => 1'
const desk = (code = CODE) =>
  flow('Desk')
    .start('a')
    .agent('a')
    .node('code-tool', 'c', { name: 'Sum', code, hosts: ['api.example.com'] })
    .use('a', 'c')
    .httpTool('h', { name: 'Get', url: 'https://api.example.com/x' })
    .use('a', 'h')

const keysOf = (drawn: ReturnType<typeof desk>) => keyedItems(drawn.build()).map(({ key }) => key)

test('each item once, with the nodes that use it; code is bound to its text', () => {
  const items = keyedItems(desk().build())
  expect(items.map(({ type, value, nodes }) => [type, value, nodes.map(({ name }) => name)])).toEqual([
    ['code', 'Sum', ['Sum']],
    ['host', 'api.example.com', ['Sum', 'Get']],
  ])
  expect(keysOf(desk())[0]).toMatch(/^code:Sum@[0-9a-f]{32}$/)
  expect(keysOf(desk(`${CODE} `))[0]).not.toBe(keysOf(desk())[0])
  expect(new Set(items.map(({ hash }) => hash)).size).toBe(2)
})

test('a path cannot be written so that it looks like something that was allowed', () => {
  const reader = (path: string) =>
    keysOf(
      flow('Reader')
        .start('g')
        .node('task-graph', 'g')
        .node('rag-worker', 'r', { documents: [{ name: 'd', path }] })
        .edge('intent', { from: 'g', to: 'r' }, { intent: 'none' }),
    )[0] ?? ''
  const long = reader(`${'x'.repeat(400)}.md`)
  expect(long).toMatch(/^file:x{300}… \(103 more characters\)@[0-9a-f]{32}$/)
  expect(reader(long.slice('file:'.length))).not.toBe(long)
})

test('what a named flow uses counts; one in a circle has what is drawn', () => {
  const inner = JSON.stringify(desk().file())
  const outer = flow('Outer').start('f').node('subflow', 'f', { name: 'Held', flow: 'inner' }).file()
  const items = itemsOfText(JSON.stringify(outer), (id) => (id === 'inner' ? inner : null))
  expect(items.map(({ value, nodes }) => [value, nodes])).toEqual([
    ['Sum', [{ id: 'f', name: 'Held' }]],
    ['api.example.com', [{ id: 'f', name: 'Held' }]],
  ])
  expect(itemsOfText(JSON.stringify(outer), () => JSON.stringify(outer))).toEqual([])
  expect(itemsOfText('no flow', () => null)).toEqual([])
})

test('the command line is told each missing item so that it can be copied', () => {
  const items = keyedItems(desk().httpTool('any', { name: 'A\nny', url: 'https://{host}/' }).use('a', 'any').build())
  const [code = '', , any = ''] = items.map(({ key }) => key)
  const refusal = (...allow: string[]): AppError | null => {
    try {
      permit(commandLineGate(allow), 'desk', items)
      return null
    } catch (cause) {
      return cause as AppError
    }
  }
  expect(refusal()?.message).toBe(
    [
      'The flow wants to use what was not allowed:',
      `  --allow ${code}   (Sum)`,
      '  --allow host:api.example.com   (Sum, Get)',
      `  --allow '${any}'   (A\\u{a}ny)`,
      'Allow each of these, or everything with --allow all. Nothing was run.',
    ].join('\n'),
  )
  expect(refusal('host:api.example.com', any)).toMatchObject({
    code: 'consent-needed',
    details: { flowId: 'desk', items: [{ key: code, hash: items[0]?.hash }] },
  })
  expect([refusal('all'), refusal(...items.map(({ key }) => key))]).toEqual([null, null])
  expect(refusal('ALL', 'host:API.example.com')).not.toBeNull()
})

test('a secret is allowed for the place that it goes to, not for another that was allowed too', () => {
  const servers = (first: string, second: string) => {
    const server = (url: string, headers = {}) => ({ transport: { type: 'http', url: `https://${url}/mcp`, headers } })
    return keyedItems(
      flow('Desk')
        .start('a')
        .agent('a')
        .node('mcp-server', 's', { name: 'Mine', ...server(first, { Authorization: 'Bearer {GH_TOKEN}' }) })
        .node('mcp-server', 'o', { name: 'Other', ...server(second) })
        .use('a', 's')
        .use('a', 'o')
        .build(),
    )
  }
  const allowed = servers('mine.example', 'other.example')
  const keys = allowed.map(({ key }) => key)
  expect(keys).toEqual(['host:mine.example', 'secret:GH_TOKEN@mine.example', 'host:other.example'])
  const changed = servers('other.example', 'mine.example')
  expect(
    commandLineGate(keys)
      .missing('desk', changed)
      .map(({ key }) => key),
  ).toEqual(['secret:GH_TOKEN@other.example'])
  const db = openLibraryDatabase(folder)
  const consents = createConsents({ db, clock: systemClock })
  const gate = libraryGate(consents)
  consents.allow('desk', allowed)
  expect([gate.missing('desk', allowed), gate.missing('desk', changed).map(({ key }) => key)]).toEqual([
    [],
    ['secret:GH_TOKEN@other.example'],
  ])
  // What was allowed before secrets were bound to a place does not say where to, so it is asked again.
  const name = 'GH_TOKEN'
  const old = createHash('sha256')
    .update(JSON.stringify(['secret', name, name]))
    .digest('hex')
  expect(allowed.map(({ hash }) => hash)).not.toContain(old)
  db.close()
})

test('a secret in the headers of a model is allowed to the host of its connection, wherever that leads later', () => {
  const headers = { 'X-Team': '{TEAM}' }
  const inner = flow('Inner')
    .start('i')
    .agent('i', { name: 'I', model: { headers: { 'X-In': '{INNER}' } } })
  const drawn = flow('Models')
    .settings({ model: { connection: 'work', headers }, swarm: { managerModel: { connection: 'boss', headers } } })
    .start('a')
    .agent('a', { name: 'A' })
    .agent('b', { name: 'B', model: { connection: 'other' } })
    .node('subflow', 's', { name: 'S', flow: inner.file() })
    .next('a', 'b')
    .next('b', 's')
  const items = keyedItems(drawn.build())
  expect(items.map(({ key, nodes }) => [key, nodes.map(({ name }) => name)])).toEqual([
    ['secret:TEAM@connection:work', ['A', 'S']],
    ['secret:TEAM@connection:boss', ['A', 'B']],
    ['secret:INNER@connection:work', ['S']],
  ])
  const at = (work: string) => withHosts(items, (name) => (name === 'work' || name === 'boss' ? work : null))
  expect(at('https://api.example.com/v1').map(({ key, nodes }) => [key, nodes.length])).toEqual([
    ['secret:TEAM@api.example.com', 3],
    ['secret:INNER@api.example.com', 1],
  ])
  expect(withHosts(items, () => null)).toEqual(items)
  const [first] = at('https://api.example.com/v1')
  expect(at('https://evil.example/v1').map(({ hash }) => hash)).not.toContain(first?.hash)
  const missing = (allow: string) =>
    commandLineGate([allow])
      .missing('', at('http://127.0.0.1:8000/v1'))
      .map(({ key }) => key)
  expect(missing('secret:TEAM@127.0.0.1:8000')).toEqual(['secret:INNER@127.0.0.1:8000'])
  expect(missing('secret:INNER@connection:work')).toEqual(['secret:TEAM@127.0.0.1:8000'])
})
