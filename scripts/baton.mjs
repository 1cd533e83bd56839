#!/usr/bin/env node
/** The `baton` command from a checkout: sets up, builds the core if it changed, and runs it in this process. */
import { goWhereTheUserIs, root, withSetup } from './setup.mjs'

await withSetup(async () => {
  const { runEntry } = await import('./entry.mjs')
  const { buildStale } = await import('./build.mjs')
  await buildStale(['main'])
  if (process.env['npm_lifecycle_event'] === 'baton') goWhereTheUserIs()
  await runEntry(root, 'cli', process.argv.slice(2))
})
