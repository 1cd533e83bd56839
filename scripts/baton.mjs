#!/usr/bin/env node
/** The `baton` command from a checkout: sets up, builds the core if it changed, and runs it in this process. */
import { goWhereTheUserIs, root, withSetup } from './setup.mjs'
import { withSmallHeap } from './small-heap.mjs'

await withSetup(async () => {
  if (process.argv[2] === 'serve') withSmallHeap()
  const { runEntry } = await import('./entry.mjs')
  const { buildStale } = await import('./build.mjs')
  await buildStale(process.argv[2] === 'export' ? ['main', 'engine'] : ['main'])
  if (process.env['npm_lifecycle_event'] === 'baton') goWhereTheUserIs()
  await runEntry(root, 'cli', process.argv.slice(2))
})
