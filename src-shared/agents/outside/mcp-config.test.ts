/** Pasted configurations of MCP servers, in the forms in which other programs have them. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../errors'
import { SECRET_NAME } from '../../flow/secret-names'
import { readMcpConfig } from './mcp-config'

const read = (config: unknown) => readMcpConfig(JSON.stringify(config))
const filesystem = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/tmp'] }
const readFilesystem = { type: 'stdio', ...filesystem, env: {} }

describe('readMcpConfig', () => {
  it('takes secrets out of env and headers', () => {
    const github = { command: 'docker', args: ['run', 'x'], env: { GITHUB_TOKEN: 'ghp_1', PORT: 8080 } }
    const remote = { url: 'https://mcp.example/mcp', headers: { Authorization: 'Bearer abc', 'X-Api-Key': 'k1' } }
    const servers = read({ mcpServers: { github, remote } })
    expect(servers).toEqual([
      {
        name: 'github',
        transport: {
          type: 'stdio',
          command: 'docker',
          args: ['run', 'x'],
          env: { GITHUB_TOKEN: 'GITHUB_TOKEN', PORT: 'PORT' },
        },
        secrets: { GITHUB_TOKEN: 'ghp_1', PORT: '8080' },
      },
      {
        name: 'remote',
        transport: {
          type: 'http',
          url: 'https://mcp.example/mcp',
          headers: { Authorization: 'Bearer {REMOTE_TOKEN}', 'X-Api-Key': '{REMOTE_X_API_KEY}' },
        },
        secrets: { REMOTE_TOKEN: 'abc', REMOTE_X_API_KEY: 'k1' },
      },
    ])
  })

  it('keeps secrets of one name apart when their values differ', () => {
    const servers = read({
      mcpServers: {
        one: { command: 'a', env: { API_KEY: '1' } },
        'two words': { command: 'b', env: { API_KEY: '2' } },
        three: { command: 'c', env: { API_KEY: '1' } },
      },
    })
    expect(servers.map(({ secrets }) => secrets)).toEqual([
      { API_KEY: '1' },
      { TWO_WORDS_API_KEY: '2' },
      { API_KEY: '1' },
    ])
  })

  it('asks for what the text only points to', () => {
    const [server] = read({
      servers: {
        github: {
          type: 'http',
          url: 'https://api.example/mcp/',
          headers: { Authorization: 'Bearer ${input:github-pat}', 'X-Org': '${env:ORG}' },
        },
      },
      inputs: [{ id: 'github-pat', type: 'promptString' }],
    })
    expect(server).toEqual({
      name: 'github',
      transport: {
        type: 'http',
        url: 'https://api.example/mcp/',
        headers: { Authorization: 'Bearer {GITHUB_PAT}', 'X-Org': '{ORG}' },
      },
      secrets: { GITHUB_PAT: '', ORG: '' },
    })
  })

  it.each([
    ['the inner object alone', JSON.stringify({ filesystem })],
    ['what goes inside the braces', `"filesystem": ${JSON.stringify(filesystem)},`],
    ['"mcpServers" without the outer braces', `"mcpServers": ${JSON.stringify({ filesystem })}`],
    ["VS Code's settings", JSON.stringify({ mcp: { servers: { filesystem } }, 'editor.fontSize': 12 })],
    ['other settings beside it', JSON.stringify({ theme: 'dark', mcpServers: { filesystem } })],
  ])('reads %s', (_form, text) => {
    expect(readMcpConfig(text)).toEqual([{ name: 'filesystem', transport: readFilesystem, secrets: {} }])
  })

  it('reads one server without a name', () => {
    expect(read(filesystem)).toEqual([{ name: 'MCP server', transport: readFilesystem, secrets: {} }])
  })

  it.each([
    [{ url: 'https://a.example/mcp' }, 'http'],
    [{ url: 'https://a.example/sse' }, 'sse'],
    [{ url: 'https://a.example/x', type: 'sse' }, 'sse'],
    [{ url: 'https://a.example/sse', type: 'streamable-http' }, 'http'],
    [{ serverUrl: 'https://a.example/x', transport: 'streamableHttp' }, 'http'],
    [{ httpUrl: 'https://a.example/x' }, 'http'],
  ])('%j is reached over %s', (entry, type) => {
    expect(read({ mcpServers: { a: entry } })[0]?.transport.type).toBe(type)
  })

  it.each([
    ['', 'There is nothing to read. Paste the JSON with “mcpServers”.'],
    [
      'npx -y some-server',
      'This is not JSON (line 1, column 1). Paste the whole block with “mcpServers”, braces included.',
    ],
    ['[]', 'This is JSON, but not an object with “mcpServers”.'],
    ['{"mcpServers": {}}', 'There is no server in this text.'],
    ['{"a": 1}', 'There is no MCP server in this JSON. Each has a “command”, or a “url”, under “mcpServers”.'],
    ['{"mcpServers": {"a": {"args": []}}}', 'The server “a” has neither a command nor a url.'],
    ['{"mcpServers": {"a": 7}}', 'The server “a” cannot be read: it is of the wrong type.'],
    ['{"mcpServers": {"a": {"command": 7}}}', 'The server “a” cannot be read: “command” must be a text.'],
    [
      '{"mcpServers": {"a": {"command": "x", "args": "y"}}}',
      'The server “a” cannot be read: “args” must be a list of texts.',
    ],
    [
      '{"mcpServers": {"a": {"command": "x", "url": "https://y"}}}',
      'The server “a” has both a command and an address. Keep one of them.',
    ],
    ['{"mcpServers": {"a": {"url": "file:///etc"}}}', 'The address of the server “a” is not an http or https address.'],
    [
      '{"mcpServers": {"a": {"url": "https://y", "type": "ws"}}}',
      'The server “a” has an address, so its type is “http” or “sse”, not “ws”.',
    ],
    [
      '{"mcpServers": {"__proto__": {"command": "x"}}}',
      'This cannot be read: a field may not be called __proto__ (mcpServers.__proto__).',
    ],
  ])('%s', (text, message) => {
    expect(() => readMcpConfig(text)).toThrow(expect.objectContaining({ message }))
  })

  it('never leaves a value in a transport, and throws nothing but AppErrors', () => {
    const value = fc.string({ minLength: 1 }).map((text) => `s3cret-${text}`)
    const values = fc.dictionary(
      fc.string({ minLength: 1 }).filter((name) => name !== '__proto__'),
      value,
    )
    const bearer = values.map((entries) =>
      Object.fromEntries(Object.entries(entries).map(([name, text]) => [name, `Bearer ${text}`])),
    )
    const entry = fc.oneof(
      fc.record({ command: fc.constant('x'), env: values }),
      fc.record({ url: fc.constant('https://a.example'), headers: fc.oneof(values, bearer) }),
    )
    fc.assert(
      fc.property(fc.array(entry, { minLength: 1, maxLength: 4 }), (entries) => {
        const named = Object.fromEntries(entries.map((one, index) => [`server ${index}`, one]))
        const servers = read({ mcpServers: named })
        expect(JSON.stringify(servers.map(({ transport }) => transport))).not.toContain('s3cret-')
      }),
    )
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        try {
          readMcpConfig(text)
        } catch (cause) {
          expect(cause).toBeInstanceOf(AppError)
        }
      }),
    )
  })
})

it('names of secrets are names that can be stored, however long those of the servers are', () => {
  const headers = { Authorization: 'Bearer one', [`X-${'Long-'.repeat(30)}`]: 'two' }
  const long = 'a server with a long name '.repeat(7)
  const servers = {
    [long]: { url: 'https://example.com/', headers },
    [`${long}!`]: { url: 'https://example.com/', headers },
  }
  const names = readMcpConfig(JSON.stringify({ mcpServers: servers })).flatMap(({ secrets }) => Object.keys(secrets))
  expect(names.filter((name) => !SECRET_NAME.test(name))).toEqual([])
})
