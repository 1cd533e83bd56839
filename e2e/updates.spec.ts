/** Newer versions: nobody is asked before the person switches that on, and then one line says so, with the page to open. */
import { startLoopback } from '../src-main/tools/net/testing/loopback'
import { webOnly } from './fixtures/hosts'
import { expect, LINK_LOST, test as base } from './fixtures/app'
import { pressEnterOn } from './pages/focus-ways'
import { expectLegible } from './pages/legibility'

const test = base.extend<{ releases: Awaited<ReturnType<typeof startLoopback>> }>({
  releases: async ({}, use) => {
    const server = await startLoopback()
    process.env['BATON_RELEASES'] = `${server.base}/newest.json`
    await use(server)
    delete process.env['BATON_RELEASES']
    await server.close()
  },
})

test(
  'a newer version is looked for only when that was switched on, and is then told',
  webOnly('a program of its own is told where releases are'),
  async ({ app, baton, consoleErrors, page, releases }) => {
    consoleErrors.forgive(LINK_LOST)
    const notice = page.getByRole('status').filter({ hasText: 'of Baton is available' })
    const about = page.getByRole('tabpanel', { name: 'About' })
    releases.answers['/newest.json'] = {
      body: JSON.stringify({ version: '99.0.0', page: `${releases.base}/releases/99.0.0` }),
    }
    await app.stop()
    await app.start()
    await app.open(page)

    await test.step('off, as it is at first, nobody is asked', async () => {
      await expect(baton.library.newFlow).toBeVisible()
      await page.getByRole('button', { name: 'Settings' }).first().click()
      await page.getByRole('tab', { name: 'About' }).click()
      await expect(about.getByRole('switch', { name: 'Look for new versions' })).not.toBeChecked()
      await expect(about).toContainText('Nothing is downloaded or installed.')
      expect(releases.seen).toEqual([])
    })

    await test.step('on, it is asked once, told in words, and its page is a link', async () => {
      await about.getByRole('switch', { name: 'Look for new versions' }).click()
      await expect(about).toContainText('Version 99.0.0 of Baton is available.')
      await expect(notice.getByRole('link', { name: 'Open its page' })).toHaveAttribute(
        'href',
        `${releases.base}/releases/99.0.0`,
      )
      await expectLegible(page)
      expect(releases.seen.map(({ url }) => url)).toEqual(['/newest.json'])
      await page.getByRole('tab', { name: 'Network' }).click()
      await expect(page.getByRole('tabpanel', { name: 'Network' })).toContainText('Looked for a newer version of Baton')
      await page.keyboard.press('Escape')
    })

    await test.step('dismissed, this version is not told of again', async () => {
      await pressEnterOn(page, notice.getByRole('button', { name: 'Dismiss' }))
      await expect(page.getByRole('heading', { name: 'Flows', level: 1 })).toBeFocused()
      await expect(notice).toHaveCount(0)
      await page.reload()
      await expect(baton.library.newFlow).toBeVisible()
      await expect(notice).toHaveCount(0)
    })
  },
)
