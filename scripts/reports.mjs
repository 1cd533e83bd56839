/** Reads what the test runners report in JSON into one shape: how many passed, which failed and why, how many were skipped. */
import { relative } from 'node:path'
import { root } from './setup.mjs'

/** @typedef {{ name: string; reason: string }} Failure */
/** @typedef {{ passed: number; failures: Failure[]; skipped: readonly string[] }} Tally what was skipped is there by its reasons, one for each test */

/**
 * @typedef {object} VitestReport
 * @property {{ name: string; status: string; message?: string; assertionResults: { status: string; fullName: string; failureMessages?: string[] | null }[] }[]} testResults
 */

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} title
 * @property {PlaywrightSuite[]} [suites]
 * @property {{ title: string; file: string; line: number; tests: { projectName: string; status: string; annotations?: { type: string; description?: string }[]; results: { error?: { message?: string } }[] }[] }[]} [specs]
 */

/** Several tallies as one. @param {readonly Tally[]} tallies @returns {Tally} */
export function addUp(tallies) {
  return {
    passed: tallies.reduce((sum, tally) => sum + tally.passed, 0),
    failures: tallies.flatMap((tally) => tally.failures),
    skipped: tallies.flatMap((tally) => tally.skipped),
  }
}

/** The last line of a test run, always `12 passed, 0 failed`: what was skipped is said before it. @param {Tally} tally */
export function lastLine({ passed, failures }) {
  return `${passed} passed, ${failures.length} failed`
}

const NO_REASON = 'no reason is given'

/** Why tests were skipped: one line for each reason. @param {Tally} tally */
export function skipLines({ skipped }) {
  return [...new Set(skipped)].map(
    (reason) => `Skipped ${skipped.filter((other) => other === reason).length}: ${reason}.`,
  )
}

/** The sum, then the files that took most. @param {readonly { name: string; seconds: number }[]} files @param {number} count */
export function slowestLines(files, count) {
  const sum = files.reduce((total, { seconds }) => total + seconds, 0)
  const line = (/** @type {number} */ seconds, /** @type {string} */ words) =>
    `${seconds.toFixed(1).padStart(7)} s  ${words}`
  const slowest = files.toSorted((one, other) => other.seconds - one.seconds).slice(0, count)
  return [
    line(sum, `of processor time in ${files.length} test files; most of it:`),
    ...slowest.map(({ name, seconds }) => line(seconds, fromRoot(name))),
  ]
}

/** Paths as a person types them. @param {string} path */
const fromRoot = (path) => relative(root, path)

const SKIPPED = ' (skipped: '

/** Vitest has no place for the reason; it stands behind the title of the test, or of the group that it is in. @param {string} title */
function reasonIn(title) {
  const found = title.indexOf(SKIPPED)
  if (found === -1) return NO_REASON
  const behind = title.slice(found + SKIPPED.length)
  let open = 1
  const end = [...behind].findIndex((letter) => {
    if (letter === '(') open += 1
    else if (letter === ')') open -= 1
    return open === 0
  })
  return end === -1 ? behind : [...behind].slice(0, end).join('')
}

/** A file that could not be loaded fails without a single test in it; it counts as one failure. @param {VitestReport} report @returns {Tally} */
export function readVitest({ testResults }) {
  return addUp(
    testResults.map(({ name, status, message, assertionResults }) => {
      const failures = assertionResults
        .filter((test) => test.status === 'failed')
        .map((test) => ({
          name: `${fromRoot(name)} > ${test.fullName}`,
          reason: (test.failureMessages ?? []).join('\n'),
        }))
      const passed = assertionResults.filter((test) => test.status === 'passed').length
      const rest = assertionResults.filter(({ status: state }) => state !== 'passed' && state !== 'failed')
      const isBroken = status === 'failed' && failures.length === 0
      return {
        passed,
        failures: isBroken ? [{ name: fromRoot(name), reason: message ?? 'could not be loaded' }] : failures,
        skipped: rest.map(({ fullName }) => reasonIn(fullName)),
      }
    }),
  )
}

/** @param {PlaywrightSuite} suite @returns {Tally} */
function readSuite({ suites = [], specs = [] }) {
  const tests = specs.flatMap((spec) =>
    spec.tests.map((test) => ({
      status: test.status,
      skipReason: test.annotations?.find(({ type }) => type === 'skip')?.description ?? NO_REASON,
      name: `${spec.file}:${spec.line} > ${spec.title}${test.projectName === '' ? '' : ` [${test.projectName}]`}`,
      reason: test.results.map((result) => result.error?.message ?? '').join('\n'),
    })),
  )
  const own = {
    passed: tests.filter((test) => test.status === 'expected').length,
    failures: tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map(({ name, reason }) => ({ name, reason })),
    skipped: tests.filter((test) => test.status === 'skipped').map(({ skipReason }) => skipReason),
  }
  return addUp([own, ...suites.map(readSuite)])
}

/** A test that passed only on another try counts as failed. @param {{ suites: PlaywrightSuite[]; errors?: { message?: string }[] }} report @returns {Tally} */
export function readPlaywright({ suites, errors = [] }) {
  const failures = errors.map((error) => ({ name: 'browser tests', reason: error.message ?? 'unknown error' }))
  return addUp([{ passed: 0, failures, skipped: [] }, ...suites.map(readSuite)])
}
