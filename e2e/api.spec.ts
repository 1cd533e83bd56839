/** API tools in the inspector: a document is taken over from a file or an address, operations are chosen, and what is not wanted leaves the flow. */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { documentOf } from '../src-main/tools/openapi/testing/documents'
import { saveFlow } from '../src-shared/flow/editing/save'
import type { JsonObject } from '../src-shared/flow/records'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test as base, wholeRun } from './fixtures/app'
import type { Baton } from './pages/baton'
import { expectLegible } from './pages/legibility'
import { typeOver } from './pages/typing'

const test = base.extend<{ importFile: (text: string) => Promise<void> }>({
  /** By its path: a document that goes through the protocol takes its time. */
  importFile: async ({ baton, page }, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-api-'))
    const file = path.join(folder, 'api.json')
    await use(async (text) => {
      writeFileSync(file, text)
      const chooser = page.waitForEvent('filechooser')
      await baton.inspector.region.getByRole('button', { name: 'From a file' }).click()
      await (await chooser).setFiles(file)
    })
    rmSync(folder, { recursive: true, force: true })
  },
})

const SHOP = documentOf({
  '/cakes': { get: { operationId: 'listCakes', summary: 'Lists cakes', tags: ['cakes'] } },
  '/orders': { post: { operationId: 'order', summary: 'Orders a cake', tags: ['orders'] } },
})

/** As large a part of a flow as GitHub's document, which has 13 MB before it is taken over; that one is read in `tools/api/import-api.test.ts`. */
function largeDocument(): string {
  const description = 'What it does, in a thousand letters. '.repeat(27)
  const others = Array.from({ length: 1200 }, (_, at): [string, JsonObject] => [
    `/things/${at}`,
    {
      get: {
        operationId: `thing${at}`,
        summary: `Thing ${at}`,
        description,
        tags: [at % 80 === 0 ? 'reactions' : 'things'],
      },
    },
  ])
  const create = { operationId: 'issues/create', summary: 'Create an issue', description, tags: ['issues'] }
  return JSON.stringify(documentOf({ ...Object.fromEntries(others), '/repos/{owner}/{repo}/issues': { post: create } }))
}

async function open(baton: Baton): Promise<void> {
  const drawn = flow('Desk').start('a').agent('a', { name: 'Clerk' }).node('openapi-tools', 't', { name: 'Api' })
  await baton.importFlow(saveFlow(drawn.use('a', 't').build()))
  await baton.canvas.node('Api').click()
}

async function dataIn(baton: Baton) {
  return (await baton.exportFlow()).nodes['t']?.data ?? {}
}

test(
  'large documents: told by title and size, operations are chosen, and what is not wanted leaves the flow',
  wholeRun(),
  async ({ baton, importFile, page }) => {
    test.setTimeout(240_000)
    const { inspector } = baton
    await test.step('a document of many operations from a file, and one undo brings all of it back', async () => {
      await open(baton)
      await expect(inspector.region).toContainText('There is no OpenAPI document yet')
      await importFile(largeDocument())
      const document = inspector.region.getByRole('group', { name: 'OpenAPI document' })
      await expect(document).toContainText('Shop', { timeout: 60_000 })
      await expect(document).toContainText(/1,\d\d\d operations · \d\.\d MB in the file/)
      const offered = inspector.region.getByRole('group', { name: 'Operations that are offered' })
      await expect(offered).toContainText(/^All 1,\d\d\d operations/)

      await offered.getByRole('button', { name: 'Choose' }).click()
      const dialog = page.getByRole('dialog', { name: 'Operations that are offered' })
      await dialog.getByText('Only chosen', { exact: true }).click()
      await typeOver(dialog.getByRole('textbox', { name: 'Filter operations' }), 'issues create')
      await expect(dialog.getByRole('listitem').first()).toBeVisible()
      expect(await dialog.getByRole('listitem').count()).toBeLessThan(60)
      await dialog.getByRole('checkbox', { name: '/repos/{owner}/{repo}/issues Create an issue' }).click()
      await expect(dialog.getByRole('status')).toHaveText(/^1 of 1,\d\d\d operations$/)
      await typeOver(dialog.getByRole('textbox', { name: 'Filter operations' }), '')
      await typeOver(dialog.getByRole('combobox', { name: 'Tag' }), 'reactions')
      await page.getByRole('option', { name: /^reactions/ }).click()
      await dialog.getByRole('button', { name: 'Choose shown' }).click()
      await dialog.getByRole('button', { name: 'Offer these' }).click()
      await expect(offered).toContainText(/^1\d of 1,\d\d\d operations/)

      await document.getByRole('button', { name: 'Keep only some operations' }).click()
      await page
        .getByRole('dialog', { name: 'Keep only some operations' })
        .getByRole('button', { name: 'Keep these' })
        .click()
      await expect(document).toContainText(/1\d operations · \d\d kB in the file/)
      const data = await dataIn(baton)
      expect(data['include']).toContain('issues/create')
      expect(JSON.stringify(data).length).toBeLessThan(30_000)
      await test.step('one undo brings all of it back', async () => {
        await page.keyboard.press('Control+z')
        await expect(document).toContainText(/1,\d\d\d operations/)
      })
    })

    await test.step('one that is too large for a flow is kept back until operations are chosen', async () => {
      await baton.toLibrary()
      const parameters = Array.from({ length: 17 }, (_, at) => {
        return { name: `p${at}`, in: 'query', description: 'word '.repeat(80), schema: { type: 'string' } }
      })
      const paths = Object.fromEntries(
        Array.from({ length: 2000 }, (_, at) => [
          `/p/${at}`,
          { get: { operationId: `op${at}`, summary: `Number ${at}`, parameters } },
        ]),
      )
      await open(baton)
      await importFile(JSON.stringify(documentOf(paths)))
      const dialog = page.getByRole('dialog', { name: 'Shop is too large for a flow' })
      await expect(dialog).toContainText(/still takes 2\d\.\d MB; a flow may have 20 MB/, { timeout: 60_000 })
      await typeOver(dialog.getByRole('textbox', { name: 'Filter operations' }), 'number 123')
      await dialog.getByRole('button', { name: 'Choose shown' }).click()
      await dialog.getByRole('button', { name: 'Import these' }).click()
      await expect(dialog).toBeHidden({ timeout: 60_000 })
      await expect(baton.inspector.region).toContainText(/12 operations · \d\d\d kB in the file/)
    })
  },
)

test(
  'small documents: from an address, from a file that is none, and all of it can be read',
  wholeRun(),
  async ({ baton, importFile, page }) => {
    const { inspector } = baton
    await test.step('a file that is no such document is told, and nothing is changed', async () => {
      await open(baton)
      await importFile('{"swagger": "2.0"}')
      await expect(baton.inspector.region).toContainText('It is Swagger 2.0, the form before OpenAPI 3')
      expect(await dataIn(baton)).toEqual({})
    })

    await test.step('from an address: what fails is said there, and the document is kept with the flow', async () => {
      const server = createServer((request, response) =>
        request.url === '/openapi.json' ? response.end(JSON.stringify(SHOP)) : response.writeHead(404).end(),
      ).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const address = server.address()
      const origin = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
      await inspector.region.getByRole('button', { name: 'From an address' }).click()
      const dialog = page.getByRole('dialog', { name: 'Document from an address' })
      await typeOver(dialog.getByLabel('Address'), `${origin}/none`)
      await dialog.getByRole('button', { name: 'Import' }).click()
      await expect(dialog).toContainText('answered with the status 404')
      await typeOver(dialog.getByLabel('Address'), `${origin}/openapi.json`)
      await dialog.getByRole('button', { name: 'Import' }).click()
      await expect(dialog).toBeHidden()
      await expect(inspector.region).toContainText('Shop')
      await expect(inspector.region).toContainText('2 operations')
      expect((await dataIn(baton))['document']).toMatchObject({ servers: [{ url: 'https://shop.test/api' }] })
      server.close()
    })

    await test.step('everything can be read', async () => {
      await expect(baton.inspector.region).toContainText('2 operations')
      await expectLegible(page)
      await baton.inspector.region.getByRole('button', { name: 'Choose' }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      await expectLegible(page)
    })
  },
)
