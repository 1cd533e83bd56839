/** Names complete wherever they are written: in conditions, messages, requests and values, with what they hold now. */
import type { Locator } from '@playwright/test'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'

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

test('names complete with what they hold, words of conditions with what they do, and a mistake is underlined', async ({
  baton,
  page,
}) => {
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
  expect(nodes['h']?.data).toMatchObject({ url: 'https://shop.example/{cake}', headers: { 'x-key': 'Key {SHOP_KEY}' } })
  expect(edges['e2']?.data).toMatchObject({ condition: 'wants bread in {city}', message: 'Tried {tries}' })
})
