/**
 * Two sizes of the tests. `npm test` plays those of every day, which are to take less than eight minutes on two cores; `npm test -- --all` plays all, as before a release.
 * Whoever runs tests by hand (`npm run unit`, `npm run e2e`) has all that they name. Browser tests are marked beside their titles (`wholeRun` in
 * `e2e/fixtures/hosts.ts`), whole files of unit tests here.
 */

/**
 * Campaigns: kills, moments at which something is said or left, long conversations. Every day some of their kind are played (`kill`, `kill-campaign`,
 * `approval-kill`, `every-commit`, `every-commit-deeds`, `serve`).
 */
export const WHOLE_RUN_FILES = [
  'src-main/cli/doors.test.ts',
  'src-main/cli/serve-database.test.ts',
  'src-main/cli/serve-database-away.test.ts',
  'src-main/cli/serve-mcp-kill.test.ts',
  'src-main/keeping/prune-kill.test.ts',
  'src-main/run/budget-kill.test.ts',
  'src-main/run/call-decisions-kill.test.ts',
  'src-main/run/every-step.test.ts',
  'src-main/run/fork-kill.test.ts',
  'src-main/run/fork-moments.test.ts',
  'src-main/run/held-result-kill.test.ts',
  'src-main/run/hostile-moments.test.ts',
  'src-main/run/inner-questions-kill.test.ts',
  'src-main/run/kill-fallback.test.ts',
  'src-main/run/memory.test.ts',
  'src-main/run/pause-kill.test.ts',
  'src-main/run/plan-kill.test.ts',
  'src-main/run/repeats.test.ts',
  'src-main/run/repeats-kill.test.ts',
  'src-main/run/talk.test.ts',
  'src-main/run/talk-kill.test.ts',
  'src-main/run/two-answers-kill.test.ts',
]

/** The environment of a run of every day, or of all. @param {boolean} isWhole @returns {Record<string, string>} */
export const sizeOfRun = (isWhole) => ({ BATON_TESTS: isWhole ? 'all' : 'everyday' })

export const isEveryday = () => process.env['BATON_TESTS'] === 'everyday'

/** Why a test was left out, in the words of the sums. */
export const LEFT_OUT = '`npm test -- --all` plays it'
