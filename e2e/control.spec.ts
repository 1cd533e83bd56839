/** A condition that is put in with the palette, written, joined and talked to: which branch was taken is seen in chat and trace. */
import { expect, MODEL_KEY, test } from './fixtures/app'

test('draws a condition by hand, talks, and sees which branch was taken', async ({ baton, models }) => {
  test.setTimeout(120_000)
  const { canvas, chat, inspector, page } = baton
  await baton.newFlow('Branches')
  await baton.settings.haveConnection({
    name: 'default',
    baseUrl: models.baseUrl,
    key: MODEL_KEY,
    model: 'test-model',
  })
  const type = async (label: string, text: string): Promise<void> => {
    await inspector.text(label).click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type(text)
  }

  await test.step('draws the nodes', async () => {
    await canvas.clear()
    await canvas.openPalette()
    await canvas.dragIn('Start', { x: 60, y: 300 })
    await canvas.dragIn('Set variables', { x: 230, y: 160 })
    await inspector.region.getByRole('button', { name: 'Add a variable' }).click()
    await inspector.region.getByRole('combobox', { name: 'Variable 1' }).click()
    await page.keyboard.type('visits')
    await type('Value 1', '${visits} + 1')
    await inspector.close()
    await canvas.dragIn('Condition', { x: 250, y: 400 })
    await type('Name', 'How often')
    await inspector.region.getByRole('button', { name: 'Add a branch' }).click()
    await inspector.text('Name of branch 1').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('regular')
    await page.keyboard.press('Enter')
    await type('When 1', '${visits} > ')
    await expect(inspector.region.getByText(/At character 13: /)).toBeVisible()
    await inspector.text('When 1').press('End')
    await page.keyboard.type('1')
    await expect(inspector.region.getByText(/At character/)).toHaveCount(0)
    await inspector.close()
    await canvas.dragIn('Agent', { x: 640, y: 200 })
    await type('Name', 'Friend')
    await inspector.close()
    await canvas.dragIn('Agent', { x: 640, y: 460 })
    await type('Name', 'Host')
    await inspector.close()
  })

  await test.step('declares the variable where a problem says so', async () => {
    await baton.flowMenu('Flow settings')
    await page
      .getByRole('button', { name: /^Declare/ })
      .first()
      .click()
    const row = page.getByRole('group', { name: 'Variables' })
    await expect(row.getByLabel('Name of visits')).toBeVisible()
    await inspector.choose('Type of visits', 'Number')
    await row.getByLabel('Default of visits').click()
    await page.keyboard.type('0')
    await inspector.close()
  })

  await test.step('joins the branches', async () => {
    await canvas.wire({ node: 'Start', port: 'First' }, { node: 'Set variables', port: 'In' })
    await canvas.wire({ node: 'Set variables', port: 'Then' }, { node: 'How often', port: 'In' })
    await canvas.wire({ node: 'How often', port: 'regular' }, { node: 'Friend', port: 'In' })
    await canvas.wire({ node: 'How often', port: 'else' }, { node: 'Host', port: 'In' })
    await canvas.select('How often')
    await expect(inspector.region.getByText('False with the default values.')).toBeVisible()
    await expect(baton.check).toHaveAccessibleName('Check')
  })

  await test.step('a branch that is renamed keeps its edge, in one step', async () => {
    const port = async (): Promise<unknown> =>
      Object.values((await baton.exportFlow()).edges).map(({ from }) => from.port)
    await inspector.text('Name of branch 1').click()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('known')
    await page.keyboard.press('Enter')
    expect(await port()).toContain('known')
    await expect(canvas.port({ node: 'How often', port: 'known' })).toBeVisible()
    await inspector.close()
    await page.keyboard.press('Control+z')
    expect(await port()).toContain('regular')
    await expect(canvas.port({ node: 'How often', port: 'regular' })).toBeVisible()
  })

  await test.step('talks', async () => {
    models.reply({ text: 'Welcome, stranger.' })
    await chat.say('hello')
    await expect
      .poll(chat.lines)
      .toEqual(['You: hello', '-- Set variables → How often → Host, branch: else', 'Host: Welcome, stranger.'])
    await expect(canvas.holder).toHaveText('Host')
  })

  await test.step('reads in the trace which branch was taken, and why', async () => {
    await page.getByRole('tab', { name: 'Variables' }).click()
    await page.getByRole('tab', { name: 'Trace' }).click()
    await expect(baton.trace.row('condition')).toContainText('candidates regular, else → else · rule: no branch holds')
  })
})
