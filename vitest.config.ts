/** Unit and integration tests: beside the sources, on real parts, in plain Node. */
import { defineConfig } from 'vitest/config'

/** `BATON_SLOWEST=30 npm run unit`: the test files that took most processor time, at the end. */
const tellsSlowest = process.env['BATON_SLOWEST'] !== undefined

export default defineConfig({
  test: {
    include: ['src-*/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    // Files of a worker share their modules: loading them anew for each file cost a quarter of the time. A test cleans up after itself.
    isolate: false,
    // One more than the cores that there are at least: it works while others wait for timers and programs.
    maxWorkers: 3,
    // Bounds for what hangs, not for what is slow.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    restoreMocks: true,
    setupFiles: tellsSlowest ? ['scripts/processor-time.ts'] : [],
    reporters: tellsSlowest ? ['default', './scripts/slowest.ts'] : ['default'],
  },
})
