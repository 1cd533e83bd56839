/** "Try it" of tools that ask: a server wants to know something, and a flow that is a tool wants a call to be decided on. The call goes on with the answers. */
import path from 'node:path'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'

const PROGRAM = path.join(import.meta.dirname, '../src-main/tools/mcp/testing/newest-server.ts')
const transport = { type: 'stdio', command: process.execPath, args: [PROGRAM, 'newest'], env: {} }

const clerk = flow('Clerk')
  .start('a')
  .agent('a', { name: 'Clerk' })
  .node('builtin-tool', 'sum', { name: 'Sum', tool: 'calculator' })
  .use('a', 'sum', { needsApproval: true })
const drawing = saveFlow(
  flow('Shop')
    .start('a')
    .agent('a', { name: 'Desk' })
    .node('mcp-server', 's', { name: 'Door', transport })
    .node('flow-tool', 'c', { name: 'Office', toolName: 'office', description: 'Counts', flow: clerk.file() })
    .use('a', 's')
    .use('a', 'c')
    .build(),
)

test('what a tried tool asks is answered where its result will be', async ({ baton, page, models }) => {
  const { canvas, consent, inspector } = baton
  await baton.settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
  await baton.importFlow(drawing)
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
    await card.getByRole('button', { name: 'Answer' }).click()
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
