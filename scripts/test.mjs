/**
 * `npm test`: everything that has to hold, on a bare checkout: types, lint, format, build, unit tests, browser tests; `npm test -- --all` with those that take
 * longer than every day allows (`whole-run.mjs`). Runs to the end whatever fails; the failures and one line of sums come last.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { memoryFolder } from './memory-folder.mjs'
import { findNamespace, runWithoutNetwork } from './no-network.mjs'
import { RARE_TIDYING, runNode, runTogether } from './programs.mjs'
import { addUp, lastLine, readPlaywright, readVitest, skipLines } from './reports.mjs'
import { root, say, withSetup } from './setup.mjs'
import { noises, STORY, STORY_ENV } from './silence.mjs'
import { LEFT_OUT, sizeOfRun, WHOLE_RUN_FILES } from './whole-run.mjs'

/** @typedef {import('./reports.mjs').Tally} Tally */

const reports = join(root, 'out/reports')
const isWhole = process.argv.includes('--all')
const NOTHING = /** @type {Tally} */ ({ passed: 0, failures: [], skipped: [] })

/** @param {string} name @param {string} reason @returns {Tally} */
const failure = (name, reason) => ({ passed: 0, failures: [{ name, reason: reason.trim() }], skipped: [] })

/** Says how a stage went. @param {string} name @param {Tally} tally @param {number} seconds */
function announce(name, tally, seconds) {
  console.log(`${name}: ${lastLine(tally)} (${seconds.toFixed(0)} s)`)
  return tally
}

/** A check that is right or wrong as a whole. It takes what processor time the tests leave while they wait. @param {string} name @param {readonly string[]} args */
async function check(name, args) {
  const { code, output, seconds } = await runNode(args, RARE_TIDYING, { yields: true })
  return announce(name, code === 0 ? { passed: 1, failures: [], skipped: [] } : failure(name, output), seconds)
}

/** Counts only when it fails: a build is a means. A first `npm start` shows what it prints, so it says what it builds and nothing else. */
async function build() {
  const { code, output } = await runNode(['scripts/build.mjs'])
  const isQuiet = /^(?:Baton: building [a-z, ]+\.\.\.\n)?$/.test(output)
  if (code === 0 && isQuiet) return NOTHING
  return announce('build', failure('build', code === 0 ? `It says more than what it builds:\n${output}` : output), 0)
}

/** How the tests of a suite can have no network; null: they are run with it. `BATON_SILENCE=all` takes it from all of them. */
const silentWay = (() => {
  if (process.env['BATON_SILENCE'] !== 'all') return null
  const found = findNamespace()
  return 'missing' in found ? null : found.way
})()

/** Runs a suite, where there is no network if it is to be silent. @param {readonly string[]} args @param {Record<string, string>} env @param {string[] | null} way */
async function runSuite(args, env, way) {
  if (way === null) return { ...(await runNode(args, env)), heard: [] }
  const started = Date.now()
  const run = await runWithoutNetwork(way, { args, env: { NO_COLOR: '1', ...env } })
  return { ...run, seconds: (Date.now() - started) / 1000, heard: noises(run) }
}

/**
 * A test runner with its report; one that ends badly without a failure in it is a failure itself, as is a silent one that was heard.
 * @template Report
 * @param {string} name
 * @param {{ args: readonly string[]; env?: Record<string, string>; way?: string[] | null; read: (report: Report) => Tally }} runner
 */
async function suite(name, { args, env = {}, way = silentWay, read }) {
  const memory = memoryFolder()
  const file = join(reports, `${name}.json`)
  rmSync(file, { force: true })
  // The programs that tests start, hundreds of times, are compiled once.
  const compiled = { NODE_COMPILE_CACHE: join(root, 'out/compile-cache') }
  const { code, output, seconds, heard } = await runSuite(
    args.map((arg) => arg.replace('{report}', file)),
    {
      ...compiled,
      ...sizeOfRun(isWhole),
      ...(memory === null ? {} : { TMPDIR: memory }),
      ...env,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
    },
    way,
  )
  if (memory !== null) rmSync(memory, { recursive: true, force: true })
  if (name === 'unit' && process.env['BATON_SLOWEST'] !== undefined) console.log(output.trimEnd())
  const tally = existsSync(file) ? read(JSON.parse(readFileSync(file, 'utf8'))) : NOTHING
  const isSilent = code !== 0 && tally.failures.length === 0
  const silent = isSilent ? failure(name, `ended with code ${code}\n${output.slice(-4000)}`) : NOTHING
  const loud = heard.map((noise) => failure(`${name}, without a network`, noise))
  return announce(name, addUp([tally, silent, ...loud]), seconds)
}

async function unit() {
  const slowest = process.env['BATON_SLOWEST'] === undefined ? [] : ['--reporter=./scripts/slowest.ts']
  // While two wait for timers and programs the checks work, which otherwise were still at it when the browser tests begin.
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--maxWorkers=2',
    '--reporter=json',
    '--outputFile.json={report}',
  ]
  const tally = await suite('unit', { args: [...args, ...slowest], read: readVitest })
  return isWhole ? tally : { ...tally, skipped: [...tally.skipped, ...WHOLE_RUN_FILES.map(() => LEFT_OUT)] }
}

function hasBrowserTests() {
  const folder = join(root, 'e2e')
  return (
    existsSync(folder) &&
    readdirSync(folder, { recursive: true }).some((name) => /\.(spec|test)\.ts$/.test(String(name)))
  )
}

/** Installs the browser where there is none, which is mostly waiting: beside the checks. @returns {Promise<Tally>} */
async function browserProgram() {
  if (!hasBrowserTests()) return NOTHING
  const { ensureChromium } = await import('./chromium.mjs')
  try {
    await ensureChromium()
    return NOTHING
  } catch (error) {
    return announce('browser', failure('browser', error instanceof Error ? error.message : String(error)), 0)
  }
}

async function browser() {
  if (!hasBrowserTests()) return NOTHING
  const { desktopTestsObstacle } = await import('./electron.mjs')
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=json']
  // The configuration of the tests reads it; unlike a bare `npm run e2e` we may fetch Electron.
  const env = { BATON_DESKTOP_TESTS_OBSTACLE: await desktopTestsObstacle() }
  return suite('browser', { args, env, read: readPlaywright })
}

/** The short story of Baton where there is no network. @returns {Promise<Tally>} */
async function silence() {
  if (!hasBrowserTests()) return NOTHING
  const found = findNamespace()
  if ('missing' in found) return { ...NOTHING, skipped: [found.missing] }
  return suite('silence', { args: [...STORY, '--reporter=json'], env: STORY_ENV, way: found.way, read: readPlaywright })
}

/** @param {Tally} tally */
function conclude(tally) {
  for (const { name, reason } of tally.failures) console.log(`\nFAILED ${name}\n${stripVTControlCharacters(reason)}`)
  const nothingRan = tally.passed + tally.failures.length === 0
  if (nothingRan) say('Baton: no test ran, which is a failure too.')
  if (tally.failures.length > 0) console.log('')
  for (const line of skipLines(tally)) console.log(line)
  console.log(lastLine(tally))
  return tally.failures.length > 0 || nothingRan ? 1 : 0
}

await withSetup(async () => {
  mkdirSync(reports, { recursive: true })
  const beat = setInterval(() => console.log('...'), 30_000)
  const program = browserProgram()
  const checks = runTogether(1, [
    () => check('format', ['node_modules/oxfmt/bin/oxfmt', '--check']),
    () =>
      check('types and lint', ['node_modules/oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings']),
  ])
  const built = await build()
  const unitTests = await unit()
  const noBrowser = await program
  const browserTests = noBrowser.failures.length > 0 ? noBrowser : addUp(await Promise.all([silence(), browser()]))
  const checked = await checks
  clearInterval(beat)
  return conclude(addUp([...checked, built, unitTests, browserTests]))
})
