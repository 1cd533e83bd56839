/** The support desk goes wrong in turn 3: why is read, the thread is left before it with another instruction, the refund is approved with another amount, and both are compared. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { toolNode } from '../src-main/testing/plan-bench'
import { startToolServer, type ToolServer } from '../src-main/testing/tool-server'
import { expect, MODEL_KEY, test as base, wholeRun } from './fixtures/app'
import { expectForEverybody } from './pages/axe'
import { forksOf } from './pages/forks'
import { lookBackOf } from './pages/look-back'

const test = base.extend<{ tools: ToolServer }>({
  tools: async ({}, use) => {
    const tools = await startToolServer()
    await use(tools)
    await tools.close()
  },
})

test(
  'a desk that went wrong is left before its turn with changes, which stay in the new thread',
  wholeRun(),
  async ({ baton, models, page, tools }) => {
    test.setTimeout(120_000)
    const drawing = flow('Support')
      .variable('limit', { type: 'number', default: 20 })
      .start('a')
      .agent('a', { name: 'Desk', prompt: 'Never refund. Limit {limit}.' })
      .agent('b', { name: 'Boss', prompt: 'Decide.' })
      .handoff('a', 'b', { condition: 'complains' })
      .httpTool('refund', toolNode(tools, 'refund', { needsApproval: true }))
      .use('a', 'refund')
    await baton.importFlow(saveFlow(drawing.build()))
    await baton.settings.haveConnection({
      name: 'default',
      baseUrl: models.baseUrl,
      key: MODEL_KEY,
      model: 'test-model',
    })
    const { chat } = baton
    const forks = forksOf(page)
    const sheet = page.getByRole('dialog', { name: 'Run again with changes' })
    const lastSystem = () => models.requests.at(-1)?.system ?? ''
    models.reply({ text: 'Good day.' }, { text: 'Found it.' }, { text: 'No refunds, ever.' })
    await chat.say('Hello')
    await baton.consent.allow()
    await expect.poll(chat.lines).toContain('Desk: Good day.')
    await chat.say('My order is 17')
    await expect.poll(chat.lines).toContain('Desk: Found it.')
    await chat.say('I want my money back')
    await expect.poll(chat.lines).toContain('Desk: No refunds, ever.')
    const wrong = chat.log.getByRole('article', { name: 'Desk', exact: true }).filter({ hasText: 'No refunds, ever.' })

    await test.step('why: what the model was shown', async () => {
      await wrong.hover()
      await wrong.getByRole('button', { name: /was shown/ }).click()
      await expect(page.getByText('Never refund. Limit 20.').first()).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('the sheet has what there is to change, and refuses what cannot be', async () => {
      await wrong.hover()
      await wrong.getByRole('button', { name: 'Run again with changes…' }).click()
      await expect(sheet.getByText('The flow has not changed since.')).toBeVisible()
      await page.keyboard.press('Escape')
      // The message has it too: of a turn that waits or failed there is no reply.
      const said = chat.saidBy('You').last()
      await said.hover()
      await said.getByRole('button', { name: 'Run again with changes…' }).click()
      await expect(sheet.getByText('The flow has not changed since.')).toBeVisible()
      await expect(sheet.getByRole('status')).toHaveText('Nothing is changed.')
      await expect(sheet.getByRole('textbox', { name: 'Your message' })).toHaveValue('I want my money back')
      await sheet.getByRole('textbox', { name: 'limit' }).press('Control+A')
      await page.keyboard.type('much')
      await expect(sheet.getByText('The variable "limit" must be a number, and much is not.')).toBeVisible()
      await expect(sheet.getByRole('button', { name: 'Run again', exact: true })).toHaveAttribute(
        'aria-disabled',
        'true',
      )
      await page.keyboard.press('Control+A')
      await page.keyboard.type('50')
      await sheet.getByRole('textbox', { name: 'Instruction' }).press('Control+A')
      await page.keyboard.type('Refund up to {limit}.')
      await expect(sheet.getByRole('status')).toHaveText('2 changes')
      // What was written outlives the sheet until it is sent or taken back.
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await said.hover()
      await said.getByRole('button', { name: 'Run again with changes…' }).click()
      await expect(sheet.getByText('What you typed before is still here.')).toBeVisible()
      await expect(sheet.getByRole('status')).toHaveText('2 changes')
      await expectForEverybody(page, 'changes at a fork', '[role="dialog"]')
    })

    await test.step('the turn runs again with them, and the refund is approved with another amount', async () => {
      models.reply({ calls: [{ name: 'refund', arguments: { input: '100' } }] }, { text: 'You get 50 back.' })
      await sheet.getByRole('button', { name: 'Run again', exact: true }).click()
      await expect(sheet).toBeHidden()
      const call = chat.log.getByRole('group', { name: 'Call of refund to decide on' })
      await call.getByRole('button', { name: 'Change', exact: true }).click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('50')
      await call.getByRole('button', { name: 'Run with these', exact: true }).click()
      await expect.poll(chat.lines).toContain('Desk: You get 50 back.')
      expect(tools.calls.map(({ tool, input }) => `${tool} ${input}`)).toEqual(['refund 50'])
      expect(lastSystem()).toContain('Refund up to 50.')
    })

    await test.step('the tree says what was changed, and the comparison what came of it', async () => {
      await page.getByRole('tab', { name: 'Timeline' }).click()
      await expect(forks.open).toHaveAccessibleName(
        /^Hello \(edited\), before turn 3 · limit is 50 · another instruction for Desk · 3 turns · /,
      )
      await forks.row('Hello').hover()
      await forks.tree.getByRole('button', { name: 'Compare the open thread with Hello', exact: true }).click()
      await expect(forks.comparison.getByRole('status')).toHaveText('They diverge before turn 3.')
      await expect(forks.comparison).toContainText('No refunds, ever.')
      await expect(forks.comparison).toContainText('You get 50 back.')
      await expect(forks.comparison.getByRole('region', { name: 'Changed at the fork' })).toContainText(
        'another instruction for Desk',
      )
      await page.keyboard.press('Escape')
    })

    await test.step('in the middle of a turn: right after the result, which is another one, and somebody else goes on', async () => {
      const back = lookBackOf(page)
      await page.getByRole('button', { name: 'Look back' }).click()
      await back.slider.press('End')
      await page.keyboard.press('ArrowLeft')
      await back.strip.getByRole('button', { name: 'Go on with changes…' }).click()
      const here = page.getByRole('dialog', { name: 'Go on from here with changes' })
      await here.getByText('refund', { exact: true }).click()
      await here.getByRole('textbox', { name: 'Result of refund' }).press('Control+A')
      await page.keyboard.type('The bank is closed.')
      await here.getByRole('combobox', { name: 'Who goes on' }).selectOption('Boss')
      models.reply({ text: 'Come back tomorrow.' })
      await here.getByRole('button', { name: 'Go on', exact: true }).click()
      await expect(here).toBeHidden()
      await chat.log.getByRole('button', { name: 'Continue' }).click()
      await expect.poll(chat.lines).toContain('Boss: Come back tomorrow.')
      expect(JSON.stringify(models.requests.at(-1)?.messages)).toContain('The bank is closed.')
      expect(tools.calls).toHaveLength(1)
    })

    await test.step('the drawing stays in its thread until it is put into the flow', async () => {
      await forks.row('Hello \\(edited\\)').click()
      const note = page.getByRole('note', { name: 'Own drawing' })
      await expect(note).toContainText('another instruction for Desk')
      await baton.canvas.node('Desk').click()
      await expect(baton.inspector.text('Instruction')).toContainText('Never refund')
      await note.getByRole('button', { name: 'Follow the flow' }).click()
      await expect(note).toHaveCount(0)
      await page
        .getByText('The thread follows the flow from its next message on.')
        .locator('..')
        .getByRole('button', { name: 'Undo' })
        .click()
      await expect(note).toContainText('another instruction for Desk')
      await note.getByRole('button', { name: 'Put into the flow' }).click()
      await expect(note).toHaveCount(0)
      models.reply({ text: 'Of course.' })
      await chat.say('Thanks')
      await expect.poll(chat.lines).toContain('Desk: Of course.')
      expect(lastSystem()).toContain('Refund up to 50.')
    })
  },
)
