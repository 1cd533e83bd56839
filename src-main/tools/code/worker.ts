/**
 * The worker of a code tool: one call in one QuickJS virtual machine, then it is thrown away. Nothing of Node reaches the code;
 * what crosses the border is text. The main thread ends the worker when time is up, so nothing here measures time.
 */
import { stripTypeScriptTypes } from 'node:module'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  RELEASE_SYNC,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSWASMModule,
} from 'quickjs-emscripten'
import type { CodeJob, FetchAnswer, FromWorker } from './messages'

/** Characters of a result; the rest is cut with a note. */
const MAX_RESULT = 1_000_000
/** Characters of everything that a call sets. */
const MAX_SET = 1_000_000
const MAX_MESSAGE = 2000
const MAX_REQUESTS = 20
const MAX_SWITCHES = 1000
/** Characters that a call may write to its console; the rest is left out. */
const MAX_OUTPUT = 20_000
/** Bytes of QuickJS's own stack: reached before the thread's (see `stackSizeMb` in sandbox.ts), so that deep recursion is an error in the code. */
const STACK = 262_144
const PAGE = 65_536
/** Pages of WebAssembly memory with which QuickJS begins, and those that it needs for itself. */
const FIRST_PAGES = 256
const OWN_PAGES = 96

/** What TypeScript knows of it comes with the DOM only. */
declare const WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => object }

/** Runs inside, before the code, and keeps what the code could replace. `host` takes and gives texts only. */
const PRELUDE = String.raw`((host, variablesText, aroundText, mayHandOff) => {
  'use strict'
  const { parse, stringify } = JSON
  const { freeze, keys, defineProperty } = Object
  const frozen = (value) => {
    if (typeof value !== 'object' || value === null) return value
    for (const key of keys(value)) frozen(value[key])
    return freeze(value)
  }
  const words = (thrown) => {
    try {
      // QuickJS throws null where not even an error fits into the memory.
      if (thrown === null) return 'null was thrown; the code may have run out of memory'
      if (!(thrown instanceof Error)) return typeof thrown === 'string' ? thrown : (stringify(thrown) ?? String(thrown))
      const line = /tool\.js:(\d+)/.exec(thrown.stack ?? '')
      const name = thrown.name === 'Error' ? '' : thrown.name + ': '
      return name + thrown.message + (line === null ? '' : ' (line ' + line[1] + ')')
    } catch {
      return 'the code threw something that cannot be put into words'
    }
  }
  let variables = frozen(parse(variablesText))
  const switchTool = (name, isOn, verb) => {
    if (typeof name !== 'string' || name === '') throw new TypeError('baton.' + verb + ' needs the name of a tool')
    host.switchTool(name, isOn ? 'on' : 'off')
  }
  let requests = 0
  const waiting = { __proto__: null }
  const baton = freeze({
    ...frozen(parse(aroundText)),
    get variables() {
      return variables
    },
    set(name, value) {
      const text = stringify(value)
      if (typeof name !== 'string') throw new TypeError('baton.set needs the name of a variable')
      if (text === undefined) throw new TypeError('baton.set("' + name + '") needs a value that is plain JSON')
      host.set(name, text)
      const next = { ...variables }
      defineProperty(next, name, { value: frozen(parse(text)), enumerable: true })
      variables = freeze(next)
    },
    handOff(name) {
      if (!mayHandOff) throw new TypeError('baton.handOff cannot be used here')
      if (typeof name !== 'string' || name === '') throw new TypeError('baton.handOff needs the name of a node')
      host.handOff(name)
    },
    enableTool: (name) => switchTool(name, true, 'enableTool'),
    disableTool: (name) => switchTool(name, false, 'disableTool'),
    fetch: (url, { method = 'GET', headers = {}, body = null } = {}) =>
      new Promise((resolve, reject) => {
        const id = String(++requests)
        host.fetch(id, stringify({ url: String(url), method, headers, body }))
        waiting[id] = { resolve, reject }
      }),
  })
  const shown = (value) => {
    try {
      if (value instanceof Error) return words(value)
      return typeof value === 'string' ? value : (stringify(value) ?? String(value))
    } catch {
      return '(a value that cannot be shown)'
    }
  }
  const log = (...values) => host.log(values.map(shown).join(' '))
  globalThis.console = freeze({ log, info: log, warn: log, error: log, debug: log })
  return {
    words,
    async start(loading, argsText) {
      try {
        const tool = await loading
        const run = tool.run ?? tool.default
        if (typeof run !== 'function')
          throw new TypeError('the code exports no function called run; write: export function run(args, baton) { ... }')
        const result = await run(parse(argsText), baton)
        const isText = typeof result === 'string'
        host.done(isText ? result : (stringify(result) ?? ''), isText ? 'text' : 'json')
      } catch (thrown) {
        host.failed(words(thrown))
      }
    },
    settle(id, isOk, text) {
      const { resolve, reject } = waiting[id]
      delete waiting[id]
      if (isOk) resolve(parse(text))
      else reject(new Error(text))
    },
  }
})`

/** The virtual machine of the call, and what the code has done so far. */
type Run = {
  port: MessagePort
  vm: QuickJSContext
  runtime: QuickJSRuntime
  sets: [name: string, json: string][]
  setSize: number
  switches: [tool: string, isOn: boolean][]
  handOff: string | null
  /** Characters that its console may still take. */
  outputLeft: number
  requests: number
  open: number
  isOver: boolean
}

function end(run: Run, message: FromWorker): void {
  if (run.isOver) return
  run.isOver = true
  run.port.postMessage(message)
}

function fail(run: Run, message: string): void {
  end(run, { type: 'failed', message: message.slice(0, MAX_MESSAGE) })
}

/** What the code may do outside, as functions from texts. What they throw arrives in the code as an error. */
function hostOf(run: Run): QuickJSHandle {
  const host = run.vm.newObject()
  const give = (name: string, act: (...texts: string[]) => void) => {
    const call = run.vm.newFunction(name, (...handles) => {
      act(...handles.map((handle) => run.vm.getString(handle)))
    })
    run.vm.setProp(host, name, call)
  }
  give('set', (name = '', json = '') => {
    run.setSize += name.length + json.length
    if (run.setSize > MAX_SET) throw new Error(`baton.set: more than ${MAX_SET} characters in all`)
    run.sets.push([name, json])
  })
  give('switchTool', (tool = '', state = '') => {
    if (run.switches.length >= MAX_SWITCHES) throw new Error(`more than ${MAX_SWITCHES} tools switched in one call`)
    run.switches.push([tool.slice(0, MAX_MESSAGE), state === 'on'])
  })
  give('handOff', (name = '') => {
    run.handOff = name.slice(0, MAX_MESSAGE)
  })
  give('fetch', (id = '', request = '') => {
    if (run.requests >= MAX_REQUESTS) throw new Error(`baton.fetch: more than ${MAX_REQUESTS} requests in one call`)
    run.requests += 1
    run.open += 1
    const message: FromWorker = { type: 'fetch', id, request }
    run.port.postMessage(message)
  })
  give('log', (text = '') => {
    if (run.outputLeft <= 0 || run.isOver) return
    const message: FromWorker = { type: 'log', text: text.slice(0, run.outputLeft) }
    // Each line counts for some characters, so that empty ones end too.
    run.outputLeft -= text.length + 8
    run.port.postMessage(message)
  })
  give('done', (text = '', form = '') => {
    const cut =
      text.length > MAX_RESULT ? `${text.slice(0, MAX_RESULT)}\n[cut: ${text.length} characters in all]` : text
    end(run, {
      type: 'done',
      text: cut,
      isText: form === 'text',
      sets: run.sets,
      switches: run.switches,
      handOff: run.handOff,
    })
  })
  give('failed', (message = '') => fail(run, message))
  return host
}

/** Lets the code go on until it waits for an answer, or is done. */
function pump(run: Run): void {
  const jobs = run.runtime.executePendingJobs()
  if (jobs.error !== undefined) fail(run, 'the code broke off in the middle; it may have run out of memory')
  else if (run.open === 0) fail(run, 'the code waits for something that never comes')
}

function begin(run: Run, job: CodeJob, code: string): void {
  const { vm } = run
  const prelude = vm.unwrapResult(vm.evalCode(PRELUDE, 'baton.js'))
  const given = [vm.newString(job.variables), vm.newString(job.around), job.mayHandOff ? vm.true : vm.false]
  const inside = vm.unwrapResult(vm.callFunction(prelude, vm.undefined, hostOf(run), ...given))
  run.port.on('message', ({ id, isOk, text }: FetchAnswer) => {
    guard(run, () => {
      run.open -= 1
      const answer = [vm.newString(id), isOk ? vm.true : vm.false, vm.newString(text)]
      vm.unwrapResult(vm.callFunction(vm.getProp(inside, 'settle'), vm.undefined, answer))
      pump(run)
    })
  })
  const loading = vm.evalCode(code, 'tool.js', { type: 'module' })
  if (loading.error !== undefined) {
    const words = vm.callFunction(vm.getProp(inside, 'words'), vm.undefined, loading.error)
    fail(run, vm.getString(vm.unwrapResult(words)))
    return
  }
  const start = vm.getProp(inside, 'start')
  vm.unwrapResult(vm.callFunction(start, vm.undefined, loading.value, vm.newString(job.args)))
  pump(run)
}

/** The sandbox itself gave way: out of memory or stack where the code cannot catch it. */
function guard(run: Run, work: () => void): void {
  try {
    work()
  } catch (cause) {
    fail(run, `the code went beyond its limits: ${cause instanceof Error ? cause.message : String(cause)}`)
  }
}

/** The code as JavaScript: as it is when it is that already, else without its types. */
function withoutTypes(code: string, scratch: QuickJSContext): string {
  const compiled = scratch.evalCode(code, 'tool.js', { type: 'module', compileOnly: true })
  return compiled.error === undefined ? code : stripTypeScriptTypes(code)
}

function newRuntime(quickjs: QuickJSWASMModule, memory: number): QuickJSRuntime {
  return quickjs.newRuntime({ memoryLimitBytes: memory, maxStackSizeBytes: STACK })
}

async function work(port: MessagePort, job: CodeJob): Promise<void> {
  // QuickJS counts allocations rather than bytes here, so that its own limit holds for a single one; this one holds for all.
  const maximum = Math.max(FIRST_PAGES, Math.ceil(job.memory / PAGE) + OWN_PAGES)
  const wasmMemory = new WebAssembly.Memory({ initial: FIRST_PAGES, maximum })
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(RELEASE_SYNC, { wasmModule: job.wasm, wasmMemory }))
  const runtime = newRuntime(quickjs, job.memory)
  const vm = runtime.newContext()
  const run: Run = {
    port,
    vm,
    runtime,
    sets: [],
    setSize: 0,
    switches: [],
    handOff: null,
    outputLeft: MAX_OUTPUT,
    requests: 0,
    open: 0,
    isOver: false,
  }
  let code: string
  try {
    code = job.isPlain ? job.code : withoutTypes(job.code, newRuntime(quickjs, job.memory).newContext())
  } catch (cause) {
    fail(run, `the code cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`)
    return
  }
  const ready: FromWorker = { type: 'ready', code }
  port.postMessage(ready)
  guard(run, () => begin(run, job, code))
}

if (parentPort !== null) await work(parentPort, workerData as CodeJob)
