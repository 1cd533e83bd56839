/**
 * Checks the types of every program: `npm run types`, or `node scripts/types.mjs shared main` for some. By the native compiler, which
 * takes half the time; the linter and the tests of the fences need the one before it, whose types are a library.
 */
import { RARE_TIDYING, runNode, runTogether } from './programs.mjs'
import { withSetup } from './setup.mjs'

/**
 * Each program has one checker: with the four of the compiler's own choice each of them works out the shared types anew, which takes
 * twice the processor time, and the programs share the processors already.
 */
const ONE_CHECKER = ['--checkers', '1']

/** @type {Record<string, string>} */
const PROGRAMS = {
  main: 'tsconfig.main.json',
  renderer: 'tsconfig.renderer.json',
  tests: 'tsconfig.tests.json',
  shared: 'tsconfig.shared.json',
  tools: 'tsconfig.tools.json',
}

await withSetup(async () => {
  const named = process.argv.slice(2)
  const all = Object.keys(PROGRAMS)
  const unknown = named.find((name) => !all.includes(name))
  if (unknown !== undefined) throw new Error(`There is no program '${unknown}'; there are ${all.join(', ')}.`)
  const programs = named.length === 0 ? all : named
  const check = (/** @type {string} */ name) => () =>
    runNode(
      ['node_modules/typescript-native/bin/tsc', '-p', PROGRAMS[name] ?? '', '--pretty', 'false', ...ONE_CHECKER],
      RARE_TIDYING,
    )
  const outcomes = await runTogether(2, programs.map(check))
  for (const [index, { code, output, seconds }] of outcomes.entries()) {
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${programs[index]} (${seconds.toFixed(1)} s)`)
    if (code !== 0) console.log(output.trimEnd())
  }
  return outcomes.every(({ code }) => code === 0) ? 0 : 1
})
