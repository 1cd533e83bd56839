/**
 * The worker thread of rehearsal patterns. A pattern can take for ever, and V8 only stops it where it holds up nobody else: here. All
 * patterns of one question share its time, which is this thread's own: a busy machine makes no pattern slow.
 */
import { createContext, Script } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import type { PatternAnswer, PatternQuestion, PatternTest } from './pattern-messages'
import { message, type Message } from '../../src-shared/languages/translate'

const LONGEST_PATTERN = 500
/** Compiled patterns that are kept. */
const MOST_KNOWN = 2000
const MOST_PATIENCE = 16

type Matches = (test: PatternTest, limitMs: number) => boolean | { fault: Message; isSlow: boolean }

/** Looks for the first list of tests that all hold. */
function answerTo({ lists, patternMs, totalMs }: PatternQuestion, matches: Matches): PatternAnswer {
  const begun = ownTime()
  for (const [list, tests] of lists.entries()) {
    let holds = true
    for (const [test, given] of tests.entries()) {
      const left = Math.ceil(totalMs - (ownTime() - begun))
      const found = matches(given, Math.max(1, Math.min(patternMs, left)))
      if (typeof found !== 'boolean') {
        const slow =
          left < patternMs
            ? message('was still being tried after {ms} ms for all patterns', { ms: totalMs })
            : message('took longer than {ms} ms', { ms: patternMs })
        return { list, fault: { test, words: found.isSlow ? slow : found.fault } }
      }
      holds = found
      if (!holds) break
    }
    if (holds) return { list }
  }
  return { list: null }
}

function createMatcher(): Matches {
  const context = createContext({})
  const script = new Script('regex.test(text)')
  const known = new Map<string, RegExp>()
  return ({ source, flags, text }, timeout) => {
    if (source.length > LONGEST_PATTERN)
      return { fault: message('is longer than {most} characters', { most: LONGEST_PATTERN }), isSlow: false }
    const key = `${flags}/${source}`
    let isPattern = false
    try {
      const regex = known.get(key) ?? new RegExp(source, flags)
      if (known.size < MOST_KNOWN) known.set(key, regex)
      isPattern = true
      Object.assign(context, { regex, text })
      return runFor(timeout, (limit) => script.runInContext(context, { timeout: limit }) === true)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      return {
        fault: isPattern
          ? message('cannot be tried ({reason})', { reason })
          : message('is not a regular expression ({reason})', { reason }),
        isSlow: isTimeout(cause),
      }
    }
  }
}

/** How long this thread has worked, in ms. */
function ownTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** V8 measures by the clock on the wall: who got less than half of that time is given twice as much, up to `MOST_PATIENCE` times. */
function runFor(limit: number, run: (limit: number) => boolean): boolean {
  for (let patience = 1; ; patience *= 2) {
    const begun = ownTime()
    try {
      return run(limit * patience)
    } catch (cause) {
      const isStarved = isTimeout(cause) && ownTime() - begun < (limit * patience) / 2
      if (!isStarved || patience >= MOST_PATIENCE) throw cause
    }
  }
}

/** It comes from the other context, whose errors are no `Error` of this one. */
function isTimeout(cause: unknown): boolean {
  return isObject(cause) && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

if (parentPort !== null) {
  const port = parentPort
  const matches = createMatcher()
  port.on('message', (question: PatternQuestion) => port.postMessage(answerTo(question, matches)))
}
