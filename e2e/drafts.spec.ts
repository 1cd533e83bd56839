/** What was typed in a form and not saved is there when the form is opened anew, and nowhere but in the memory of the window. */
import type { Locator } from '@playwright/test'
import { plan, planFlow } from '../src-main/testing/plan-bench'
import { startToolServer } from '../src-main/testing/tool-server'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { planOf } from './pages/plan'

const KEY = 'sk-typed-and-not-saved-4711'
const BACK = 'What you typed before is still here.'

const places = { start: [0, 0], clerk: [120, 0], files: [120, 140], handbook: [300, 140], prices: [480, 140] } as const

const shop = flow('Shop')
  .start('clerk')
  .agent('clerk', { name: 'Clerk' })
  .node('mcp-server', 'files', {
    name: 'Files',
    transport: { type: 'stdio', command: 'npx', args: [], env: { FILES_KEY: 'FILES_KEY', OTHER_KEY: 'OTHER_KEY' } },
  })
  .httpTool('prices', { name: 'Prices', toolName: 'prices', url: '' })
  .node('rag-worker', 'handbook', { name: 'Handbook' })
  .use('clerk', 'files')
  .use('clerk', 'prices')

async function type(box: Locator, text: string): Promise<void> {
  const { keyboard } = box.page()
  await box.click()
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type(text)
}

// The drawing stays free beside it.
test.use({ inspectorAt: null })

test('what was typed in a form and not saved is there when it is opened anew', wholeRun(), async ({ baton, page }) => {
  const { canvas, inspector, settings } = baton
  const { dialog } = settings
  const nodes = Object.fromEntries(Object.entries(places).map(([id, [x, y]]) => [id, { x, y }]))
  await baton.importFlow(saveFlow({ ...shop.build(), layout: { nodes } }))

  await test.step('a connection, after Escape, after another tab, and after a press beside the dialog', async () => {
    await settings.open()
    await settings.add()
    await expect(dialog.getByText(BACK)).toBeHidden()
    await type(dialog.getByRole('textbox', { name: 'Name', exact: true }), 'lab')
    await type(dialog.getByRole('textbox', { name: 'Base URL' }), 'http://127.0.0.1:4711/v1')
    await type(dialog.getByLabel('Key', { exact: true }), KEY)
    const expectTyped = async (): Promise<void> => {
      await expect(dialog.getByText(BACK)).toBeVisible()
      await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('lab')
      await expect(dialog.getByRole('textbox', { name: 'Base URL' })).toHaveValue('http://127.0.0.1:4711/v1')
      await expect(dialog.getByLabel('Key', { exact: true })).toHaveValue(KEY)
    }
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await settings.open()
    await expectTyped()
    await settings.tab('Network')
    await settings.tab('Connections')
    await expectTyped()
    await page.mouse.click(8, 8)
    await expect(dialog).toBeHidden()
    await settings.open()
    await expectTyped()
  })

  await test.step('it is kept nowhere else, and ends with Start over, with Cancel and with the window', async () => {
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    expect(stored).not.toContain(KEY)
    await dialog.getByRole('button', { name: 'Start over' }).click()
    await expect(dialog.getByText(BACK)).toBeHidden()
    await expect(dialog.getByLabel('Key', { exact: true })).toHaveValue('')
    await page.keyboard.press('Escape')
    await settings.open()
    await expect(dialog.getByRole('button', { name: 'Add connection' })).toBeVisible()
    await settings.add()
    await type(dialog.getByLabel('Key', { exact: true }), KEY)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await settings.close()
    await settings.open()
    await settings.add()
    await expect(dialog.getByLabel('Key', { exact: true })).toHaveValue('')

    await type(dialog.getByLabel('Key', { exact: true }), KEY)
    await page.reload()
    await settings.open()
    await expect(dialog.getByRole('button', { name: 'Add connection' })).toBeVisible()
  })

  await test.step('what was saved is no draft: another new connection begins empty', async () => {
    await settings.add()
    await type(dialog.getByRole('textbox', { name: 'Name', exact: true }), 'lab')
    await type(dialog.getByRole('textbox', { name: 'Base URL' }), 'http://127.0.0.1:4711/v1')
    await settings.save()
    await dialog.getByRole('button', { name: 'Edit lab' }).click()
    await type(dialog.getByRole('combobox', { name: 'Model', exact: true }), 'small')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await settings.open()
    await expect(dialog.getByRole('form', { name: 'Connection lab' })).toBeVisible()
    await expect(dialog.getByRole('combobox', { name: 'Model', exact: true })).toHaveValue('small')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await settings.add()
    await expect(dialog.getByText(BACK)).toBeHidden()
    await expect(dialog.getByRole('textbox', { name: 'Base URL' })).toHaveValue('')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })

  await test.step('a secret', async () => {
    await settings.tab('Secrets')
    await dialog.getByRole('button', { name: 'Add secret' }).click()
    await type(dialog.getByRole('textbox', { name: 'Name' }), 'SHOP_KEY')
    await type(dialog.getByLabel('Value', { exact: true }), KEY)
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await settings.open()
    await settings.tab('Secrets')
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('SHOP_KEY')
    await expect(dialog.getByLabel('Value', { exact: true })).toHaveValue(KEY)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(settings.secret('SHOP_KEY')).toBeVisible()
    await dialog.getByRole('button', { name: 'Add secret' }).click()
    await expect(dialog.getByLabel('Value', { exact: true })).toHaveValue('')
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await settings.close()
  })

  await test.step('a document that is written', async () => {
    await canvas.select('Handbook')
    const write = inspector.region.getByRole('button', { name: 'Write a text' })
    const document = page.getByRole('dialog', { name: 'New document' })
    await write.click()
    await type(document.getByRole('textbox', { name: 'Text' }), 'Cakes are baked')
    await page.keyboard.press('Escape')
    await expect(document).toBeHidden()
    await write.click()
    await expect(document.getByRole('textbox', { name: 'Text' })).toHaveValue('Cakes are baked')
    await document.getByRole('button', { name: 'Add' }).click()
    await write.click()
    await expect(document.getByRole('textbox', { name: 'Text' })).toHaveValue('')
    await page.keyboard.press('Escape')
  })

  await test.step('a pasted configuration and an example, each with its own node', async () => {
    await canvas.select('Files')
    const configuration = page.getByRole('dialog', { name: 'Paste a configuration' })
    await inspector.region.getByRole('button', { name: 'Paste configuration' }).click()
    await page.keyboard.type('{ "mcpServers": {')
    await page.keyboard.press('Escape')
    await expect(configuration).toBeHidden()
    await canvas.select('Prices')
    const example = page.getByRole('dialog', { name: /from an example$/ })
    await inspector.region.getByRole('button', { name: 'From an example' }).click()
    await expect(example.getByText(BACK)).toBeHidden()
    await page.keyboard.type('{ "cake": ')
    await page.keyboard.press('Escape')
    await expect(example).toBeHidden()
    await inspector.region.getByRole('button', { name: 'From an example' }).click()
    await expect(example.getByRole('textbox')).toHaveValue('{ "cake": ')
    await example.getByRole('button', { name: 'Cancel' }).click()
    await canvas.select('Files')
    await inspector.region.getByRole('button', { name: 'Paste configuration' }).click()
    await expect(configuration.getByRole('textbox')).toHaveValue('{ "mcpServers": {')
  })

  await test.step('a secret at a node, each by its name', async () => {
    await page.keyboard.press('Escape')
    const store = (name: string) => ({
      open: inspector.region.getByRole('button', { name: `Store ${name}` }),
      value: page.getByRole('dialog', { name: `Store ${name}` }).getByLabel('Value', { exact: true }),
    })
    const [files, other] = [store('FILES_KEY'), store('OTHER_KEY')]
    await files.open.click()
    await expect(files.value).toBeFocused()
    await page.keyboard.type(KEY)
    await page.keyboard.press('Escape')
    await expect(files.value).toBeHidden()
    await other.open.click()
    await expect(other.value).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(other.value).toBeHidden()
    await files.open.click()
    await expect(page.getByText(BACK)).toBeVisible()
    await expect(files.value).toHaveValue(KEY)
    await page.getByRole('dialog').getByRole('button', { name: 'Store', exact: true }).click()
    await expect(files.open).toBeHidden()
    await expect(other.open).toBeVisible()
  })

  await test.step('the name of a version, which is gone once it was kept', async () => {
    const dialog = page.getByRole('dialog', { name: 'Keep a version' })
    const name = dialog.getByRole('textbox', { name: 'What is it?' })
    await baton.flowMenu('Keep a version')
    await expect(name).toBeFocused()
    await page.keyboard.type('Before the cakes')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await baton.flowMenu('Keep a version')
    await expect(dialog.getByText(BACK)).toBeVisible()
    await expect(name).toHaveValue('Before the cakes')
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await baton.flowMenu('Keep a version')
    await expect(dialog.getByText(BACK)).toBeHidden()
    await expect(name).toHaveValue('')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})

test('what was typed for a step of a plan, and for the calls that it would make again', async ({
  baton,
  models,
  page,
}) => {
  const tools = await startToolServer()
  await baton.settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
  await baton.importFlow(saveFlow(planFlow(tools).build()))
  const shown = planOf(page)
  models.reply({ text: plan('Search[tea]', 'Calc[#E1]') }, { text: 'Much tea.' })
  await baton.chat.say('How much tea?')
  await baton.consent.allow()
  await expect.poll(baton.chat.lines).toContain('Planner: Much tea.')
  await shown.open()
  const input = shown.edit.getByRole('textbox', { name: 'Input' })
  const sheet = page.getByRole('dialog', { name: 'What happens with these calls?' })
  const choice = sheet.getByRole('combobox', { name: 'What happens with Calc' })
  const byHand = sheet.getByRole('textbox', { name: 'Answer of Calc' })

  await test.step('a step, by itself', async () => {
    await shown.step('E1', shown.region).click()
    await shown.editStep()
    await type(input, 'green tea')
    await page.keyboard.press('Escape')
    await expect(shown.edit).toBeHidden()
    await shown.step('E2', shown.region).click()
    await shown.editStep()
    await expect(input).toHaveValue('#E1')
    await expect(shown.edit.getByText(BACK)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(shown.edit).toBeHidden()
    await shown.step('E1', shown.region).click()
    await shown.editStep()
    await expect(shown.edit.getByText(BACK)).toBeVisible()
    await expect(input).toHaveValue('green tea')
  })

  await test.step('what becomes of the calls: Escape closes the sheet alone, and keeps the form below it', async () => {
    await shown.edit.getByRole('button', { name: 'Run again', exact: true }).click()
    await choice.selectOption('Answer by hand')
    await type(byHand, 'forty two')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(shown.edit).toBeVisible()
    await expect(input).toHaveValue('green tea')
    await shown.edit.getByRole('button', { name: 'Run again', exact: true }).click()
    await expect(sheet.getByText(BACK)).toBeVisible()
    await expect(byHand).toHaveValue('forty two')
  })

  await test.step('what ran is no draft', async () => {
    models.reply({ text: 'Green tea.' })
    await sheet.getByRole('button', { name: 'Run again', exact: true }).click()
    await expect.poll(baton.chat.lines).toContain('Planner: Green tea.')
    expect(tools.calls.map(({ tool, input: asked }) => `${tool} ${asked}`)).toEqual([
      'Search tea',
      'Calc S(tea)',
      'Search green tea',
    ])
    await shown.step('E1', shown.before).click()
    await shown.editStep()
    await expect(shown.edit.getByText(BACK)).toBeHidden()
    await page.keyboard.press('Escape')
  })
  await tools.close()
})
