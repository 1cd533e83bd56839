/** `npm run docs`: writes the pages of `docs/` that are made from the code. A test fails when one of them is stale. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say, withSetup } from './setup.mjs'

await withSetup(async () => {
  const { runnerImport } = await import('vite')
  /** @type {{ module: { fileFormatPage: () => string } }} */
  const { module } = await runnerImport(join(root, 'scripts/docs/file-format.ts'), {
    root,
    configFile: false,
    logLevel: 'warn',
  })
  writeFileSync(join(root, 'docs/file-format.md'), module.fileFormatPage())
  say('Baton: wrote docs/file-format.md.')
})
