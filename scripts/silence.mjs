/**
 * `npm run silence`: a short story of Baton (`e2e/silence/story.ts`) where there is no network; what looks up a name or tries to leave fails it. What follows
 * `--` runs there instead, as in `npm run silence -- node_modules/vitest/vitest.mjs run src-main/cli`.
 */
import { fileURLToPath } from 'node:url'
import { findNamespace, runWithoutNetwork } from './no-network.mjs'
import { say, withSetup } from './setup.mjs'

/** @typedef {import('./reports.mjs').Tally} Tally */

export const STORY = ['node_modules/@playwright/test/cli.js', 'test', '--project=silence']
export const STORY_ENV = { BATON_SILENCE: 'story' }

/** What was not silent in a run, in words; empty where nothing was. @param {Pick<import('./no-network.mjs').Silence, 'lookups' | 'attempts'>} run */
export function noises({ lookups, attempts }) {
  const names = [...Map.groupBy(lookups, (name) => name)].map(([name, all]) => `${name} (${all.length})`)
  return [
    ...(names.length === 0 ? [] : [`Names were looked up: ${names.slice(0, 20).join(', ')}`]),
    ...(attempts === 0 ? [] : [`Something tried to leave this machine ${attempts} times`]),
  ]
}

async function main() {
  const found = findNamespace()
  if ('missing' in found) throw new Error(found.missing)
  const [{ buildStale }, { ensureChromium }] = await Promise.all([import('./build.mjs'), import('./chromium.mjs')])
  const asked = process.argv.slice(2)
  await buildStale()
  if (asked.length === 0) await ensureChromium()
  const program = asked.length === 0 ? { args: STORY, env: STORY_ENV } : { args: asked }
  const { code, ...run } = await runWithoutNetwork(found.way, { ...program, shows: true })
  const heard = noises(run)
  for (const noise of heard.length === 0 ? ['No name was looked up, and nothing tried to leave'] : heard)
    say(`Baton: ${noise}.`)
  return code !== 0 ? code : Math.min(heard.length, 1)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await withSetup(main)
