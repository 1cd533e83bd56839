/**
 * The worker thread of rehearsal patterns. A pattern can take for ever, and V8 only stops it where it holds up nobody else: here. All
 * patterns of one question share its time.
 */
import { createContext, Script } from 'node:vm'
import { parentPort } from 'node:worker_threads'
import type { PatternAnswer, PatternQuestion, PatternTest } from './pattern-messages'

const LONGEST_PATTERN = 500
/** Compiled patterns that are kept. */
const MOST_KNOWN = 2000

type Matches = (test: PatternTest, limitMs: number) => boolean | { fault: string; isSlow: boolean }

/** Looks for the first list of tests that all hold. */
function answerTo({ lists, patternMs, totalMs }: PatternQuestion, matches: Matches): PatternAnswer {
  const end = performance.now() + totalMs
  for (const [list, tests] of lists.entries()) {
    let holds = true
    for (const [test, given] of tests.entries()) {
      const left = Math.ceil(end - performance.now())
      const found = matches(given, Math.max(1, Math.min(patternMs, left)))
      if (typeof found !== 'boolean') {
        const slow =
          left < patternMs
            ? `was still being tried after ${totalMs} ms for all patterns`
            : `took longer than ${patternMs} ms`
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
    if (source.length > LONGEST_PATTERN) return { fault: `is longer than ${LONGEST_PATTERN} characters`, isSlow: false }
    const key = `${flags}/${source}`
    let isPattern = false
    try {
      const regex = known.get(key) ?? new RegExp(source, flags)
      if (known.size < MOST_KNOWN) known.set(key, regex)
      isPattern = true
      Object.assign(context, { regex, text })
      return script.runInContext(context, { timeout }) === true
    } catch (cause) {
      const words = cause instanceof Error ? cause.message : String(cause)
      // It comes from the other context, whose errors are no `Error` of this one.
      const isSlow = isObject(cause) && 'code' in cause && cause.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
      return { fault: `${isPattern ? 'cannot be tried' : 'is not a regular expression'} (${words})`, isSlow }
    }
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

if (parentPort !== null) {
  const port = parentPort
  const matches = createMatcher()
  port.on('message', (question: PatternQuestion) => port.postMessage(answerTo(question, matches)))
}
