/** Unit and integration tests: beside the sources, on real parts, in plain Node. */
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src-*/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
    environment: 'node',
    pool: 'forks',
    // Files of a worker share their modules: loading them anew for each file cost a quarter of the time. A test cleans up after itself.
    isolate: false,
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
  },
})
