/** Browser tests: the whole app, on every host: the web host in Chromium, the desktop app in Electron where that can start. */
import { defineConfig } from '@playwright/test'
import type { HostOptions } from './e2e/fixtures/app'
import { findChromium } from './scripts/chromium.mjs'
import { desktopTestsObstacle } from './scripts/electron.mjs'
import './scripts/plain-modules.mjs'

const executablePath = await findChromium()
// Found out once, here or by `npm test`; Playwright's workers read this file again and are told.
const obstacle = (process.env['BATON_DESKTOP_TESTS_OBSTACLE'] ??= await desktopTestsObstacle({ mayFetch: false }))

export default defineConfig<HostOptions>({
  testDir: 'e2e',
  // Each run empties its folder first, and the story is played beside the others.
  outputDir: process.env['BATON_SILENCE'] === 'story' ? 'test-results-of-silence' : 'test-results',
  // Node loads what the tests are made of (`plain-modules.mjs`): Playwright's own compiler took 16 seconds before the first test of a fresh clone.
  build: { external: ['**/src-*/**', '**/e2e/**'] },
  fullyParallel: true,
  forbidOnly: true,
  // Two more than the cores that there are at least: two work while others wait for frames of their page.
  workers: 4,
  retries: 0,
  // Bounds for what hangs, not for what is slow.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  use: {
    browserName: 'chromium',
    // What the tests look for stands in English, whatever the system speaks.
    locale: 'en-US',
    // Traces cost a third of the time of all tests: `npm run e2e -- --trace on` makes them.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath === null ? {} : { executablePath }),
      // Loopback only: a browser under test looks nothing up and updates nothing. Root, as in containers, has no sandbox.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Positions in the source are worked out when a function is compiled, not by reading the whole bundle again for the first error
        // that is made while it loads: a fifth of what opening the app costs. A page of a test lives for seconds: its scripts are compiled
        // simply and at once, its young memory is collected rarely, and its old memory is not gone through while it works. With the picture
        // drawn in the browser's process that is another third of the processor time of a page.
        '--js-flags=--no-enable-lazy-source-positions --no-turbofan --no-maglev --always-sparkplug --min-semi-space-size=64 --max-semi-space-size=64 --no-incremental-marking',
        '--in-process-gpu',
      ],
    },
  },
  projects: [
    { name: 'web', grepInvert: /@desktop-only/, use: { host: 'web' } },
    // Only where there is no network, which `npm run silence` sees to.
    ...(process.env['BATON_SILENCE'] === 'story'
      ? [{ name: 'silence', testMatch: 'silence/story.ts', use: { host: 'web' as const } }]
      : []),
    {
      name: 'desktop',
      grepInvert: /@web-only/,
      use: {
        host: 'desktop',
        hostObstacle: obstacle && `the desktop app cannot start here, because ${obstacle}`,
      },
    },
  ],
})
