import { describe, expect, test } from 'vitest'
import { flowGraph } from '../flow/graph'
import type { JsonObject } from '../flow/records'
import { flow } from '../testing/flow-builder'
import { includesTool, mcpServerKind, mcpServerSchema } from './mcp-server'
import { secretsOf } from './mcp-transport'
import { looksSecret } from '../flow/secret-names'

const TOKEN = 'ghp_0123456789abcdefABCDEF0123456789abcd'

function problemsOf(transport: JsonObject): string[] {
  const drawn = flow('F').node('mcp-server', 's', { transport }).build()
  const node = drawn.nodes['s']
  if (node === undefined) throw new Error('no node')
  return mcpServerKind
    .check(node, { flow: drawn, graph: flowGraph(drawn), nodeId: 's', declared: new Set() })
    .map(({ severity, code }) => `${severity} ${code}`)
}
const needsOf = (transport: JsonObject) => mcpServerKind.needs({ kind: 'mcp-server', name: 'S', data: { transport } })
const summaryOf = (transport: JsonObject) => {
  const drawn = flow('F').build()
  return mcpServerKind.summary({ kind: 'mcp-server', name: 'S', data: { transport } }, { flow: drawn, nodeId: 's' })
}
const program = (more: JsonObject = {}) => ({ type: 'stdio', command: 'npx', args: ['-y', 'some server'], ...more })
const web = (more: JsonObject = {}) => ({ type: 'http', url: 'https://mcp.example.com/mcp', ...more })

test('what a server would use: its command with its variables, or its host, and each secret by its name and where it goes', () => {
  const command = "A=$X B=$Y npx -y 'some server'"
  expect(needsOf(program({ env: { B: 'Y', A: 'X' } }))).toEqual([
    { type: 'command', value: command, content: command },
    { type: 'secret', value: 'Y@command:npx', content: 'Y@command:npx' },
    { type: 'secret', value: 'X@command:npx', content: 'X@command:npx' },
  ])
  expect(needsOf(web({ headers: { Authorization: 'Bearer {KEY}', 'X-Both': '{KEY} {ORG}' } }))).toEqual([
    { type: 'host', value: 'mcp.example.com', content: 'mcp.example.com' },
    { type: 'secret', value: 'KEY@mcp.example.com', content: 'KEY@mcp.example.com' },
    { type: 'secret', value: 'ORG@mcp.example.com', content: 'ORG@mcp.example.com' },
  ])
  expect([needsOf({ type: 'stdio' }), needsOf({ type: 'sse' })]).toEqual([[], []])
})

test('a list of variables means secrets of the same names', () => {
  const { transport } = mcpServerSchema.parse({ transport: program({ env: ['TOKEN', 'ORG'] }) })
  expect(secretsOf(transport)).toEqual(['TOKEN', 'ORG'])
  expect(needsOf(program({ env: ['TOKEN'] }))[0]?.value).toBe("TOKEN=$TOKEN npx -y 'some server'")
})

test('the card says the command, or the host', () => {
  expect([program(), web(), { type: 'stdio' }, { type: 'http' }].map(summaryOf)).toEqual([
    'npx -y some server',
    'mcp.example.com',
    'No program yet',
    'No address yet',
  ])
})

describe('what is wrong with a transport', () => {
  const cases: [string, JsonObject, string[]][] = [
    ['nothing', program({ env: { TOKEN: 'my-token' } }), []],
    ['nothing', web({ headers: { Authorization: 'Bearer {TOKEN}', Accept: 'x' } }), []],
    ['no program', { type: 'stdio', command: ' ' }, ['error no-command']],
    ['no address', { type: 'sse' }, ['error no-url']],
    ['no web address', web({ url: 'file:///etc/passwd' }), ['error bad-url']],
    ['a password in the address', web({ url: 'https://me:pw@example.com/' }), ['error bad-url']],
    ['a key in the address', web({ url: 'https://example.com/mcp?api_key=12345' }), ['warning plain-secret']],
    ['a key among the arguments', program({ args: ['--api-key', 'swordfish'] }), ['warning plain-secret']],
    ['a token among the arguments', program({ args: [TOKEN] }), ['warning plain-secret']],
    ['a value in the place of a name', program({ env: { TOKEN } }), ['warning plain-secret']],
    ['no name of a secret', program({ env: { TOKEN: 'two words' } }), ['error bad-secret-name']],
    ['no name of a variable', program({ env: { 'A=B': 'C' } }), ['error bad-variable']],
    ['a header with a value', web({ headers: { Authorization: 'Bearer swordfish' } }), ['warning plain-secret']],
    ['a header that breaks the line', web({ headers: { 'X-A': 'a\r\nb: c' } }), ['error bad-header']],
  ]
  test.each(cases)('%s', (_case, transport, problems) => {
    expect(problemsOf(transport)).toEqual(problems)
  })

  test('messages show no more than the beginning of what may be a secret', () => {
    const drawn = flow('F').build()
    const node = { kind: 'mcp-server', name: 'S', data: { transport: program({ args: [TOKEN], env: { T: TOKEN } }) } }
    expect(
      JSON.stringify(
        mcpServerKind.check(node, { flow: drawn, graph: flowGraph(drawn), nodeId: 's', declared: new Set() }),
      ),
    ).not.toContain(TOKEN.slice(0, 12))
  })
})

test('what looks like a secret', () => {
  const secret = [TOKEN, 'Bearer abcdefgh12345', 'key=sk-abcdefghijkl', 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6']
  const plain = [
    '-y',
    '@modelcontextprotocol/server-github',
    '/home/me/projects/2024',
    'GITHUB_PERSONAL_ACCESS_TOKEN',
    '',
  ]
  expect([...secret, ...plain].map(looksSecret)).toEqual([...secret.map(() => true), ...plain.map(() => false)])
})

test('which tools are included', () => {
  const included = (include: string[]) => ['read_file', 'read', 'write'].filter((tool) => includesTool(include, tool))
  expect([[], ['read'], ['read*'], ['write', 'nothing']].map(included)).toEqual([
    ['read_file', 'read', 'write'],
    ['read'],
    ['read_file', 'read'],
    ['write'],
  ])
})
