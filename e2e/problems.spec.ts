/** Problems are mended where they are read, in one step each, and what was just drawn is not scolded. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import { pressBeforeLater } from './pages/held-moments'

test('problems are mended where they are read, and what was just drawn is not scolded', async ({ baton }) => {
  const { canvas, chat, inspector, page } = baton
  await test.step('declares, names, removes and connects from the list and under the field, as one step each', async () => {
    const drawn = flow('Desk')
      .start('a')
      .agent('a', { name: 'Clerk' })
      .agent('b', { name: 'clerk' })
      .handoff('a', 'b', { by: 'context', condition: '${tries} > 2' })
      .agent('c', { name: 'Alone' })
      .build()
    await baton.importFlow(saveFlow(drawn))
    await expect(baton.check).toHaveAccessibleName('Check 3 problems')
    await baton.check.click()
    const fix = (name: string) => baton.problems.getByRole('button', { name, exact: true })
    await fix('Declare tries').click()
    await fix('Call it clerk 2').click()
    await fix('Remove it').click()
    await expect(baton.check).toHaveAccessibleName('Check')
    const mended = await baton.exportFlow()
    expect(mended.settings).toEqual({ variables: { tries: {} } })
    expect(Object.values(mended.nodes).map(({ name }) => name)).toEqual(['Start', 'Clerk', 'clerk 2'])
    for (const _step of ['Remove it', 'Call it clerk 2', 'Declare tries']) await baton.undo.click()
    await expect(baton.check).toHaveAccessibleName('Check 3 problems')

    // A warning is amber and leaves its field as it is; its fix stands below.
    await canvas.edge('Hand-off from Clerk to clerk').press('Enter')
    const condition = inspector.region.locator('[data-field="condition"]')
    await expect(condition.getByRole('status')).toContainText('names the variable “tries”, which is not declared')
    await expect(inspector.text('Condition')).not.toHaveAttribute('aria-invalid', 'true')
    await condition.getByRole('button', { name: 'Declare tries' }).click()
    await expect(condition.getByRole('status')).toHaveCount(0)
    await page.keyboard.press('Control+z')
  })

  await test.step('who is given another name still answers in the rehearsal, and nothing is wrong on the way', async () => {
    await baton.toLibrary()
    const named = flow('Desk')
      .start('a')
      .agent('a', { name: 'Clerk' })
      .agent('b', { name: 'Tom' })
      .handoff('a', 'b')
      .build()
    const rehearsal = [{ when: { speaker: 'Clerk' }, text: 'At your service.' }]
    await baton.importFlow(saveFlow({ ...named, settings: { rehearsal } }))
    await canvas.select('Clerk')
    await inspector.text('Name').click()
    await page.keyboard.press('Control+a')
    // On the way it has the name of the other one.
    await page.keyboard.type('Tom Junior')
    await expect(canvas.node('Tom Junior')).toBeVisible()
    await expect(baton.check).toHaveAccessibleName('Check')
    await chat.say('Hello')
    await expect(chat.saidBy('Tom Junior')).toContainText('At your service.')
    await baton.undo.click()
    await expect(canvas.node('Clerk')).toBeVisible()
    expect((await baton.exportFlow()).settings['rehearsal']).toEqual(rehearsal)
  })

  await test.step('a new tool is asked for what it needs, and only wrong once its field was left or a message was sent', async () => {
    await baton.toLibrary()
    await baton.importFlow(saveFlow(flow('Desk').start('a').agent('a', { name: 'Clerk' }).build()))
    await canvas.select('Clerk')
    await page.keyboard.press('a')
    await page.keyboard.type('http tool')
    await page.keyboard.press('Enter')
    await expect(canvas.node('HTTP tool').getByRole('img', { name: /^Needed: .*no address/ })).toBeVisible()
    await expect(baton.check).toHaveAccessibleName('Check')
    const address = inspector.region.locator('[data-field="url"]')
    await expect(address).toContainText('Needed')
    await inspector.text('Address').click()
    await page.keyboard.press('Tab')
    await expect(address).toContainText('The tool has no address yet.')
    await expect(baton.check).toHaveAccessibleName('Check 1 problem')
    await inspector.text('Address').click()
    await page.keyboard.type('https://example.com/prices')
    await expect(baton.check).toHaveAccessibleName('Check')

    // Whoever says something wants it to run: from then on nothing is new.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    // The drawer is open still: A goes back to its search, and what is typed replaces what was.
    await expect(canvas.palette).toBeVisible()
    await canvas.select('Clerk')
    await page.keyboard.press('a')
    await expect(page.getByRole('combobox', { name: 'Search kinds' })).toBeFocused()
    await page.keyboard.type('code tool')
    await page.keyboard.press('Enter')
    await expect(canvas.node('Code tool').getByRole('img', { name: /^Needed:/ })).toBeVisible()
    await page.getByRole('textbox', { name: 'Say something' }).click()
    await page.keyboard.type('Hello')
    await page.keyboard.press('Enter')
    await expect(chat.region.getByRole('alert')).toContainText('The tool has no code yet')
    await expect(chat.region.getByText(/The flow cannot run yet/)).toHaveCount(1)
    await expect(baton.check).toHaveAccessibleName('Check 1 problem')
    await chat.region.getByRole('alert').getByRole('button', { name: 'Begin with an example' }).press('Enter')
    await expect(baton.check).toHaveAccessibleName('Check')
    await expect(chat.composer).toBeFocused()
    await baton.undo.click()
    await expect(baton.check).toHaveAccessibleName('Check 1 problem')
  })
})

test('what is sent goes by the flow as it is now, also before it was looked at again', async ({ baton, page }) => {
  const { canvas, chat, inspector } = baton
  await baton.importFlow(saveFlow(flow('Desk').start('a').agent('a', { name: 'Clerk' }).build()))
  await canvas.select('Clerk')
  const name = inspector.text('Name')
  /** Empties the name, which keeps the flow from running, and says something all the same. */
  const breakAndWrite = async (): Promise<void> => {
    await name.click()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.press('Backspace')
    await expect(baton.check).toHaveAccessibleName('Check 1 problem')
    await chat.composer.click()
    await page.keyboard.type('Hello there')
  }
  /** How often F6 leads from the name to the message. */
  const panes = async (): Promise<number> => {
    await name.click()
    for (let times = 1; times < 10; times += 1) {
      await page.keyboard.press('F6')
      if (await chat.composer.evaluate((box) => box === document.activeElement)) return times
    }
    throw new Error('F6 does not lead to the message.')
  }
  const away = Array.from({ length: await panes() }, () => 'F6')
  await test.step('a fault that is there keeps it, and is told by Enter and by Send', async () => {
    await breakAndWrite()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'The flow cannot run yet' })).toBeVisible()
    await chat.send.press('Enter')
    await expect(chat.composer).toHaveValue('Hello there')
    await expect(chat.saidBy('You')).toHaveCount(0)
  })
  await test.step('a fault that was mended in the moment before does not', async () => {
    await name.click()
    await pressBeforeLater(page, ['A', ...away, 'Enter'])
    await expect(chat.saidBy('A')).toHaveCount(1)
    await expect(chat.composer).toHaveValue('')
  })
})
