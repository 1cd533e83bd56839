/** The words in which a person is asked for hosts, programs, files, code and secrets. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  codeNeed,
  commandNeed,
  fileNeed,
  hostNeed,
  listedHostNeed,
  programNeeded,
  secretNeed,
  secretPlace,
} from './needs'

const host = (address: string) => hostNeed(address)?.value ?? null

test('an address needs its host, as a URL has it, with a port that is not the usual one', () => {
  const values = {
    'https://API.Example.com/x?y#z': 'api.example.com',
    'https://api.example.com:443/': 'api.example.com',
    'https://api.example.com.:8443': 'api.example.com:8443',
    'http://example.com/{path}': 'http://example.com',
    'http://example.com:8080/': 'http://example.com:8080',
    'http://127.0.0.1:8080/': '127.0.0.1:8080',
    'http://localhost/': 'localhost',
    'http://2130706433/': '127.0.0.1',
    'http://0x7f.1/': '127.0.0.1',
    'http://[::1]:3000/': '[::1]:3000',
    'http://169.254.169.254/latest/meta-data': '169.254.169.254',
    'https://good.example@evil.example/': 'evil.example',
    'https:\\\\evil.example\\good.example': 'evil.example',
    'https://ex\nample.com/': 'example.com',
    'https://аpple.com/': 'xn--pple-43d.com',
    'file:///etc/passwd': null,
    'not an address': null,
    '': null,
  }
  expect(Object.fromEntries(Object.keys(values).map((address) => [address, host(address)]))).toEqual(values)
})

test('a host that comes from the arguments is any public one, bound to the address', () => {
  const addresses = [
    'https://{host}/x',
    'https://{sub}.example.com/',
    'https://example.com{rest}/',
    'http://localhost:{port}/',
    'https:/{x}/evil.example/',
    'http{s}://example.com/',
  ]
  expect(addresses.map(hostNeed)).toEqual(addresses.map((content) => ({ type: 'host', value: '*', content })))
  expect(hostNeed('https://{user}@example.com/')?.value).toBe('example.com')
})

test('a list of hosts names them as they are', () => {
  expect(listedHostNeed({ hostname: 'API.example.com.', port: '' })).toEqual({
    type: 'host',
    value: 'api.example.com',
    content: 'api.example.com',
  })
  expect(listedHostNeed({ hostname: '[::1]', port: '08080' }).value).toBe('[::1]:8080')
})

test('a command is what a shell would be told, with the names of secrets', () => {
  const line = 'A=$x TOKEN=$github npx -y some-server /tmp'
  expect(
    commandNeed({ command: 'npx', args: ['-y', 'some-server', '/tmp'], env: { TOKEN: 'github', A: 'x' } }),
  ).toEqual({ type: 'command', value: line, content: line })
  expect(commandNeed({ command: 'A=$x', args: ['B=c', 'a; rm -rf ~', ''], env: {} }).value).toBe(
    "'A=$x' B=c 'a; rm -rf ~' ''",
  )
  expect(commandNeed({ command: 'A=x', args: [], env: {} }).value).toBe("'A=x'")
  const long = commandNeed({ command: 'npx', args: ['x'.repeat(5000), 'evil'], env: {} })
  expect([long.value.length < 400, long.content.endsWith(' evil')]).toEqual([true, true])
})

test('files, secrets and code', () => {
  expect(fileNeed('../../etc/pass\nwd')).toEqual({
    type: 'file',
    value: '../../etc/pass\\u{a}wd',
    content: '../../etc/pass\\u{a}wd',
  })
  const host = hostNeed('http://example.com/mcp')
  const secrets = [host && secretNeed('github', host), secretNeed('github', { program: 'np\nx' })]
  const values = ['github@http://example.com', 'github@command:np\\u{a}x']
  expect(secrets).toEqual(values.map((value) => ({ type: 'secret', value, content: value })))
  expect(secrets.map((secret) => secret && secretPlace(secret))).toEqual([
    { name: 'github', goesTo: 'http://example.com', isProgram: false },
    { name: 'github', goesTo: 'np\\u{a}x', isProgram: true },
  ])
  const anywhere = hostNeed('https://{host}/mcp')
  expect(anywhere && secretNeed('github', anywhere)).toEqual({
    type: 'secret',
    value: 'github@*',
    content: 'github@https://{host}/mcp',
  })
  expect(codeNeed('s\u202Eum', 'export function run() {}')).toEqual({
    type: 'code',
    value: 's\\u{202e}um',
    content: 'export function run() {}',
  })
})

const word = fc.string({ unit: fc.constantFrom('a', 'B', '=', '$', "'", ' ', '\\', '\n', '\u202E'), maxLength: 4 })
const command = fc.record({
  command: word,
  args: fc.array(word, { maxLength: 3 }),
  env: fc.dictionary(word, word, { maxKeys: 2 }),
})

test('two commands never look the same', () => {
  const same = (value: object) => JSON.stringify(value, (_key, part: unknown) => sorted(part))
  fc.assert(
    fc.property(command, command, (first, second) => {
      fc.pre(same(first) !== same(second))
      return commandNeed(first).content !== commandNeed(second).content
    }),
    { numRuns: 5000 },
  )
})

function sorted(part: unknown): unknown {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return part
  return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
}

test('the program of a command is read back from what is asked', () => {
  for (const command of ['npx', 'C=D', '/opt/my tools/run', "it's", '-x'])
    for (const env of [{}, { TOKEN: 'github', 'a b': "c'd" }])
      expect(programNeeded(commandNeed({ command, args: ['x', "y'z"], env }))).toBe(command)
  expect(programNeeded(secretNeed('a', { program: 'npx' }))).toBe(null)
  expect(programNeeded(commandNeed({ command: 'a\u202eb', args: [], env: {} }))).toBe(null)
})
