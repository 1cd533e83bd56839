/** Unit and integration tests: beside the sources, on real parts, in plain Node. */
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { isEveryday, WHOLE_RUN_FILES } from './scripts/whole-run.mjs'

/** `BATON_SLOWEST=30 npm run unit`: the test files that took most processor time, at the end. */
const tellsSlowest = process.env['BATON_SLOWEST'] !== undefined

/** Tests that put something in the place of a module (`vi.doMock`), which Vitest can do where it loads modules itself. */
const MOCKING = ['src-main/host-electron/{desktop,ipc-links}.test.ts', 'src-main/platform/electron.test.ts']

/** What both kinds of tests have in common. */
const SHARED: TestProjectInlineConfiguration['test'] = {
  environment: 'node',
  pool: 'forks',
  // Files of a worker share their modules: loading them anew for each file cost a quarter of the time. A test cleans up after itself.
  isolate: false,
  // Bounds for what hangs, not for what is slow.
  testTimeout: 90_000,
  hookTimeout: 90_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
  restoreMocks: true,
  setupFiles: tellsSlowest ? ['scripts/processor-time.ts'] : [],
}

export default defineConfig({
  // Vitest keeps here how long each file took: the longest come first, so that no worker is left with one of them at the end. In a fresh clone the largest do.
  cacheDir: 'out/test-durations',
  test: {
    // One more than the cores that there are at least: it works while others wait for timers and programs.
    maxWorkers: 3,
    reporters: tellsSlowest ? ['default', './scripts/slowest.ts'] : ['default'],
    projects: [
      {
        test: {
          ...SHARED,
          name: 'plain',
          include: ['src-*/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          exclude: isEveryday() ? [...MOCKING, ...WHOLE_RUN_FILES] : MOCKING,
          // Node loads the modules, which takes a fifth less processor time than what Vitest makes of them.
          execArgv: ['--import', new URL('scripts/plain-modules.mjs', import.meta.url).href],
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      { test: { ...SHARED, name: 'mocking', include: MOCKING } },
    ],
  },
})
