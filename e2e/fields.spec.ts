/** Writing in the inspector: names complete wherever they are written, tables stand in the place of JSON, code says where it is broken. */
import type { Locator } from '@playwright/test'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test, wholeRun } from './fixtures/app'

const drawn = flow('Shop')
  .variable('tries', { type: 'number', default: 2, description: 'How often it was tried' })
  .variable('city', { type: 'string', default: 'Rome' })
  .start('ways')
  .node('condition', 'ways', { name: 'Ways', branches: [{ name: 'many', when: '' }] })
  .agent('a', { name: 'Clerk' })
  .agent('b', { name: 'Baker' })
  .node('set-variables', 's', { name: 'Count', set: [{ name: 'tries', value: '' }] })
  .httpTool('h', {
    name: 'Prices',
    toolName: 'prices',
    url: '',
    headers: { 'x-key': '' },
    secrets: ['SHOP_KEY'],
    parameters: { type: 'object', properties: { cake: { type: 'string', description: 'Which cake' } } },
  })
  .handoff('a', 'b', { condition: 'wants bread' })
  .use('a', 'h')
  .build()

test(
  'names complete, tables stand in the place of JSON, and mistakes are said where they are',
  wholeRun(),
  async ({ baton, page }) => {
    test.setTimeout(240_000)
    await test.step('names complete with what they hold, words of conditions with what they do, and a mistake is underlined', async () => {
      const { canvas, inspector } = baton
      await baton.importFlow(saveFlow(drawn))
      const list = page.getByRole('listbox', { name: 'Variables and words' })
      const chosen = list.getByRole('option', { selected: true })
      const writeIn = async (box: Locator, text: string): Promise<void> => {
        await box.click()
        await page.keyboard.press('End')
        await page.keyboard.type(text)
      }

      await test.step('a condition', async () => {
        await canvas.select('Ways')
        const when = inspector.text('When 1')
        await writeIn(when, 'tr')
        await expect(chosen).toHaveText('${tries}number · 2How often it was tried')
        await page.keyboard.press('Enter')
        await expect(when).toHaveValue('${tries}')
        await page.keyboard.type(' > 1 an')
        await expect(chosen).toHaveText('andoperatorTrue when both sides are.')
        await page.keyboard.press('Tab')
        await page.keyboard.type(' {c')
        await page.keyboard.press('Enter')
        await expect(when).toHaveValue('${tries} > 1 and ${city}')
        await page.keyboard.press('Control+Space')
        await expect(list.getByRole('option', { name: '== operator' })).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(list).toBeHidden()
        await expect(when).toBeFocused()
        // Within a text in quotes nothing is offered; what is missing is underlined where it is.
        await page.keyboard.type(' == "tr')
        await expect(list).toBeHidden()
        await expect(inspector.region.locator('[data-part="underline"]')).toBeVisible()
        await page.keyboard.type('"')
        await expect(inspector.region.locator('[data-part="underline"]')).toHaveCount(0)
        await expect(when).toHaveValue('${tries} > 1 and ${city} == "tr"')
        // An old spelling is read too, and is the one spelling once the field is left.
        await page.keyboard.type(' or tries > 2')
        await page.keyboard.press('Tab')
        await expect(when).toHaveValue('${tries} > 1 and ${city} == "tr" or ${tries} > 2')
      })

      await test.step('the words of a hand-off, and its message', async () => {
        await inspector.close()
        await canvas.label('wants bread').click()
        await writeIn(inspector.text('Condition'), ' in {ci')
        await page.keyboard.press('Enter')
        await expect(inspector.text('Condition')).toHaveValue('wants bread in {city}')
        await writeIn(inspector.text('Message to the next one'), 'Tried {')
        await list.getByRole('option').filter({ hasText: '{tries}' }).click()
        await expect(inspector.text('Message to the next one')).toHaveValue('Tried {tries}')
      })

      await test.step('what a variable gets: the dollar sign decides', async () => {
        await inspector.close()
        await canvas.select('Count')
        await writeIn(inspector.text('Value 1'), '${tr')
        await page.keyboard.press('Enter')
        await page.keyboard.type(' + 1')
        await expect(inspector.text('Value 1')).toHaveValue('${tries} + 1')
      })

      await test.step('a request: arguments and secrets', async () => {
        await inspector.close()
        await canvas.select('Prices')
        await writeIn(inspector.text('Address'), 'https://shop.example/{')
        await expect(chosen).toHaveText('{cake}argument · stringWhich cake')
        await page.keyboard.press('Enter')
        await expect(inspector.text('Address')).toHaveValue('https://shop.example/{cake}')
        await writeIn(inspector.text('Headers value 1'), 'Key {sh')
        await expect(chosen).toContainText('secret')
        await page.keyboard.press('Enter')
        await expect(inspector.text('Headers value 1')).toHaveValue('Key {SHOP_KEY}')
      })

      const { nodes, edges } = await baton.exportFlow()
      expect(nodes['ways']?.data['branches']).toEqual([
        { name: 'many', when: '${tries} > 1 and ${city} == "tr" or ${tries} > 2' },
      ])
      expect(nodes['s']?.data['set']).toEqual([{ name: 'tries', value: '${tries} + 1' }])
      expect(nodes['h']?.data).toMatchObject({
        url: 'https://shop.example/{cake}',
        headers: { 'x-key': 'Key {SHOP_KEY}' },
      })
      expect(edges['e2']?.data).toMatchObject({ condition: 'wants bread in {city}', message: 'Tried {tries}' })
    })

    await test.step('tables in the place of JSON, and code that says where it is broken', async () => {
      await baton.toLibrary()
      const { canvas, inspector, page } = baton
      await test.step('says in rows what an observer collects, row by row or from an example, and keeps what no row shows', async () => {
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

      await test.step('code that cannot be read is a problem with its line, until it can be', async () => {
        await baton.toLibrary()
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
    })
  },
)
