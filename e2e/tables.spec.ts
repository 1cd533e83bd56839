/** Tables in the place of JSON, kinds of observers as cards, and code that says where it is broken. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'

test('says in rows what an observer collects, row by row or from an example, and keeps what no row shows', async ({
  baton,
}) => {
  const { canvas, inspector, page } = baton
  const drawn = flow('Desk').start('a').agent('a').observer('o', { name: 'Watcher' }).observe('a', 'o')
  await baton.importFlow(saveFlow(drawn.build()))
  const slots = async (): Promise<unknown> => (await baton.exportFlow()).nodes['o']?.data['slots']
  await canvas.select('Watcher')
  const table = inspector.region.getByRole('group', { name: 'Slots to collect' })
  await expect(table).toBeHidden()
  await inspector.region.getByRole('radio', { name: 'Collect', exact: true }).click()
  await expect(inspector.region.locator('[data-field="slots"]')).toContainText('Nothing to collect yet')
  await expect(inspector.region.locator('[data-field="outcomes"]')).toHaveCount(0)

  await inspector.region.getByRole('button', { name: 'Add a row' }).click()
  await page.keyboard.type('cake')
  await page.keyboard.press('Tab')
  await table.getByRole('textbox', { name: 'What cake is' }).click()
  await page.keyboard.type('Which one')
  await table.getByRole('textbox', { name: 'Allowed values of cake' }).click()
  await page.keyboard.type('apple, nut')
  expect(await slots()).toEqual({
    type: 'object',
    properties: { cake: { type: 'string', description: 'Which one', enum: ['apple', 'nut'] } },
    required: ['cake'],
  })
  await expect(baton.check).toHaveAccessibleName('Check')

  await inspector.region.getByRole('button', { name: 'From an example' }).click()
  await page.keyboard.type('{"date": "1 May", "guests": 12, "rooms": ["blue"]}')
  await page.getByRole('button', { name: 'Make rows' }).click()
  await expect(table.getByRole('group', { name: /^Row/ })).toHaveCount(3)
  await table.getByRole('switch', { name: 'guests is required' }).press('Space')
  const rooms = { type: 'array', items: { type: 'string' } }
  expect(await slots()).toEqual({
    type: 'object',
    properties: { date: { type: 'string' }, guests: { type: 'integer' }, rooms },
    required: ['date', 'rooms'],
  })

  // As JSON it may say what no row can; the table says so and loses nothing. A type that is none is told.
  await inspector.region.getByRole('radio', { name: 'Table' }).press('ArrowRight')
  const text = inspector.region.getByRole('textbox', { name: 'Slots to collect' })
  await text.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText('{"type": "object", "properties": {"a": true, "b": {"type": "numbr"}}}')
  await expect(inspector.region).toContainText('says more than a table can show')
  await expect(inspector.region.locator('[data-field="slots"]')).toContainText('type must be one of')
  expect(await slots()).toEqual({ type: 'object', properties: { a: true, b: { type: 'numbr' } } })
})

test('code that cannot be read is a problem with its line, until it can be', async ({ baton }) => {
  const { canvas, inspector, page } = baton
  const drawn = flow('Desk').start('a').agent('a').node('code-tool', 't', { name: 'Sum' }).use('a', 't')
  await baton.importFlow(saveFlow(drawn.build()))
  await canvas.select('Sum')
  await inspector.region.getByRole('textbox', { name: 'Code', exact: true }).click()
  await page.keyboard.type('export function run(args: { a: number }) {')
  await page.keyboard.press('Enter')
  await page.keyboard.type('return args.a +')
  await page.keyboard.press('Enter')
  await page.keyboard.type('}')
  const field = inspector.region.locator('[data-field="code"]')
  await expect(field).toContainText('Line 3 of the code cannot be read')
  await expect(baton.check).toHaveAccessibleName('Check 1 problem')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  await page.keyboard.type(' 1')
  await expect(field).not.toContainText('cannot be read')
  await expect(baton.check).toHaveAccessibleName('Check')
})
