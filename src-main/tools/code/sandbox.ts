/**
 * Runs the code of a code tool: each call in a worker thread with a QuickJS virtual machine of its own, so that nothing that
 * the code does blocks the core, and a stop or the time limit ends it at once.
 */
import { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { ENGLISH, inEnglish } from '../../../src-shared/languages/translate'
import { findForbidden } from '../../../src-shared/flow/json'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import type { CodeToolData } from '../../../src-shared/kinds/code-tool'
import { startWorker } from '../../platform/worker-thread'
import { fetchFor, type FetchCode } from './fetch'
import type { CodeJob, FetchAnswer, FromWorker } from './messages'

/** Until the sandbox stands, in ms; then the tool's own time begins. */
const START_LIMIT = 20_000
/** More than QuickJS's own stack can need, so that this one is never the first to end. */
const STACK_MB = 16

/** Who speaks with whom, by name; what was said; and what the place is set to. Code has it as `baton.sender` and so on. */
export type CodeAround = {
  sender: string | null
  recipient: string | null
  messages: readonly { speaker: string; text: string }[]
  config: JsonObject
}

/** `around` absent: code that a model calls. `onOutput` hears each line that the code writes to its console, also where it fails later. */
export type CodeCall = {
  args: JsonObject
  variables: JsonObject
  signal: AbortSignal
  around?: CodeAround
  /** Absent: it may pass the baton. */
  mayHandOff?: boolean
  onOutput?: (line: string) => void
}

/** `handOff`: the name that the code passed the baton to; `switches`: the tools that it switched on or off. Both unchecked. */
export type CodeResult = {
  text: string
  /** Of code with something `around`: what it gave back is a text; else `text` is it as JSON, empty for nothing. */
  isText?: boolean
  variables: JsonObject
  switches: { [tool: string]: boolean }
  handOff: string | null
}

/** One call of the code. Throws AppError `tool-failed` for whatever the code does wrong, and the signal's reason when it is stopped. */
export type RunCode = (call: CodeCall) => Promise<CodeResult>

export type CodeTool = Pick<CodeToolData, 'code' | 'timeout' | 'memory' | 'hosts'>

/** The sandbox of one tool. Nothing is started before the first call. */
export function createSandbox(tool: CodeTool, fetchCode: FetchCode = fetchFor(tool.hosts)): RunCode {
  let wasm: Promise<object> | null = null
  // Taking the types off costs more than most calls.
  let plain: string | null = null
  return async ({ args, variables, signal, around, mayHandOff = true, onOutput = ignore }) => {
    signal.throwIfAborted()
    wasm ??= loadQuickJs()
    const job: CodeJob = {
      code: plain ?? tool.code,
      isPlain: plain !== null,
      args: JSON.stringify(args),
      variables: JSON.stringify(variables),
      around: JSON.stringify(around ?? {}),
      mayHandOff,
      memory: tool.memory,
      wasm: await wasm,
    }
    const onReady = (code: string) => {
      plain = code
    }
    // It may have been stopped while QuickJS was compiled.
    signal.throwIfAborted()
    const done = await inWorker(job, { timeout: tool.timeout, signal, fetchCode, onReady, onOutput })
    const { text, isText, sets, switches, handOff } = done
    const form = around === undefined ? {} : { isText }
    return { text, ...form, variables: readSets(sets), switches: lastOfEach(switches), handOff }
  }
}

function ignore(): void {
  // A code tool's console is nobody's.
}

/** What was switched last of each name, in the order in which it was. */
function lastOfEach(switches: DoneMessage['switches']): { [tool: string]: boolean } {
  const last = new Map<string, boolean>()
  for (const [tool, isOn] of switches) {
    last.delete(tool)
    last.set(tool, isOn)
  }
  return Object.fromEntries(last)
}

/** What TypeScript knows of it comes with the DOM only. */
declare const WebAssembly: { compile: (bytes: Uint8Array) => Promise<object> }

/** Compiled here: a worker that compiled it for itself would take twice the time of a whole call. */
async function loadQuickJs(): Promise<object> {
  const { default: address } = await import('@jitl/quickjs-wasmfile-release-sync/wasm?url&inline')
  return WebAssembly.compile(Buffer.from(address.slice(address.indexOf(',') + 1), 'base64'))
}

type DoneMessage = Extract<FromWorker, { type: 'done' }>
type JobContext = {
  timeout: number
  signal: AbortSignal
  fetchCode: FetchCode
  onReady: (code: string) => void
  onOutput: (line: string) => void
}

async function inWorker(
  job: CodeJob,
  { timeout, signal, fetchCode, onReady, onOutput }: JobContext,
): Promise<DoneMessage> {
  const entry = { name: 'code-worker', source: new URL('./worker.ts', import.meta.url) } as const
  const worker = startWorker(entry, { workerData: job, resourceLimits: { stackSizeMb: STACK_MB } })
  const ending = new AbortController()
  const { promise, resolve, reject } = Promise.withResolvers<DoneMessage>()
  const giveUp = (message: string) => reject(new AppError('tool-failed', inEnglish(message)))
  const stop = () => reject(signal.reason)
  let limit = setTimeout(() => giveUp('the sandbox could not be started in time'), START_LIMIT)
  signal.addEventListener('abort', stop, { once: true })
  worker.on('message', (message: FromWorker) => {
    if (message.type === 'ready') {
      onReady(message.code)
      clearTimeout(limit)
      limit = setTimeout(() => giveUp(`the code took longer than ${timeout} ms`), timeout)
    } else if (message.type === 'fetch') {
      const { id, request } = message
      void answer(() => fetchCode(request, ending.signal)).then((result): void => {
        const reply: FetchAnswer = { id, ...result }
        worker.postMessage(reply)
      })
    } else if (message.type === 'log') onOutput(message.text)
    else if (message.type === 'failed') giveUp(message.message)
    else resolve(message)
  })
  worker.on('error', (cause: Error) => giveUp(`the code went beyond its limits: ${cause.message}`))
  worker.on('exit', () => giveUp('the code ended without a result'))
  try {
    return await promise
  } finally {
    clearTimeout(limit)
    signal.removeEventListener('abort', stop)
    ending.abort()
    await worker.terminate()
  }
}

/** A failed request is an error in the code, not here. */
async function answer(send: () => Promise<object>): Promise<{ isOk: boolean; text: string }> {
  try {
    return { isOk: true, text: JSON.stringify(await send()) }
  } catch (cause) {
    return { isOk: false, text: cause instanceof Error ? cause.message : String(cause) }
  }
}

const jsonSchema = z.json()

/** What the code set, the last value of each name. Throws AppError when a value is too deep to keep. */
function readSets(sets: DoneMessage['sets']): JsonObject {
  const values = new Map<string, Json>()
  for (const [name, text] of sets) {
    const value: unknown = JSON.parse(text)
    const forbidden = findForbidden(value)
    if (forbidden !== null) {
      const place = forbidden.path === '' ? '' : ` (at ${forbidden.path})`
      throw new AppError(
        'tool-failed',
        inEnglish(`the variable "${name}" cannot be set: ${ENGLISH.message(forbidden.message)}${place}`),
      )
    }
    values.set(name, jsonSchema.parse(value))
  }
  return Object.fromEntries(values)
}
