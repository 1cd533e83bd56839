/** Why a conversation went where it went: the decisions of all threads, filtered and counted, each with the way to its case. */
import { readFileSync } from 'node:fs'
import { expect, test } from './fixtures/app'
import { lookBackOf } from './pages/look-back'

const DESK = readFileSync('resources/examples/support-desk.flow.json', 'utf8')

test('lists the decisions of all threads, filters and counts them, and opens a case at its step', async ({
  baton,
  page,
}) => {
  const { chat } = baton
  const back = lookBackOf(page)
  await baton.importFlow(DESK)
  await chat.say('I was charged twice and want my money back')
  await baton.consent.allow()
  await expect(chat.saidBy('Triage')).toContainText('Which order is it about?')
  await chat.say('It is order 4711, please refund it')
  await expect(chat.saidBy('Refunds')).toContainText('Your refund is on its way')
  await chat.newThread.click()
  await chat.say('My parcel is late')
  await expect(chat.saidBy('Triage')).toHaveCount(1)

  await page.getByRole('tab', { name: 'Decisions' }).click()
  const panel = page.getByRole('region', { name: 'Decisions' })
  const rows = panel.getByRole('grid').locator('[data-span]')
  const handoff = rows.filter({ hasText: 'Refunds' })
  await expect(handoff).toHaveCount(1)
  await expect(handoff.getByRole('strong')).toHaveText('Refunds')
  await expect(handoff.getByRole('img', { name: 'taken' })).toHaveCount(1)

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
})
