/** What waits in all flows, in one panel: answered there, and closed in the chat of the flow. Where the keyboard is after something closed, what Escape closes, and what is pressed twice. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { plan, planFlow, toolNode } from '../src-main/testing/plan-bench'
import { startToolServer, type ToolServer } from '../src-main/testing/tool-server'
import { expect, MODEL_KEY, test as base, wholeRun } from './fixtures/app'
import { expectForEverybody } from './pages/axe'
import { DIALOG, expectWay } from './pages/focus-ways'
import { lookBackOf } from './pages/look-back'

const test = base.extend<{ tools: ToolServer }>({
  tools: async ({}, use) => {
    const tools = await startToolServer()
    await use(tools)
    await tools.close()
  },
})

test(
  'what waits is answered from its panel, Escape closes one thing at a time, and the focus never falls to the page',
  wholeRun(),
  async ({ baton, models, page, tools }) => {
    test.setTimeout(240_000)
    await test.step('two flows wait: one is answered from the panel, the other is opened from it', async () => {
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
        const first = panel.getByRole('heading', { name: 'Waiting for you' })
        await expectWay(page, { name: 'inbox', by: bell, shown: panel, first, round: DIALOG })
        await bell.press('Enter')
        await expect(panel.getByRole('group', { name: 'Plan to approve' })).toContainText('Search[tea]')
        await expect(panel.getByRole('group', { name: 'Call of refund to decide on' })).toContainText('5 cents')
        await expectForEverybody(page, 'what waits', '[role="dialog"]')
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

    await test.step('Escape closes one thing at a time, and the focus never falls to the page', async () => {
      await baton.toLibrary()
      const { canvas, chat } = baton
      const back = lookBackOf(page)
      const bell = page.getByRole('button', { name: /^Waiting for you/ })
      const panel = page.getByRole('dialog', { name: /^Waiting for you/ })
      const menu = page.getByRole('menu')
      const type = async (text: string): Promise<void> => {
        await chat.composer.click()
        await page.keyboard.type(text)
        await page.keyboard.press('Enter')
      }
      const drawn = flow('Shop').start('a').agent('a', { name: 'Clerk' })
      drawn.builtinTool('t', { name: 'Clock', toolName: 'get_time', needsApproval: true }).use('a', 't')
      await baton.importFlow(saveFlow(drawn.build()))
      await baton.settings.haveConnection({
        name: 'default',
        baseUrl: models.baseUrl,
        key: MODEL_KEY,
        model: 'test-model',
      })

      await test.step('Regenerate that is pressed twice makes one thread', async () => {
        models.reply({ text: 'Good day.' }, { text: 'Good evening.' })
        await type('Hello')
        await expect(chat.saidBy('Clerk')).toContainText('Good day.')
        await chat.saidBy('Clerk').hover()
        await chat.saidBy('Clerk').getByRole('button', { name: 'Regenerate' }).dblclick()
        await expect(chat.saidBy('Clerk')).toContainText('Good evening.')
        await chat.openThreads()
        await expect(page.getByRole('menuitemradio')).toHaveCount(2)
        await page.keyboard.press('Escape')
        await expect(menu).toHaveCount(0)
      })

      await test.step('in the panel of what waits, Escape closes the menu of a card, and then the panel', async () => {
        models.reply({ calls: [{ name: 'get_time', arguments: {} }] }, { text: 'Ten.' })
        await type('What time is it?')
        await bell.press('Enter')
        await panel.getByRole('button', { name: 'Run and remember' }).press('Enter')
        await expect(menu).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(menu).toHaveCount(0)
        await expect(panel).toBeVisible()
        await expect(panel.getByRole('button', { name: 'Run and remember' })).toBeFocused()
        await page.keyboard.press('Escape')
        await expect(panel).toHaveCount(0)
        await expect(bell).toBeFocused()
      })

      await test.step('with its last question the bell goes, and the focus stays beside it', async () => {
        await page.keyboard.press('Enter')
        await panel.getByRole('button', { name: 'Run', exact: true }).press('Enter')
        await expect(panel).toContainText('Nothing waits for you any more.')
        await page.keyboard.press('Escape')
        await expect(bell).toHaveCount(0)
        await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Add' })).toBeFocused()
        await expect(chat.log).toContainText('Ten.')
      })

      await test.step('in the past, the card of a call that was decided on decides nothing', async () => {
        await page.getByRole('button', { name: 'Look back' }).press('Enter')
        const card = chat.log.getByRole('group', { name: 'Call of get_time to decide on' })
        await expect(async () => {
          await back.slider.press('ArrowLeft')
          await expect(card).toBeVisible({ timeout: 500 })
        }).toPass()
        await expect(card.getByRole('button', { name: 'Run', exact: true })).toBeDisabled()
      })

      await test.step('Escape closes a menu in the past, and on the canvas leads back to now, with the selection as it is', async () => {
        await chat.openThreads()
        await expect(menu).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(menu).toHaveCount(0)
        await expect(back.notices).toHaveCount(2)
        await canvas.node('Clerk').click()
        await page.keyboard.press('Escape')
        await expect(back.notices).toHaveCount(0)
        await expect(canvas.selected).toHaveCount(1)
      })

      await test.step('back to now, from the chat, is back to the message; closed, the strip gives the focus to its button', async () => {
        await back.slider.press('Home')
        await chat.region.getByRole('button', { name: 'Back to now' }).press('Enter')
        await expect(chat.composer).toBeFocused()
        await back.strip.getByRole('button', { name: 'Close' }).press('Enter')
        await expect(back.strip).toHaveCount(0)
        await expect(page.getByRole('button', { name: 'Look back' })).toBeFocused()
      })
    })
  },
)
