/** Looking back: why a conversation went where it went, among the decisions of all threads; and it is put back to any of its steps, on the canvas, in the chat and in the variables, and is left alone. */
import { readFileSync } from 'node:fs'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test, wholeRun } from './fixtures/app'
import { pressBeforeLater } from './pages/held-moments'
import { lookBackOf } from './pages/look-back'

const DESK = readFileSync('resources/examples/support-desk.flow.json', 'utf8')

test(
  'finds a decision among those of all threads, and goes back to any step of a conversation and to now again',
  wholeRun(),
  async ({ baton, page }) => {
    test.setTimeout(240_000)
    const { canvas, chat } = baton
    const back = lookBackOf(page)
    await baton.importFlow(DESK)
    await page.keyboard.press('Control+Shift+H')
    await expect(back.strip).toContainText('Every step of the thread will stand here')
    await chat.say('I was charged twice and want my money back')
    await baton.consent.allow()
    await expect(chat.saidBy('Triage')).toContainText('Which order is it about?')
    await chat.say('It is order 4711, please refund it')
    await expect(chat.saidBy('Refunds')).toContainText('Your refund is on its way')

    const panel = page.getByRole('region', { name: 'Decisions' })
    const rows = panel.getByRole('grid').locator('[data-span]')
    const handoff = rows.filter({ hasText: 'Refunds' })
    await test.step('lists the decisions of all threads', async () => {
      await chat.newThread.click()
      await chat.say('My parcel is late')
      await expect(chat.saidBy('Triage')).toHaveCount(1)

      await page.getByRole('tab', { name: 'Decisions' }).click()
      await expect(handoff).toHaveCount(1)
      await expect(handoff.getByRole('strong')).toHaveText('Refunds')
      await expect(handoff.getByRole('img', { name: 'taken' })).toHaveCount(1)
    })

    await test.step('words of a thread and a line of the counts narrow the table', async () => {
      await panel.getByRole('textbox', { name: 'Words of the thread' }).pressSequentially('parcel')
      await expect(handoff).toHaveCount(0)
      await page.keyboard.press('Control+A')
      await page.keyboard.press('Delete')
      await panel
        .getByRole('group', { name: 'Choices of each node' })
        .getByRole('button', { name: /^Refunds/ })
        .click()
      await expect(rows).toHaveCount(1)
    })

    await test.step('a row opens the other thread at that very step', async () => {
      await handoff.press('Enter')
      await expect(back.notices.first()).toContainText(/^Step \d+ of 12, /)
      await expect(back.slider).toHaveAttribute('aria-valuetext', /Triage.*Refunds/)
      await expect(chat.saidBy('Refunds')).toHaveCount(0)
    })
    await back.slider.press('End')
    await expect(back.notices).toHaveCount(0)
    await test.step('the slider says each step in words', async () => {
      await expect(back.lanes).toHaveText([/You/, /Baton/, /Triage/, /Refunds/])
      await expect(back.holder).toHaveText(/Refunds/)
      await page.keyboard.press('Control+Shift+H')
      await expect(back.strip).toHaveCount(0)
      await page.getByRole('button', { name: 'Look back' }).click()
      await expect(back.slider).toBeFocused()
      await page.keyboard.press('Home')
      await expect(back.slider).toHaveAttribute('aria-valuetext', /^Step 1 of 12, .*You: message, “I was charged twice/)
    })

    await test.step('canvas, chat, variables and baton are as they were', async () => {
      await expect(chat.saidBy('Triage')).toHaveCount(0)
      await expect(canvas.node('Refunds')).not.toContainText('has the baton')
      await page.keyboard.press('PageDown')
      await expect(canvas.node('Triage')).toContainText('has the baton')
      await expect(chat.saidBy('Triage')).toContainText('Which order is it about?')
      await expect(chat.saidBy('Refunds')).toHaveCount(0)
      await page.getByRole('tab', { name: 'Variables' }).click()
      const verified = page.getByRole('switch', { name: 'verified' })
      await expect(verified).not.toBeChecked()
      await back.slider.focus()
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
      await expect(back.slider).toHaveAttribute('aria-valuetext', /^Step 7 of 12, .*verified = true/)
      await expect(verified).toBeChecked()
      await expect(verified).toBeDisabled()
      await expect(canvas.node('Triage')).toContainText('has the baton')
    })

    await test.step('everything says that it is the past, and nothing is said to it', async () => {
      await expect(back.notices).toHaveText([/^Step 7 of 12, /, /^Step 7 of 12, /])
      const box = page.getByRole('textbox', { name: 'Say something' })
      await expect(box).toBeDisabled()
      await expect(box).toHaveAttribute('placeholder', 'You are looking back')
      // On one line: nothing above it moves under the pointer when a turn ends.
      expect((await box.boundingBox())?.height).toBeLessThan(40)
    })

    await test.step('the pointer drags the thumb; Escape leads back to now', async () => {
      const area = await back.slider.boundingBox()
      if (area === null) throw new Error('The slider is out of sight.')
      await page.mouse.move(area.x + area.width * 0.5, area.y + 10)
      await page.mouse.down()
      await page.mouse.move(area.x + area.width * 0.87, area.y + 10)
      await page.mouse.up()
      await expect(back.slider).toHaveAttribute('aria-valuetext', /^Step 11 of 12, .*baton → Refunds/)
      await expect(back.holder).toHaveText(/Refunds/)
      await expect(canvas.node('Refunds')).toContainText('has the baton')
      await expect(back.walked).not.toHaveCount(0)
      await page.keyboard.press('Escape')
      await expect(back.notices).toHaveCount(0)
      await expect(back.walked).toHaveCount(0)
      await expect(chat.saidBy('Refunds')).toContainText('Your refund is on its way')
    })

    await test.step('two steps are compared in words', async () => {
      await back.slider.focus()
      await page.keyboard.press('PageUp')
      await page.keyboard.press('m')
      await expect(back.differences).toContainText('This step is marked')
      for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight')
      await expect(back.differences).toContainText('From step 4 to 7')
      await expect(back.differences).toContainText('verified is true, was false')
      await expect(back.differences).toContainText('order_number is 4711, was empty')
      await page.getByRole('button', { name: 'Remove the mark' }).click()
      await page.getByRole('button', { name: 'Compare with now' }).click()
      await expect(back.differences).toContainText('From step 7 to now')
      await expect(back.differences).toContainText('Refunds has the baton, Triage had it')
      await page.getByRole('button', { name: 'Remove the mark' }).click()
      await expect(back.differences).toHaveCount(0)
      await back.slider.press('End')
      await expect(back.notices).toHaveCount(0)
    })

    await test.step('a step is pinned under a name, marked, and gone back to from the list', async () => {
      await back.slider.press('Home')
      await page.keyboard.press('PageDown')
      await back.strip.getByRole('button', { name: 'Pin this step' }).focus()
      await pressBeforeLater(page, ['Enter', 'T', 'h', 'e'])
      await page.keyboard.type(' order is named')
      await page.keyboard.press('Enter')
      await expect(back.slider).toHaveAttribute('aria-valuetext', /^Step 4 of 12, .*\. Pinned: The order is named$/)
      await expect(back.pins).toHaveAttribute('data-pins', '1')
      await back.slider.press('End')
      await page.getByRole('tab', { name: 'Timeline' }).click()
      await page
        .getByRole('list', { name: 'Steps' })
        .getByRole('button', { name: 'The order is named Step 4' })
        .press('Enter')
      await expect(back.notices.first()).toContainText('Step 4 of 12')
      await back.strip.getByRole('button', { name: 'This step is pinned' }).press('Enter')
      await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('The order is named')
      await page.getByRole('button', { name: 'Unpin' }).press('Enter')
      await expect(back.pins).toHaveAttribute('data-pins', '0')
      await page.getByRole('tab', { name: 'Variables' }).click()
      await back.slider.press('End')
    })

    await test.step('what is shown leads to the step that set it, and a step to those that read it', async () => {
      await page
        .getByRole('row', { name: /^verified/ })
        .getByRole('button', { name: 'Set by step 7' })
        .click()
      await expect(back.slider).toHaveAttribute('aria-valuetext', /^Step 7 of 12, .*verified = true/)
      await back.slider.press('Home')
      await page.getByRole('button', { name: 'Who read this' }).click()
      await expect(back.readers.getByRole('button')).toHaveText([
        'Step 3, Triage',
        'Step 5, Triage',
        'Step 8, Triage',
        'Step 12, Refunds',
      ])
      await back.readers.getByRole('button', { name: 'Step 8, Triage' }).press('Enter')
      await expect(back.notices.first()).toContainText('Step 8 of 12')
      await page.getByRole('button', { name: 'Who read this' }).click()
      await back.slider.press('End')
      await page.getByRole('button', { name: 'Refunds has the baton' }).click()
      await expect(back.notices.first()).toContainText('Step 11 of 12')
      await back.slider.press('End')
    })

    await test.step('a new thread goes on from a moment in the middle of a turn', async () => {
      await back.slider.press('Home')
      for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowRight')
      await expect(back.notices.first()).toContainText('Step 7 of 12')
      await back.strip.getByRole('button', { name: 'Go on from here' }).click()
      await expect(chat.saidBy('Triage')).toHaveCount(1)
      await expect(chat.saidBy('Refunds')).toHaveCount(0)
      await expect(back.slider).toHaveAttribute('aria-valuemax', '7')
      await chat.goOn.click()
      await expect(chat.saidBy('Refunds')).toContainText('Your refund is on its way')
      await expect(back.slider).toHaveAttribute('aria-valuemax', /^1[2-4]$/)
      await chat.log
        .getByRole('group', { name: 'Versions of this message' })
        .getByRole('button', { name: 'Earlier version' })
        .click()
      await expect(back.slider).toHaveAttribute('aria-valuemax', '12')
    })

    await test.step('what is said from now on does not move who looks back', async () => {
      await chat.say('Yes, please send me a mail')
      await back.slider.focus()
      await page.keyboard.press('Home')
      await expect(chat.saidBy('Triage')).toHaveCount(0)
      // All of the turn: until then the strip gets lanes, and what lies above it moves.
      await expect(back.slider).toHaveAttribute('aria-valuetext', /^Step 1 of 30, /)
      await page.getByRole('button', { name: 'Back to now' }).last().click()
      await expect(chat.saidBy('Refunds').last()).toContainText('Is there anything else?')
    })
  },
)

test('a step that many have read names three of them, and the others when they are asked for', async ({
  baton,
  page,
}) => {
  const { chat } = baton
  const back = lookBackOf(page)
  await baton.importFlow(saveFlow(flow('Talk').start('a').agent('a', { name: 'Clerk' }).build()))
  await page.keyboard.press('Control+Shift+H')
  for (let said = 1; said <= 7; said += 1) {
    await chat.say(`Word ${said}`)
    await expect(chat.saidBy('Clerk')).toHaveCount(said)
  }
  await back.slider.press('Home')
  await page.getByRole('button', { name: 'Who read this' }).click()
  const named = back.readers.getByRole('button', { name: /^Step/ })
  await expect(named).toHaveCount(3)
  const more = back.readers.getByRole('button', { name: '4 more' })
  await more.focus()
  await page.keyboard.press('Enter')
  await expect(named).toHaveCount(7)
  await expect(named.nth(3)).toBeFocused()
  for (let at = 4; at < 7; at += 1) {
    await page.keyboard.press('Tab')
    await expect(named.nth(at)).toBeFocused()
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(named).toHaveCount(3)
  await expect(more).toBeFocused()
  await named.nth(2).press('Enter')
  await expect(back.notices.first()).toContainText('of 14')
})
