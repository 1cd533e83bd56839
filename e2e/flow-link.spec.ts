/** A `baton://` link opens a sheet and nothing more: a person reads what it brings, or which host would be asked, and decides. */
import type { Page } from '@playwright/test'
import { flowLink } from '../src-shared/flow-links/flow-link'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import { seriousFindings } from './pages/axe'

const drawn = flow('Desk of links')
  .start('a')
  .agent('a', { name: 'Triage' })
  .httpTool('orders', { name: 'orders', url: 'https://orders.example/{id}', method: 'GET' })
  .use('a', 'orders')
  .build()

/** As the desktop app hands a link to its window. */
async function follow(page: Page, link: string): Promise<void> {
  await page.evaluate((place) => void (location.hash = place), `/link/${encodeURIComponent(link)}`)
}

test('a link is looked at first: left, it leaves nothing; taken, its flow is there and nothing was allowed', async ({
  baton,
  page,
}) => {
  await baton.newFlow()
  const sheet = page.getByRole('dialog', { name: 'A link wants to add a flow' })
  const before = page.url()
  const { composer } = baton.chat
  await composer.focus()

  await follow(page, flowLink(saveFlow(drawn)))
  await expect(sheet).toContainText('Desk of links')
  await expect(sheet.getByRole('group', { name: 'What it would use' })).toContainText('orders.example')
  expect(await seriousFindings(page)).toEqual([])
  await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(before)
  await expect(composer).toBeFocused()

  // One that comes meanwhile waits: nothing is put under the pointer.
  await follow(page, flowLink(saveFlow(drawn)))
  await expect(sheet).toContainText('Desk of links')
  await follow(page, 'baton://open?flow=e30')
  await expect(page).toHaveURL(/e30$/)
  await expect(sheet.getByRole('alert')).toBeHidden()
  await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(sheet.getByRole('alert')).toContainText('This is not a Baton flow')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL(before)
  await expect(composer).toBeFocused()

  for (const [link, words] of [
    ['baton://open?from=file%3A%2F%2F%2Fetc%2Fpasswd', 'does not begin with https://'],
    ['baton://open?flow=e30', 'This is not a Baton flow'],
    ['baton://run?flow=e30', 'Nothing was read, fetched or stored'],
  ] as const) {
    await follow(page, link)
    await expect(sheet.getByRole('alert')).toContainText(words)
    await sheet.getByRole('button', { name: 'Close' }).last().click()
    await expect(sheet).toBeHidden()
  }

  await follow(page, `baton://open?from=${encodeURIComponent('https://127.0.0.1:1/a.baton')}`)
  await expect(sheet).toContainText('127.0.0.1:1')
  await sheet.getByRole('button', { name: 'Get it from 127.0.0.1:1 and review it' }).click()
  await expect(sheet.getByRole('alert')).toContainText('private address')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()

  await follow(page, flowLink(saveFlow(drawn)))
  await sheet.getByRole('button', { name: 'Add to my flows' }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveTitle(/Desk of links/)
})
