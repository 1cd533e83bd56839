/**
 * Checks the types of every program: `npm run types`, or `node scripts/types.mjs shared main` for some, which is soon over. `npm test` does
 * without: the linter, which works out the types for its rules, reports their errors as well (`scripts/lint.test.ts` holds it to that).
 */
import { RARE_TIDYING, runNode, runTogether } from './programs.mjs'
import { withSetup } from './setup.mjs'

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
    runNode(['node_modules/typescript-native/bin/tsc', '-p', PROGRAMS[name] ?? '', '--pretty', 'false'], RARE_TIDYING)
  const outcomes = await runTogether(2, programs.map(check))
  for (const [index, { code, output, seconds }] of outcomes.entries()) {
    console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${programs[index]} (${seconds.toFixed(1)} s)`)
    if (code !== 0) console.log(output.trimEnd())
  }
  return outcomes.every(({ code }) => code === 0) ? 0 : 1
})
