/** A turn that is stepped through: a breakpoint by key and by menu, the paused place on the drawing, keys and buttons that go on, and a restart between. */
import type { Locator } from '@playwright/test'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, LINK_LOST, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { overflowingButtons } from './pages/legibility'
import { seriousFindings } from './pages/axe'

const drawn = (name: string) =>
  flow(name)
    .start('triage')
    .agent('triage', { name: 'Triage' })
    .agent('tech', { name: 'Tech' })
    .builtinTool('clock', { name: 'Clock', tool: 'clock', toolName: 'get_time' })
    .handoff('triage', 'tech', { condition: 'Something is broken' })
    .use('tech', 'clock')

const desk = drawn('Desk').rehearsal(
  { when: { speaker: 'Triage' }, call: { tool: 'transfer_Triage_to_Tech' } },
  { when: { speaker: 'Tech', nth: 1 }, call: { tool: 'get_time' } },
  { when: { speaker: 'Tech' }, text: 'Tech here.' },
)

test(
  'a turn pauses at a breakpoint, goes on step by step, and is still paused after a restart',
  wholeRun(),
  async ({ app, baton, consoleErrors, models, page }) => {
    await baton.importFlow(saveFlow(desk.build()))
    const before = await baton.exportText()
    const { canvas, chat } = baton
    const card = chat.log.getByRole('group', { name: /^Paused before/ })
    const dot = (name: string) => canvas.node(name).getByRole('img', { name: 'Breakpoint before it', exact: true })

    await test.step('F9 sets it, the menu too, and the list has both with a condition', async () => {
      await canvas.select('Tech')
      await page.keyboard.press('F9')
      await expect(dot('Tech')).toBeVisible()
      await canvas.node('Clock').click({ button: 'right' })
      await canvas
        .menu('Node')
        .getByRole('menuitem', { name: /^Breakpoint F9/ })
        .click()
      await expect(dot('Clock')).toBeVisible()
      await page.getByRole('tab', { name: 'Breakpoints' }).click()
      const panel = page.getByRole('tabpanel', { name: 'Breakpoints' })
      await expect(panel.getByRole('row')).toHaveCount(3)
      const condition = panel.getByRole('textbox', { name: 'Only if: Before Clock' })
      await condition.click()
      await page.keyboard.type('1 == 2')
      await page.keyboard.press('Enter')
      await expect(condition).toBeFocused()
      await page.keyboard.type('0')
      const isOn = panel.getByRole('checkbox', { name: 'On: Before Clock' })
      await isOn.click()
      await expect(isOn).not.toBeChecked()
      await expect(condition).toHaveValue('1 == 20')
      const hit = panel.getByRole('textbox', { name: 'From hit: Before Clock' })
      await hit.press('End')
      await page.keyboard.press('Backspace')
      await expect(hit).toHaveValue('')
      await page.keyboard.type('12')
      await page.keyboard.press('Enter')
      await expect(hit).toBeFocused()
      await expect(hit).toHaveValue('12')
      await hit.press('ControlOrMeta+A')
      await page.keyboard.press('Backspace')
      await page.keyboard.press('Tab')
      await expect(hit).toHaveValue('1')
      await isOn.click()
      await expect(isOn).toBeChecked()
      await expect(condition).toHaveValue('1 == 20')
      expect(await seriousFindings(page, '[role="tabpanel"]')).toEqual([])
      expect(await baton.exportText()).toBe(before)
    })

    await test.step('the turn pauses there, which the drawing and the chat say; what is out of sight is brought up', async () => {
      await page.mouse.move(...(await canvas.empty()))
      await page.mouse.wheel(3000, 0)
      await expect(canvas.node('Tech')).not.toBeInViewport()
      await chat.region.getByRole('textbox').click()
      await page.keyboard.type('my screen is dark')
      await page.keyboard.press('Enter')
      await expect(card).toContainText('Paused before Tech')
      await expect(card).toContainText('Breakpoint: Before Tech')
      await page.setViewportSize({ width: 1024, height: 700 })
      expect(await page.evaluate(overflowingButtons)).toEqual([])
      await page.setViewportSize({ width: 1440, height: 900 })
      await expect(canvas.node('Tech').getByText('paused', { exact: true })).toBeInViewport()
      expect(await seriousFindings(page, '[aria-label="Chat"]')).toEqual([])
    })

    await test.step('whoever moves away then is left there, with a way back', async () => {
      const offer = canvas.region.getByRole('button', { name: 'Tech is paused' })
      await expect(offer).toBeHidden()
      await page.mouse.move(...(await canvas.empty()))
      await page.mouse.wheel(3000, 0)
      await expect(offer).toBeVisible()
      await expect(canvas.node('Tech')).not.toBeInViewport()
      expect(await seriousFindings(page, '[data-canvas]')).toEqual([])
      await offer.click()
      await expect(canvas.node('Tech')).toBeInViewport()
      await expect(offer).toBeHidden()
      await page.keyboard.press('Escape')
    })

    await test.step('after a restart it is paused still, and a key steps over to the call', async () => {
      consoleErrors.forgive(LINK_LOST)
      await app.stop()
      await app.start()
      const again = await app.open(page)
      await expect(again.chat.log.getByRole('group', { name: /^Paused before/ })).toContainText('Paused before Tech')
      await page.keyboard.press('F10')
      await expect(card).toContainText('Paused before Tech calls get_time')
      await card.getByRole('button', { name: 'Step into' }).press('Enter')
      await expect(card).not.toContainText('calls')
      await card.getByRole('button', { name: 'Continue' }).click()
      await expect(chat.region).toContainText('Tech here.')
      await expect(card).toBeHidden()
    })

    const mark = (where: Locator) => where.getByRole('img', { name: 'A turn runs to here and pauses once' })
    await test.step('from here on the next message runs to a line and pauses there once', async () => {
      await canvas.node('Tech').click({ button: 'right' })
      await canvas
        .menu('Node')
        .getByRole('menuitem', { name: /^Run to here/ })
        .click()
      await expect(mark(canvas.node('Tech'))).toBeVisible()
      await canvas.node('Tech').click({ button: 'right' })
      await canvas.menu('Node').getByRole('menuitem', { name: 'Do not run to here' }).click()
      await expect(mark(canvas.node('Tech'))).toBeHidden()
      await canvas.select('Clock')
      await page.keyboard.press('ControlOrMeta+F10')
      await expect(mark(canvas.node('Clock'))).toBeVisible()
      await expect(page.getByRole('tabpanel', { name: 'Breakpoints' })).toContainText('Run to here: Before Clock')
      await chat.region.getByRole('textbox').click()
      await page.keyboard.type('and now?')
      await page.keyboard.press('Enter')
      // Paused before the marked place, one may still go on to there: its mark is no reason to leave that out.
      await expect(card).toContainText('Breakpoint: Before Tech')
      await canvas.node('Clock').click({ button: 'right' })
      await canvas
        .menu('Node')
        .getByRole('menuitem', { name: /^Run to here/ })
        .click()
      await expect(card).toContainText('Run to here: Before Clock')
      await expect(mark(canvas.node('Clock'))).toBeHidden()
      await page.keyboard.press('F5')
      await expect(card).toBeHidden()
    })

    await test.step('the timeline says what each step did, by the names of tools', async () => {
      await page.getByRole('tab', { name: 'Timeline' }).click()
      const steps = page.getByRole('region', { name: 'Timeline' }).getByRole('list', { name: 'Steps' })
      await expect(steps).toContainText('Tech asked for get_time')
      await expect(steps).toContainText('get_time answered')
      await expect(steps).toContainText('Triage handed over to Tech')
      await expect(steps).not.toContainText('used tools')
    })

    await test.step('a turn that failed is tried again, to a node; and what a thread runs to, no other one does', async () => {
      await baton.toLibrary()
      await baton.importFlow(saveFlow(drawn('Other desk').build()))
      await baton.settings.haveConnection({ name: 'lab', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
      await baton.runsOn('lab')
      models.reply(
        { status: 400 },
        { calls: [{ name: 'transfer_Triage_to_Tech', arguments: {} }] },
        { text: 'Tech here.' },
      )
      await chat.say('Hello')
      await expect(chat.alert).toContainText('Triage could not go on')
      await canvas.node('Tech').click({ button: 'right' })
      await canvas.menu('Node').getByRole('menuitem', { name: 'Retry to here' }).click()
      await expect(card).toContainText('Run to here: Before Tech')
      await page.keyboard.press('F5')
      await expect(chat.saidBy('Tech')).toContainText('Tech here.')

      await canvas.node('Tech').click({ button: 'right' })
      await expect(canvas.menu('Node').getByRole('menuitem', { name: 'Retry to here' })).toBeHidden()
      await canvas
        .menu('Node')
        .getByRole('menuitem', { name: /^Run to here/ })
        .click()
      await expect(mark(canvas.node('Tech'))).toBeVisible()
      await chat.newThread.click()
      await expect(mark(canvas.node('Tech'))).toBeHidden()
      await chat.openThread('Hello')
      await expect(mark(canvas.node('Tech'))).toBeVisible()
    })
  },
)
