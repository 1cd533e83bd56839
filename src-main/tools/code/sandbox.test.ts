/** The sandbox of code tools in real workers: what code can do, and that hostile code can do no more. */
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../src-shared/flow/records'
import { codeToolSchema } from '../../../src-shared/kinds/code-tool'
import type { FetchCode } from './fetch'
import { createSandbox } from './sandbox'

type SandboxOptions = {
  args?: JsonObject
  variables?: JsonObject
  timeout?: number
  memory?: number
  fetchCode?: FetchCode
  signal?: AbortSignal
}

function run(code: string, around: SandboxOptions = {}) {
  const { args = {}, variables = {}, fetchCode, signal = new AbortController().signal, ...limits } = around
  const sandbox = createSandbox(codeToolSchema.parse({ code, timeout: 15_000, ...limits }), fetchCode)
  return sandbox({ args, variables, signal })
}

/** The text that a function body gives. */
const textOf = async (body: string, around: SandboxOptions = {}) =>
  (await run(`export async function run(args, baton) { ${body} }`, around)).text

const failure = (message: string | RegExp) => ({
  code: 'tool-failed',
  message: expect.stringMatching(message) as string,
})

describe('what code can do', () => {
  it('a text is the result as it is, anything else as JSON', async () => {
    const code = `export function run({ what }) {
      return { text: 'a "text"', list: [1, { b: null }], nothing: undefined, number: 1.5, date: new Date(0) }[what]
    }`
    const sandbox = createSandbox(codeToolSchema.parse({ code }))
    const call = async (what: string) =>
      (await sandbox({ args: { what }, variables: {}, signal: new AbortController().signal })).text
    expect(await call('text')).toBe('a "text"')
    expect(await call('list')).toBe('[1,{"b":null}]')
    expect(await call('nothing')).toBe('')
    expect(await call('date')).toBe('"1970-01-01T00:00:00.000Z"')
  })

  it('TypeScript, default exports, async code and top-level await', async () => {
    const code = `type Cake = { name: string; price: number }
      const rate: number = await Promise.resolve(2)
      export default async ({ cakes }: { cakes: Cake[] }): Promise<string> => {
        const prices = cakes.map((cake): number => cake.price * rate)
        return (await Promise.all(prices)).join(' ' as const)
      }`
    expect((await run(code, { args: { cakes: [{ name: 'plum', price: 3 }] } })).text).toBe('6')
  })

  it('variables: read frozen, set, seen by the same call; the last hand-off of a call counts', async () => {
    const body = `const before = JSON.stringify(baton.variables)
      let frozen = ''
      try { baton.variables.list.push(2) } catch (error) { frozen = error.name }
      baton.set('n', baton.variables.n + 1)
      baton.set('n', baton.variables.n + 1)
      baton.set('fresh', { a: [1] })
      baton.handOff('Nobody'); baton.handOff('Refunds')
      return before + frozen`
    expect(await run(`export function run(args, baton) { ${body} }`, { variables: { n: 1, list: [1] } })).toEqual({
      text: '{"n":1,"list":[1]}TypeError',
      variables: { n: 3, fresh: { a: [1] } },
      switches: {},
      handOff: 'Refunds',
    })
  })

  it('fetch goes through the one door; a refusal is an error that the code may catch', async () => {
    const seen: string[] = []
    const fetchCode: FetchCode = async (request) => {
      seen.push(request)
      if (request.includes('evil')) throw new Error('not there')
      return { status: 200, headers: { a: 'b' }, text: 'hello' }
    }
    const body = `const [one, two] = await Promise.all([
        baton.fetch('https://good.example/', { method: 'POST', headers: { x: 'y' }, body: 'b' }),
        baton.fetch('https://evil.example/').catch((error) => error.message),
      ])
      console.log('nobody hears this')
      return { one, two }`
    expect(await textOf(body, { fetchCode })).toBe(
      '{"one":{"status":200,"headers":{"a":"b"},"text":"hello"},"two":"not there"}',
    )
    expect(seen).toEqual([
      '{"url":"https://good.example/","method":"POST","headers":{"x":"y"},"body":"b"}',
      '{"url":"https://evil.example/","method":"GET","headers":{},"body":null}',
    ])
  })
})

describe('what is wrong is said', () => {
  it.each([
    ['export const run = () => { throw new TypeError("no cake") }', /^TypeError: no cake \(line 1\)$/],
    ['export function run() { throw { a: 1 } }', /^\{"a":1\}$/],
    ['export function run() { throw Symbol("s") }', /^Symbol\(s\)$/],
    ['export function run() { return 1n }', /BigInt/],
    ['export const walk = 1', /exports no function called run/],
    ['export function run( {', /cannot be read/],
    ['enum A { b }\nexport function run() {}', /cannot be read: .*enum/],
    ['missing()\nexport function run() {}', /'missing' is not defined \(line 1\)/],
    ['export const run = (args, baton) => baton.set("f", () => 1)', /needs a value that is plain JSON/],
    ['import fs from "node:fs"\nexport const run = () => fs', /could not load module/],
    ['export const run = () => import("node:fs")', /could not load module/],
  ])('%s', async (code, message) => {
    await expect(run(code)).rejects.toMatchObject(failure(message))
  })
})

describe('hostile code', { timeout: 60_000 }, () => {
  it('finds nothing of the host: no process, no files, no timers, no way out by constructors', async () => {
    const names = `['process', 'require', 'Buffer', 'fetch', 'XMLHttpRequest', 'WebAssembly', 'setTimeout', 'setInterval', 'setImmediate',
      'Worker', 'SharedArrayBuffer', 'Deno', 'module', 'std', 'os', 'global', 'window', 'self', 'postMessage']`
    const body = `const found = ${names}.filter((name) => typeof globalThis[name] !== 'undefined')
      const outer = baton.set.constructor('return typeof process')()
      const host = baton.fetch.constructor.constructor('return this')()
      return { found, outer, isSame: host === globalThis, own: Object.keys(baton) }`
    expect(JSON.parse(await textOf(body))).toEqual({
      found: expect.not.arrayContaining(['process', 'require', 'fetch', 'setTimeout', 'postMessage']) as string[],
      outer: 'undefined',
      isSame: true,
      own: ['variables', 'set', 'handOff', 'enableTool', 'disableTool', 'fetch'],
    })
  })

  it('cannot change the prototypes of the host, nor what the next call finds', async () => {
    const code = `export function run(args, baton) {
      const was = Object.prototype.polluted ?? 'clean'
      Object.prototype.polluted = 'dirty'
      Array.prototype.map = () => { throw 1 }
      JSON.stringify = () => '"forged"'
      JSON.parse = () => ({ forged: true })
      baton.set('data', JSON.constructor && { ['__proto__']: { polluted: 'yes' }, constructor: { prototype: { polluted: 'yes' } } })
      return was
    }`
    const sandbox = createSandbox(
      codeToolSchema.parse({ code: code.replace("{ ['__proto__']: { polluted: 'yes' }, ", '{ ') }),
    )
    const call = { args: {}, variables: {}, signal: new AbortController().signal }
    expect((await sandbox(call)).text).toBe('clean')
    expect(await sandbox(call)).toEqual({
      text: 'clean',
      variables: { data: { constructor: { prototype: { polluted: 'yes' } } } },
      switches: {},
      handOff: null,
    })
    await expect(run(code)).rejects.toMatchObject(failure(/a field may not be called __proto__/))
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
    expect(await textOf(`return JSON.parse('{"__proto__":{"a":1}}')`)).toBe('{"__proto__":{"a":1}}')
  })

  it('getters, toJSON, proxies and thenables on what it returns run inside', async () => {
    const body = `return [
        { get a() { return typeof process } },
        { toJSON: () => typeof require },
        new Proxy({}, { ownKeys: () => ['p'], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }), get: () => typeof globalThis.process }),
        await { then: (resolve) => resolve('then') },
      ]`
    expect(await textOf(body)).toBe('[{"a":"undefined"},"undefined",{"p":"undefined"},"then"]')
    await expect(textOf('return { get a() { throw new Error("trap") } }')).rejects.toMatchObject(failure(/^trap/))
    await expect(
      textOf('throw Object.defineProperty(new Error(), "message", { get() { throw 1 } })'),
    ).rejects.toMatchObject(failure(/cannot be put into words/))
  })

  it('an endless loop, endless promises and a slow pattern end at the time limit', async () => {
    const late = failure(/took longer than 300 ms/)
    const limits = { timeout: 300 }
    await expect(textOf('for (;;);', limits)).rejects.toMatchObject(late)
    await expect(textOf('for (;;) await 0', limits)).rejects.toMatchObject(late)
    await expect(textOf('return /(a+)+$/.test("a".repeat(60) + "b")', limits)).rejects.toMatchObject(late)
    await expect(textOf('return { get a() { for (;;); } }', limits)).rejects.toMatchObject(late)
    const hangs: FetchCode = (_request, signal) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
    await expect(textOf('return baton.fetch("x")', { ...limits, fetchCode: hangs })).rejects.toMatchObject(late)
  })

  it('a promise that nothing resolves is found at once', async () => {
    const stuck = failure(/waits for something that never comes/)
    await expect(textOf('await new Promise(() => {})', { timeout: 600_000 })).rejects.toMatchObject(stuck)
    await expect(run('await new Promise(() => {})\nexport const run = 1')).rejects.toMatchObject(stuck)
  })

  it('a loop does not block the core, and a stop ends it at once', async () => {
    const stop = new AbortController()
    const running = textOf('for (;;);', { timeout: 600_000, signal: stop.signal })
    let turns = 0
    while (turns < 50) {
      await new Promise((resolve) => setImmediate(resolve))
      turns += 1
    }
    stop.abort()
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    await expect(textOf('return 1', { signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('a stop before the code has begun ends it too', async () => {
    const stop = new AbortController()
    const running = textOf('for (;;);', { timeout: 600_000, signal: stop.signal })
    stop.abort()
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('memory and stack have an end', async () => {
    const small = { memory: 2_000_000 }
    await expect(textOf('const a = []; for (;;) a.push({})')).rejects.toMatchObject(failure(/memory/))
    await expect(textOf('const a = []; for (;;) a.push(String(a.length).repeat(9))', small)).rejects.toMatchObject(
      failure(/memory/),
    )
    await expect(textOf('const a = []; for (;;) a.push(new Uint8Array(100_000))', small)).rejects.toMatchObject(
      failure(/memory/),
    )
    await expect(textOf('return "x".repeat(5e8)')).rejects.toMatchObject(failure(/memory/))
    await expect(textOf('const f = () => f() + 1; return f()')).rejects.toMatchObject(failure(/stack/))
    await expect(textOf('return JSON.parse("[".repeat(1e5))')).rejects.toMatchObject(failure(/stack/))
  })

  it('huge output is cut with a note; huge or deep values are refused', async () => {
    const text = await textOf('return "x".repeat(3e6)')
    expect(text.slice(999_990)).toBe('xxxxxxxxxx\n[cut: 3000000 characters in all]')
    await expect(textOf('baton.set("big", "x".repeat(2e6))')).rejects.toMatchObject(failure(/more than 1000000/))
    await expect(
      textOf('let a = 1; for (let n = 0; n < 200; n += 1) a = [a]; baton.set("deep", a)'),
    ).rejects.toMatchObject(failure(/"deep" cannot be set: nested more than 100 levels deep/))
    await expect(textOf('throw new Error("y".repeat(1e6))')).rejects.toMatchObject({
      message: expect.stringMatching(/^y{2000}$/) as string,
    })
    await expect(
      textOf('await Promise.all(Array.from({ length: 30 }, () => baton.fetch("http://a/")))'),
    ).rejects.toMatchObject(failure(/(more than 20 requests|may not reach a)/))
  })
})
