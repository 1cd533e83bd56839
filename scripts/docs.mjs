/** `npm run docs`: writes the pages of `docs/` that are made from the code, and the cards of the examples. A test fails when one of them is stale. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say, withSetup } from './setup.mjs'

await withSetup(async () => {
  const { runnerImport } = await import('vite')
  /** @type {import('vite').InlineConfig} */
  const config = { root, configFile: false, logLevel: 'warn' }
  /** @type {{ module: { fileFormatPage: () => string } }} */
  const { module: fileFormat } = await runnerImport(join(root, 'scripts/docs/file-format.ts'), config)
  /** @type {{ module: { withCallers: (page: string) => string } }} */
  const { module: rooms } = await runnerImport(join(root, 'scripts/docs/rooms.ts'), config)
  /** @type {{ module: { exampleCards: () => string } }} */
  const { module: examples } = await runnerImport(join(root, 'src-main/flows/examples.ts'), config)
  writeFileSync(join(root, 'resources/example-cards.json'), examples.exampleCards())
  writeFileSync(join(root, 'docs/file-format.md'), fileFormat.fileFormatPage())
  const architecture = join(root, 'docs/architecture.md')
  writeFileSync(architecture, rooms.withCallers(readFileSync(architecture, 'utf8')))
  say(
    'Baton: wrote docs/file-format.md, resources/example-cards.json, and who calls the rooms of docs/architecture.md.',
  )
})
