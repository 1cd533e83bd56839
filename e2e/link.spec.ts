/** The page and its program: links that drop and come back, programs that start anew, and visitors without the token. */
import { expect, LINK_LOST, test, webOnly, wholeRun } from './fixtures/app'
import { setupD } from './fixtures/setup-d'
import { batonOf } from './pages/baton'

const overSockets = webOnly('the link of a desktop window cannot drop without its program')
const atAnAddress = webOnly('the desktop app has no address to open')

test('goes on drawing while the link is down, and has it saved when it is back', overSockets, async ({ app, page }) => {
  const baton = batonOf(page)
  let isDown = false
  const cuts = new Set<() => void>()
  await page.routeWebSocket(/\/link$/, async (socket) => {
    if (isDown) return void (await socket.close())
    socket.connectToServer()
    cuts.add(() => void socket.close())
  })
  await app.open(page)
  await baton.importFlow(setupD())
  isDown = true
  for (const cut of cuts) cut()
  await expect(page.getByText('Reconnecting')).toBeVisible()
  await baton.canvas.select('PROFILE')
  await baton.inspector.write({ Name: 'CUSTOMER' })
  await expect(baton.saveState).toHaveText('Not saved yet')
  await expect(baton.chat.send).toHaveAttribute('aria-disabled', 'true')

  isDown = false
  await expect(page.getByText('Reconnecting')).toBeHidden()
  await expect(baton.saveState).toHaveAttribute('data-state', 'saved')
  await page.reload()
  await expect(baton.canvas.node('CUSTOMER')).toBeVisible()
  await baton.chat.say('Hello')
  await expect(baton.chat.saidBy('Concierge')).toBeVisible()
})

test(
  'reads what to do without a token, which is not kept in the address, and is told to open the new one of a program that was started anew',
  wholeRun(atAnAddress),
  async ({ app, consoleErrors, page }) => {
    await test.step('reads what to do when the address has no token', async () => {
      consoleErrors.forgive(/403/)
      const answer = await page.goto(new URL('/', app.url()).href)
      expect(answer?.status()).toBe(403)
      await expect(page.getByRole('heading')).toHaveText('Baton is here, but this address is not enough')
      await expect(page.getByText('Open the whole address that Baton printed')).toBeVisible()
      const wrong = await page.goto(new URL('/?token=guess', app.url()).href)
      expect(wrong?.status()).toBe(403)
    })

    const baton = await app.open(page)
    await test.step('does not keep the token in the address', async () => {
      await expect(baton.library.newFlow).toBeVisible()
      expect(new URL(page.url()).search).toBe('')
      await page.reload()
      await expect(baton.library.newFlow).toBeVisible()
    })

    await test.step('is told to open the new address when the program was started anew, and goes on once it is open', async () => {
      consoleErrors.forgive(LINK_LOST)
      await baton.importFlow(setupD())
      await baton.canvas.select('PROFILE')
      await baton.inspector.write({ Name: 'CUSTOMER' })
      await expect(baton.saveState).toHaveAttribute('data-state', 'saved')
      await app.stop('SIGTERM')
      await app.start()
      const bar = page.getByRole('status').filter({ hasText: 'Open the address that it printed' })
      await expect(bar).toBeVisible()
      const other = await page.context().newPage()
      await app.open(other)
      await expect(batonOf(other).canvas.node('CUSTOMER')).toBeVisible()
      // The address is known again before the link is open again.
      await expect(bar).toBeHidden({ timeout: 20_000 })
      await expect(page.getByText('The connection to Baton is down')).toBeHidden({ timeout: 20_000 })
      await page.bringToFront()
      await baton.chat.say('Hello')
      await expect(baton.chat.saidBy('Concierge')).toBeVisible()
    })
  },
)
