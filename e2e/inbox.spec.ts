/** What waits in all flows, in one panel: answered there, and closed in the chat of the flow. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { plan, planFlow, toolNode } from '../src-main/testing/plan-bench'
import { startToolServer, type ToolServer } from '../src-main/testing/tool-server'
import { expect, MODEL_KEY, test as base } from './fixtures/app'
import { seriousFindings } from './pages/axe'

const test = base.extend<{ tools: ToolServer }>({
  tools: async ({}, use) => {
    const tools = await startToolServer()
    await use(tools)
    await tools.close()
  },
})

test('two flows wait: one is answered from the panel, the other is opened from it', async ({
  baton,
  models,
  page,
  tools,
}) => {
  test.setTimeout(120_000)
  const { chat, consent, settings, library } = baton
  const bell = page.getByRole('button', { name: /^Waiting for you/ })
  const panel = page.getByRole('dialog', { name: /^Waiting for you/ })
  const drawing = flow('Desk').start('a').agent('a', { name: 'Clerk' })
  drawing.httpTool('refund', toolNode(tools, 'refund', { needsApproval: true })).use('a', 'refund')
  await baton.importFlow(saveFlow(planFlow(tools, { approvePlan: true }).build()))
  await settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
  await expect(bell).toBeHidden()

  await test.step('the bell says how many wait, also in the list of flows', async () => {
    models.reply({ text: plan('Search[tea]') })
    await chat.say('How much tea?')
    await consent.allow()
    await expect(bell).toHaveAccessibleName('Waiting for you: 1 question')
    await baton.toLibrary()
    await expect(bell).toBeVisible()
    await library.import('desk.flow.json', saveFlow(drawing.build()))
    models.reply({ calls: [{ name: 'refund', arguments: { input: '5 cents' } }] }, { text: 'Refunded.' })
    await chat.say('Help Ann')
    await consent.allow()
    await expect(bell).toHaveAccessibleName('Waiting for you: 2 questions')
  })

  await test.step('the panel has both, in the order in which they began, for everybody to read', async () => {
    await bell.press('Enter')
    await expect(panel.getByRole('group', { name: 'Plan to approve' })).toContainText('Search[tea]')
    await expect(panel.getByRole('group', { name: 'Call of refund to decide on' })).toContainText('5 cents')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await seriousFindings(page), colorScheme).toEqual([])
    }
  })

  await test.step('answered in the panel, it is closed in the chat', async () => {
    const call = chat.log.getByRole('group', { name: 'Call of refund to decide on' })
    await expect(call).toBeVisible()
    await panel.getByRole('button', { name: 'Run and remember' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Run, and always let refund run without asking in this flow' }).click()
    await expect(call).toHaveCount(0)
    await expect(chat.log).toContainText('Refunded.')
    await expect(panel.getByRole('group', { name: 'Call of refund to decide on' })).toHaveCount(0)
    expect(tools.calls.map(({ input }) => input)).toEqual(['5 cents'])
  })

  await test.step('so later calls run without asking, until that is revoked in the settings of the flow', async () => {
    await page.keyboard.press('Escape')
    await baton.flowMenu('Flow settings')
    const rules = page.getByRole('group', { name: 'Calls that run without asking' })
    await expect(rules.getByRole('listitem')).toContainText('Clerk may call refund')
    models.reply({ calls: [{ name: 'refund', arguments: { input: '6 cents' } }] }, { text: 'Again.' })
    await chat.say('And Bob')
    await expect(chat.log).toContainText('Again.')
    expect(tools.calls.map(({ input }) => input)).toEqual(['5 cents', '6 cents'])
    await rules.getByRole('button', { name: 'Revoke refund' }).click()
    await expect(rules).toBeHidden()
    await bell.click()
  })

  await test.step('the other is opened where it was asked; once it is answered there is no bell', async () => {
    await panel.getByRole('button', { name: 'Open “How much tea?” of Plans' }).click()
    const card = chat.log.getByRole('group', { name: 'Plan to approve' })
    await card.getByRole('button', { name: 'Refuse' }).click()
    await expect(bell).toBeHidden()
  })
})
