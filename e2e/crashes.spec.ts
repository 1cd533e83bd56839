/** Baton ended unexpectedly: the next start says so once, and shows a report that the person may copy, save or delete. */
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { createCrashReports } from '../src-main/crashes/crash-reports'
import { expect, test } from './fixtures/app'
import { DIALOG, expectWay } from './pages/focus-ways'
import { expectLegible } from './pages/legibility'

test('an unexpected end is told once, and its report is the person’s', async ({ app, baton, consoleErrors, page }) => {
  const { dataDir } = app
  const reports = createCrashReports({ dataDir: () => dataDir, program: 'desktop app' })
  const notice = page.getByRole('status').filter({ hasText: 'Baton ended unexpectedly' })
  const sheet = page.getByRole('dialog', { name: 'Crash report' })

  await test.step('it is told at the next start, calmly, and shown', async () => {
    await expect(notice).toHaveCount(0)
    const cause = new TypeError("Cannot read properties of undefined (reading 'clerk')")
    reports.write({ source: 'desktop', what: 'nobody caught an error', cause })
    await page.reload()
    await expect(notice).toContainText('Baton ended unexpectedly (just now). What was saved is safe.')
    const show = notice.getByRole('button', { name: 'Show the report' })
    const report = sheet.getByRole('region', { name: 'The report' })
    const heading = page.getByRole('heading', { name: 'Flows', level: 1 })
    // Who closed it has seen it, so the line goes, too.
    await expectWay(page, { name: 'report', by: show, shown: sheet, first: report, round: DIALOG, back: heading })
    await expect(notice).toHaveCount(0)
    for (const { id } of reports.list()) reports.remove(id)
    reports.write({ source: 'desktop', what: 'nobody caught an error', cause })
    await page.reload()
    await show.click()
    await expect(sheet).toContainText('Nothing was sent.')
    await expect(sheet.getByRole('region', { name: 'The report' })).toContainText("(reading 'clerk')")
    await expectLegible(page)
  })

  await test.step('it is copied and saved as it is shown', async () => {
    const text = await sheet.getByRole('region', { name: 'The report' }).innerText()
    await sheet.getByRole('button', { name: 'Copy', exact: true }).click()
    await expect.poll(baton.clipboardText).toBe(text)
    const saved = await baton.download(() => sheet.getByRole('button', { name: 'Save as a file' }).click())
    expect([saved.name, saved.text]).toEqual([expect.stringMatching(/^baton-\d{8}T[\d.]+Z-desktop\.txt$/), text])
  })

  await test.step('deleted, it is gone, and is not told again', async () => {
    await sheet.getByRole('button', { name: 'Delete' }).click()
    await expect(sheet).toHaveCount(0)
    await expect(notice).toHaveCount(0)
    await expect.poll(() => readdirSync(path.join(dataDir, 'crashes'))).toEqual(['seen'])
    await page.reload()
    await expect(baton.library.newFlow).toBeVisible()
    await expect(notice).toHaveCount(0)
  })

  await test.step('an error of the page that nobody caught is on record, and in the list of the settings', async () => {
    consoleErrors.forgive(/a fault of the test/)
    await page.evaluate(() => {
      setTimeout(() => {
        throw new RangeError('a fault of the test')
      })
      void Promise.reject(new RangeError('a fault of the test'))
    })
    await expect.poll(() => reports.list().map(({ source }) => source)).toEqual(['fault', 'fault'])
    await expect(notice).toHaveCount(0)
    await page.getByRole('button', { name: 'Settings' }).first().click()
    await page.getByRole('tab', { name: 'About' }).click()
    const listed = page.getByRole('tabpanel', { name: 'About' }).getByRole('listitem').first().getByRole('button')
    const report = sheet.getByRole('region', { name: 'The report' })
    await expectWay(page, { name: 'report in the list', by: listed, shown: sheet, first: report })
    await listed.click()
    await expect(sheet.getByRole('region', { name: 'The report' })).toContainText('RangeError: a fault of the test')
    // No address of releases is set, so there is nothing to switch on.
    await expect(page.getByRole('switch', { name: 'Look for new versions' })).toHaveCount(0)
  })

  await test.step('an error that took the place of the page is told of after the page was loaded again', async () => {
    consoleErrors.forgive(/broken by the test/)
    await page.reload()
    await baton.newFlow('Broken')
    await page.evaluate(() => {
      Date.parse = () => {
        throw new RangeError('broken by the test')
      }
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Flows' }).click()
    await expect(page.getByRole('alert')).toContainText('Baton has to be reloaded')
    await expect.poll(() => reports.list()[0]).toMatchObject({ source: 'window', isNew: true })
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'A window of Baton ended unexpectedly' })).toBeVisible()
  })
})
