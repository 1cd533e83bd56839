/** The same flow in two tabs: an idle tab follows, a stale save is a plain choice, and nothing is lost by any of the answers. */
import type { Page } from '@playwright/test'
import { expect, test, webOnly, type App } from './fixtures/app'
import { setupD } from './fixtures/setup-d'
import { batonOf, type Baton } from './pages/baton'

const inTabs = webOnly('the desktop app has one window')

test('sees in an idle tab what another tab changes', inTabs, async ({ app, baton, page }) => {
  const { there } = await openTwice(app, baton, page)
  await baton.canvas.select('PROFILE')
  await baton.inspector.fill({ Name: 'CUSTOMER' })
  await expect(there.canvas.node('CUSTOMER')).toBeVisible()
  await expect(there.page.getByRole('alertdialog')).toHaveCount(0)
  await there.canvas.select('CUSTOMER')
  await there.inspector.fill({ Name: 'GUEST' })
  await expect(baton.canvas.node('GUEST')).toBeVisible()
  expect(await there.exportText()).toBe(await baton.exportText())
})

test('keeps mine, and finds theirs among the versions', inTabs, async ({ app, baton, page }) => {
  const { there, choice } = await disagree(app, baton, page)
  await choice.getByRole('button', { name: 'Keep mine' }).click()
  await expect(choice).toBeHidden()
  await expect(there.saveState).toHaveAttribute('data-state', 'saved')
  await expect(baton.canvas.node('MINE')).toBeVisible()
  await expect(baton.canvas.node('THEIRS')).toBeHidden()

  await there.flowMenu('Versions')
  const versions = there.page.getByRole('region', { name: 'Versions', exact: true })
  await versions.getByText('Replaced by another window').click()
  await versions.getByRole('button', { name: 'Restore' }).click()
  await expect(there.canvas.node('THEIRS')).toBeVisible()
})

test('takes theirs, and gets mine back by undo', inTabs, async ({ app, baton, page }) => {
  const { there, choice } = await disagree(app, baton, page)
  await choice.getByRole('button', { name: 'Show the difference' }).click()
  const versions = there.page.getByRole('region', { name: 'Versions', exact: true })
  await expect(versions.getByRole('button', { name: /^THEIRS was renamed to MINE/ })).toBeVisible()
  await expect(versions.getByRole('radio', { name: /The other window/ })).toBeChecked()
  await there.page.keyboard.press('Escape')
  await expect(versions).toBeHidden()
  await choice.getByRole('button', { name: 'Take theirs' }).click()
  await expect(choice).toBeHidden()
  await expect(there.canvas.node('THEIRS')).toBeVisible()
  expect(await there.exportText()).toBe(await baton.exportText())
  await there.undo.click()
  await expect(there.canvas.node('MINE')).toBeVisible()
  await expect(baton.canvas.node('MINE')).toBeVisible()
})

test('keeps both: this flow becomes theirs, mine becomes a copy', inTabs, async ({ app, baton, page }) => {
  const { there, choice } = await disagree(app, baton, page)
  await choice.getByRole('button', { name: 'Keep both' }).click()
  await expect(choice).toBeHidden()
  await expect(there.canvas.node('THEIRS')).toBeVisible()
  await there.page.getByRole('button', { name: 'Open the copy' }).click()
  await expect(there.flowName).toHaveValue('Setup D (my copy)')
  await expect(there.canvas.node('MINE')).toBeVisible()
  await there.toLibrary()
  await expect(there.library.names).toHaveText(['Setup D (my copy)', 'Setup D'])
})

test(
  'goes on drawing while the choice waits, and nothing is saved until it is made',
  inTabs,
  async ({ app, baton, page }) => {
    const { there, choice } = await disagree(app, baton, page)
    await there.inspector.close()
    await there.canvas.select('ORDER')
    await there.inspector.fill({ Name: 'BASKET' })
    await expect(there.saveState).toHaveText('Not saved: changed in another window')
    await expect(baton.canvas.node('ORDER')).toBeVisible()
    await choice.getByRole('button', { name: 'Keep mine' }).click()
    await expect(baton.canvas.node('BASKET')).toBeVisible()
    await expect(baton.canvas.node('MINE')).toBeVisible()
  },
)

type HeldSave = { there: Baton; hold: () => void; release: () => void }

/** Opens the flow of `setupD` in a second tab, whose link can be held up. */
async function openTwice(app: App, here: Baton, page: Page): Promise<HeldSave> {
  await here.importFlow(setupD())
  const other = await page.context().newPage()
  const waiting: (() => void)[] = []
  let isHeld = false
  await other.routeWebSocket(/\/link$/, (socket) => {
    const server = socket.connectToServer()
    const pass = (send: () => void): void => void (isHeld ? waiting.push(send) : send())
    socket.onMessage((message) => pass(() => server.send(message)))
    server.onMessage((message) => pass(() => socket.send(message)))
  })
  await app.open(other)
  const there = batonOf(other)
  await there.canvas.nodes.first().waitFor()
  return {
    there,
    hold: () => void (isHeld = true),
    release() {
      isHeld = false
      for (const send of waiting.splice(0)) send()
    },
  }
}

/** Both tabs change the same node at the same time; the second one gets the choice. */
async function disagree(app: App, here: Baton, page: Page) {
  const { there, hold, release } = await openTwice(app, here, page)
  hold()
  await there.canvas.select('PROFILE')
  await there.inspector.fill({ Name: 'MINE' })
  await here.canvas.select('PROFILE')
  await here.inspector.fill({ Name: 'THEIRS' })
  await expect(here.saveState).toHaveAttribute('data-state', 'saved')
  release()
  const choice = there.page.getByRole('alertdialog', { name: 'This flow was changed in another window' })
  await expect(choice).toBeVisible()
  return { there, choice }
}
