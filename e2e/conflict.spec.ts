/** The same flow in two tabs: an idle tab follows, a stale save is a plain choice, and nothing is lost by any of the answers. */
import type { Page } from '@playwright/test'
import { expect, test, webOnly, type App, wholeRun } from './fixtures/app'
import { setupD } from './fixtures/setup-d'
import { seriousFindings } from './pages/axe'
import { batonOf, type Baton } from './pages/baton'

const inTabs = webOnly('the desktop app has one window')

test(
  'an idle tab follows, a stale save is a plain choice, and nothing is lost by any answer',
  wholeRun(inTabs),
  async ({ app, baton, page }) => {
    test.setTimeout(240_000)
    const tabs = await openTwice(app, baton, page)
    const { there } = tabs
    const choice = there.page.getByRole('alertdialog', { name: 'This flow was changed in another window' })
    const versions = there.page.getByRole('region', { name: 'Versions', exact: true })

    await test.step('sees in an idle tab what another tab changes', async () => {
      await rename(baton, 'PROFILE', 'CUSTOMER')
      await expect(there.canvas.node('CUSTOMER')).toBeVisible()
      await expect(there.page.getByRole('alertdialog')).toHaveCount(0)
      await rename(there, 'CUSTOMER', 'GUEST')
      await expect(baton.canvas.node('GUEST')).toBeVisible()
      expect(await there.exportText()).toBe(await baton.exportText())
    })

    await test.step('goes on drawing while the choice waits, and nothing is saved until it is made', async () => {
      await disagree(baton, tabs, { from: 'GUEST', mine: 'MY GUEST', theirs: 'THEIR GUEST' })
      await expect(choice).toBeVisible()
      expect(await seriousFindings(there.page, '[role="alertdialog"]')).toEqual([])
      await rename(there, 'ORDER', 'BASKET')
      await expect(there.saveState).toHaveText('Not saved: changed in another window')
      await expect(baton.canvas.node('ORDER')).toBeVisible()
      await choice.getByRole('button', { name: 'Keep mine' }).click()
      await expect(baton.canvas.node('BASKET')).toBeVisible()
      await expect(baton.canvas.node('MY GUEST')).toBeVisible()
    })

    await test.step('takes theirs, and gets mine back by undo', async () => {
      await disagree(baton, tabs, { from: 'MY GUEST', mine: 'MY VISITOR', theirs: 'THEIR VISITOR' })
      await choice.getByRole('button', { name: 'Show the difference' }).click()
      await expect(versions.getByRole('button', { name: /^THEIR VISITOR was renamed to MY VISITOR/ })).toBeVisible()
      await expect(versions.getByRole('radio', { name: /The other window/ })).toBeChecked()
      await there.page.keyboard.press('Escape')
      await expect(versions).toBeHidden()
      await choice.getByRole('button', { name: 'Take theirs' }).click()
      await expect(choice).toBeHidden()
      await expect(there.canvas.node('THEIR VISITOR')).toBeVisible()
      expect(await there.exportText()).toBe(await baton.exportText())
      await there.undo.click()
      await expect(there.canvas.node('MY VISITOR')).toBeVisible()
      await expect(baton.canvas.node('MY VISITOR')).toBeVisible()
    })

    await test.step('keeps mine, and finds theirs among the versions', async () => {
      await disagree(baton, tabs, { from: 'MY VISITOR', mine: 'MINE', theirs: 'THEIRS' })
      await choice.getByRole('button', { name: 'Keep mine' }).click()
      await expect(choice).toBeHidden()
      await expect(there.saveState).toHaveAttribute('data-state', 'saved')
      await expect(baton.canvas.node('MINE')).toBeVisible()
      await expect(baton.canvas.node('THEIRS')).toBeHidden()

      await there.flowMenu('Versions')
      await versions.getByText('Replaced by another window').first().click()
      await versions.getByRole('button', { name: 'Restore' }).click()
      await expect(there.canvas.node('THEIRS')).toBeVisible()
      await expect(baton.canvas.node('THEIRS')).toBeVisible()
    })

    await test.step('keeps both: this flow becomes theirs, mine becomes a copy', async () => {
      await disagree(baton, tabs, { from: 'THEIRS', mine: 'MY OWN', theirs: 'THEIR OWN' })
      await choice.getByRole('button', { name: 'Keep both' }).click()
      await expect(choice).toBeHidden()
      await expect(there.canvas.node('THEIR OWN')).toBeVisible()
      await there.page.getByRole('button', { name: 'Open the copy' }).click()
      await expect(there.flowName).toHaveValue('Setup D (my copy)')
      await expect(there.canvas.node('MY OWN')).toBeVisible()
      await there.toLibrary()
      await expect(there.library.names).toHaveText(['Setup D (my copy)', 'Setup D'])
    })
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

async function rename({ canvas, inspector }: Baton, from: string, to: string): Promise<void> {
  await canvas.select(from)
  await inspector.write({ Name: to })
  await inspector.close()
}

type Names = { from: string; mine: string; theirs: string }

/** Both tabs change the same node at the same time; the second one, whose save was held up, gets the choice. */
async function disagree(here: Baton, { there, hold, release }: HeldSave, { from, mine, theirs }: Names): Promise<void> {
  await expect(here.saveState).toHaveAttribute('data-state', 'saved')
  await expect(there.saveState).toHaveAttribute('data-state', 'saved')
  hold()
  await rename(there, from, mine)
  await rename(here, from, theirs)
  await expect(here.canvas.node(theirs)).toBeVisible()
  await expect(here.saveState).toHaveAttribute('data-state', 'saved')
  release()
}
