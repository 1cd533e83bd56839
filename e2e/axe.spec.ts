/** Nothing in any view keeps somebody from using it who cannot see well, or has no mouse: axe finds nothing serious. */
import { flow } from '../src-shared/testing/flow-builder'
import { saveFlow } from '../src-shared/flow/editing/save'
import { expect, test } from './fixtures/app'
import { setupD } from './fixtures/setup-d'
import { seriousFindings } from './pages/axe'

for (const colorScheme of ['light', 'dark'] as const)
  test(`axe finds nothing serious in any view, ${colorScheme}`, async ({ baton, page }) => {
    test.setTimeout(180_000)
    const { canvas, chat, trace } = baton
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const look = (view: string) =>
      test.step(view, async () => expect.soft(await seriousFindings(page), view).toEqual([]))
    await look('Home')
    await baton.importFlow(setupD('Setup D', { when: { speaker: 'Concierge', nth: 1 }, call: { tool: 'get_time' } }))
    await look('the drawing')
    await chat.say('Hello')
    await expect(chat.saidBy('Concierge')).toBeVisible()
    await trace.row('reply').first().click()
    await look('chat and trace')
    await trace.details.getByRole('button', { name: 'What it was shown' }).click()
    await expect(page.getByRole('region', { name: 'Messages' })).toBeVisible()
    await look('what a model was shown')
    await page.keyboard.press('Escape')
    await chat.saidBy('You').hover()
    await chat.saidBy('You').getByRole('button', { name: 'Edit the message' }).click()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'What happens with these calls?' })).toBeVisible()
    await look('calls that would be made again')
    await page.keyboard.press('Escape')
    await chat.log.getByRole('button', { name: 'Cancel' }).click()
    for (const tab of ['Sequence', 'Timeline', 'Decisions', 'Variables', 'Problems']) {
      await page.getByRole('tab', { name: tab }).click()
      await look(tab)
    }
    await page.keyboard.press('Control+Shift+H')
    await page.getByRole('slider', { name: 'Step' }).press('Home')
    await look('looking back')
    await page.keyboard.press('Escape')
    await canvas.select('Concierge')
    await look('the inspector')
    await canvas.node('Concierge').press('Shift+F10')
    await expect(canvas.menu('Node')).toBeVisible()
    await look('the menu of a node')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
    await look('shortcuts')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+b')
    await expect(page.getByRole('tree', { name: 'Outline' })).toBeVisible()
    await look('the outline')
    await page.keyboard.press('Control+b')
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible()
    await look('the palette')
    await page.keyboard.press('Escape')
    await baton.flowMenu('Keep a version')
    await page.keyboard.type('First')
    await page.keyboard.press('Enter')
    await baton.flowMenu('Versions')
    await expect(page.getByRole('radio', { name: /First/ })).toBeVisible()
    await look('versions')
    await page.keyboard.press('Escape')
    await baton.settings.open()
    await look('settings')
  })

/** A larger one takes minutes: `BATON_AXE=1000`. */
const NODES = Number(process.env['BATON_AXE'] ?? 80)

test('axe finds nothing serious in a large drawing and its outline', async ({ baton, page }) => {
  test.setTimeout(60_000 + NODES * 500)
  const drawn = flow('Large').start('a0')
  for (let index = 0; index < NODES; index += 1) drawn.agent(`a${index}`, { name: `Agent ${index}` })
  for (let index = 1; index < NODES; index += 1)
    drawn.handoff(`a${Math.floor((index - 1) / 4)}`, `a${index}`, { condition: `When ${index}` })
  await baton.importFlow(saveFlow(drawn.build()))
  await page.keyboard.press('Control+b')
  await expect(page.getByRole('tree', { name: 'Outline' })).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
})
