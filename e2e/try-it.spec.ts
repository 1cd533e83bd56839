/** "Try it": one tool called by hand, with the consent of a run, and nothing of it is kept; what it asks is answered where its result will be. */
import path from 'node:path'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { startLoopback } from '../src-main/tools/net/testing/loopback'
import { pngOf } from '../src-main/testing/pictures'
import { everything } from '../src-main/tools/mcp/testing/servers'
import { expect, MODEL_KEY, test as base } from './fixtures/app'
import { seriousFindings } from './pages/axe'

const test = base.extend<{ shop: Awaited<ReturnType<typeof startLoopback>> }>({
  shop: async ({}, use) => {
    const shop = await startLoopback()
    await use(shop)
    await shop.close()
  },
})

const CODE = `export function run(args: any, baton: any) {
  if (args.mode === 'forever') while (true) {}
  console.log('counting from', baton.variables.total)
  baton.set('total', baton.variables.total + args.by)
  return { total: baton.variables.total }
}`
const COUNT = {
  type: 'object',
  properties: {
    by: { type: 'integer', description: 'How many more' },
    mode: { type: 'string', enum: ['once', 'forever'] },
  },
  required: ['by'],
}

function drawing(shop: string): string {
  const { type, command, args } = everything()
  return saveFlow(
    flow('Shop')
      .variable('total', { type: 'number', default: 2 })
      .start('a')
      .agent('a', { name: 'Clerk' })
      .node('code-tool', 'count', {
        name: 'Count',
        description: 'Counts cakes.',
        code: CODE,
        parameters: COUNT,
        timeout: 60_000,
      })
      .httpTool('picture', { name: 'Picture', toolName: 'draw_cake', url: `${shop}/picture` })
      .node('mcp-server', 's', { name: 'Server', transport: { type, command, args: [...args], env: {} } })
      .use('a', 'count')
      .use('a', 'picture')
      .use('a', 's')
      .build(),
  )
}

const PROGRAM = path.join(import.meta.dirname, '../src-main/tools/mcp/testing/newest-server.ts')
const transport = { type: 'stdio', command: process.execPath, args: [PROGRAM, 'newest'], env: {} }

const clerk = flow('Clerk')
  .start('a')
  .agent('a', { name: 'Clerk' })
  .node('builtin-tool', 'sum', { name: 'Sum', tool: 'calculator' })
  .use('a', 'sum', { needsApproval: true })
const asking = saveFlow(
  flow('Shop')
    .start('a')
    .agent('a', { name: 'Desk' })
    .node('mcp-server', 's', { name: 'Door', transport })
    .node('flow-tool', 'c', { name: 'Office', toolName: 'office', description: 'Counts', flow: clerk.file() })
    .use('a', 's')
    .use('a', 'c')
    .build(),
)

test('tools are tried: allowed first, with result, console and what they would set, stopped, and answered where they ask', async ({
  baton,
  page,
  shop,
  models,
}) => {
  test.setTimeout(240_000)
  await test.step('a person tries tools: allowed first, with result, console and what it would set, stopped, and as the model reads it', async () => {
    const { canvas, consent, inspector } = baton
    shop.answers['/picture'] = { headers: { 'content-type': 'image/png' }, body: pngOf(300, 200) }
    await baton.importFlow(drawing(shop.base))
    const undoable = await baton.undo.isEnabled()
    const dialog = page.getByRole('dialog', { name: /^Try / })
    const result = dialog.getByRole('region', { name: 'Result' })

    await test.step('code runs once it was allowed, and tells what it wrote and would set', async () => {
      await canvas.select('Count')
      await inspector.region.getByRole('button', { name: 'Try it' }).click()
      await expect(dialog.getByRole('textbox', { name: 'by' })).toBeFocused()
      await page.keyboard.press('Control+Enter')
      await expect(dialog.getByText('This is needed.')).toHaveText('This is needed.')
      await expect(result).toContainText('What it gives is shown here.')
      await page.keyboard.type('five')
      await expect(dialog.getByText('This is needed.')).toHaveCount(0)
      await page.keyboard.press('Control+Enter')
      await expect(dialog).toContainText('This is not a number.')
      await page.keyboard.press('Control+a')
      await page.keyboard.type('3')
      await page.keyboard.press('Control+Enter')
      await expect(consent.code('Count')).toContainText('counting from')
      // It closes the sheet alone.
      await page.keyboard.press('Escape')
      await expect(consent.code('Count')).toBeHidden()
      await expect(result).toContainText('Not tried. Nothing ran.')
      expect(await seriousFindings(page, '[role="dialog"]')).toEqual([])
      await dialog.getByRole('button', { name: 'Run' }).click()
      await consent.allow()
      await expect(result).toContainText('Done')
      await expect(result.getByLabel('What it gave')).toHaveText('{\n  "total": 5\n}')
      await expect(result.getByLabel('Console')).toHaveText('counting from 2')
      await expect(result).toContainText('set total to 5 now 2')
      await result.getByText('As the model reads it').click()
      await expect(result.getByLabel('What the model reads')).toHaveText('{"total":5}')
    })

    await test.step('what runs too long is stopped', async () => {
      await dialog.getByRole('combobox', { name: 'mode' }).click()
      await page.getByRole('option', { name: 'forever' }).click()
      await dialog.getByRole('button', { name: 'Run' }).click()
      await expect(result).toContainText('Running')
      await dialog.getByRole('button', { name: 'Stop' }).click()
      await expect(result).toContainText('Stopped.')
    })

    await test.step('the arguments as JSON, held against the schema; what was typed is there the next time', async () => {
      await dialog.getByText('JSON', { exact: true }).click()
      const json = dialog.getByRole('textbox', { name: 'Arguments as JSON' })
      await expect(json).toHaveValue('{\n  "by": 3,\n  "mode": "forever"\n}')
      await json.click()
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText('{"by": "x"}')
      await page.keyboard.press('Control+Enter')
      await expect(result).toContainText('Not called: the arguments do not fit')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      await inspector.region.getByRole('button', { name: 'Try it' }).press('Enter')
      await expect(json).toHaveValue('{"by": "x"}')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })

    await test.step('a picture, from the menu of the node', async () => {
      await inspector.close()
      await canvas.node('Picture').click({ button: 'right' })
      await canvas.menu('Node').getByRole('menuitem', { name: 'Try it' }).click()
      await expect(dialog).toContainText('It takes no arguments.')
      await dialog.getByRole('button', { name: 'Run' }).press('Control+Enter')
      await consent.allow()
      await expect(
        result.getByRole('button', { name: 'Image from draw_cake: show large' }).getByRole('img'),
      ).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
      // The node that the menu was opened on has the keyboard again, and is left by the next.
      await expect(inspector.region).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(inspector.region).toBeHidden()
    })

    await test.step('one tool of a server', async () => {
      await canvas.select('Server')
      await inspector.region.getByRole('button', { name: 'Connect', exact: true }).click()
      await consent.allow()
      await inspector.region.getByRole('button', { name: 'echo', exact: true }).click()
      await inspector.region.getByRole('button', { name: 'Try it' }).click()
      const text = dialog.getByRole('textbox', { name: 'message' })
      await expect(text).toBeFocused()
      await page.keyboard.type('hello')
      await page.keyboard.press('Control+Enter')
      await expect(result.getByLabel('What it gave')).toHaveText('Echo: hello')

      // An empty text is left out, unless the person gives it.
      await page.keyboard.press('Control+a')
      await page.keyboard.press('Delete')
      await page.keyboard.press('Control+Enter')
      await expect(dialog.getByText('This is needed.')).toBeVisible()
      await expect(result.getByLabel('What it gave')).toHaveText('Echo: hello')
      await dialog.getByRole('button', { name: 'Give it an empty text' }).click()
      await expect(text).toHaveAttribute('placeholder', 'An empty text')
      await dialog.getByRole('button', { name: 'Run' }).click()
      await expect(result.getByLabel('What it gave')).toHaveText('Echo:')
      await dialog.getByText('JSON', { exact: true }).click()
      await expect(dialog.getByRole('textbox', { name: 'Arguments as JSON' })).toHaveValue('{\n  "message": ""\n}')
      await page.keyboard.press('Escape')
    })

    // No step to undo, no thread, and the variable is as it was.
    expect(await baton.undo.isEnabled()).toBe(undoable)
    expect((await baton.exportFlow()).settings['variables']).toEqual({ total: { type: 'number', default: 2 } })
    await expect(page.getByText('Thread 1')).toHaveCount(0)
  })

  await test.step('what a tried tool asks is answered where its result will be', async () => {
    await baton.toLibrary()
    const { canvas, consent, inspector } = baton
    await baton.settings.haveConnection({
      name: 'default',
      baseUrl: models.baseUrl,
      key: MODEL_KEY,
      model: 'test-model',
    })
    await baton.importFlow(asking)
    const dialog = page.getByRole('dialog', { name: /^Try / })
    const result = dialog.getByRole('region', { name: 'Result' })
    const run = dialog.getByRole('button', { name: 'Run', exact: true })

    await test.step('a server asks; what is typed goes to it', async () => {
      await canvas.select('Door')
      await inspector.region.getByRole('button', { name: 'Connect', exact: true }).click()
      await consent.allow()
      await inspector.region.getByRole('button', { name: 'ask', exact: true }).click()
      await inspector.region.getByRole('button', { name: 'Try it' }).click()
      await run.click()
      const card = result.getByRole('group', { name: 'Door asks you' })
      await expect(card).toContainText('Who are you?')
      const name = card.getByRole('textbox', { name: 'name' })
      await name.click()
      await expect(name).toBeFocused()
      await page.keyboard.type('Ann')
      // It would run the tool anew, and the question would be gone.
      await page.keyboard.press('Control+Enter')
      await expect(name).toHaveValue('Ann')
      await card.getByRole('button', { name: 'Send the answer' }).click()
      await expect(result.getByLabel('What it gave')).toHaveText('Hello Ann, as asked before.')
      await expect(result).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })

    await test.step('a call inside of a flow waits for the person, who changes it', async () => {
      models.reply({ calls: [{ name: 'calculator', arguments: { expression: '1+1' } }] }, { text: 'Counted.' })
      await inspector.close()
      await canvas.node('Office').click({ button: 'right' })
      await canvas.menu('Node').getByRole('menuitem', { name: 'Try it' }).click()
      await expect(dialog.getByRole('textbox', { name: 'message' })).toBeFocused()
      await page.keyboard.type('count')
      await page.keyboard.press('Control+Enter')
      const card = result.getByRole('group', { name: 'Call of calculator to decide on' })
      await expect(card).toContainText('1+1')
      await expect(card.getByRole('button', { name: 'Run and remember' })).toHaveCount(0)
      await card.getByRole('button', { name: 'Change' }).click()
      await expect(card.getByRole('textbox', { name: 'expression' })).toBeFocused()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('40+2')
      await card.getByRole('button', { name: 'Run with these' }).click()
      await expect(result.getByLabel('What it gave')).toHaveText('Counted.')
      expect(JSON.stringify(models.requests.at(-1)?.messages)).toContain('42')
    })
    await expect(page.getByText('Thread 1')).toHaveCount(0)
  })
})
