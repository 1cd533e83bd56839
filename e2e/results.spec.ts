/** What tools give: a long text is shown whole on request, images are thumbnails, other files are saved. */
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { startLoopback } from '../src-main/tools/net/testing/loopback'
import { expect, MODEL_KEY, test as base } from './fixtures/app'

const test = base.extend<{ shop: Awaited<ReturnType<typeof startLoopback>> }>({
  shop: async ({}, use) => {
    const shop = await startLoopback()
    await use(shop)
    await shop.close()
  },
})

const ROWS = Array.from({ length: 40_000 }, (_, index) => ({ id: index + 1, name: `Cake ${index + 1}` }))
/** A picture of one colour. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const ends = Buffer.alloc(8)
    ends.writeUInt32BE(data.length)
    ends.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set([8, 0], 8)
  const rows = Buffer.alloc((width + 1) * height, 160)
  for (let row = 0; row < height; row += 1) rows[row * (width + 1)] = 0
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), ...parts])
}

function drawing(base: string): string {
  return saveFlow(
    flow('Shop')
      .start('a')
      .agent('a', { name: 'Clerk', prompt: 'You are A.' })
      .httpTool('list', { name: 'Cakes', toolName: 'list_cakes', url: `${base}/list` })
      .httpTool('picture', { name: 'Picture', toolName: 'draw_cake', url: `${base}/picture` })
      .httpTool('paper', { name: 'Paper', toolName: 'print_bill', url: `${base}/paper` })
      .use('a', 'list')
      .use('a', 'picture')
      .use('a', 'paper')
      .build(),
  )
}

test('a result of a megabyte, an image and a file: seen, unfolded, shown whole, saved', async ({
  baton,
  models,
  page,
  shop,
}) => {
  const { chat, consent } = baton
  const json = JSON.stringify(ROWS)
  const bill = new Uint8Array([0x25, 0x50, 0x44, 0x46, 0, 255, 1])
  shop.answers['/list'] = { headers: { 'content-type': 'application/json' }, body: json }
  shop.answers['/picture'] = { headers: { 'content-type': 'image/png' }, body: png(300, 200) }
  shop.answers['/paper'] = { headers: { 'content-type': 'application/pdf' }, body: bill }
  await baton.importFlow(drawing(shop.base))
  await baton.settings.haveConnection({
    name: 'default',
    baseUrl: models.baseUrl,
    key: MODEL_KEY,
    model: 'test-model',
  })
  models.reply(
    { calls: ['list_cakes', 'draw_cake', 'print_bill'].map((name) => ({ name, arguments: {} })) },
    { text: 'All there.' },
  )
  await chat.say('What cakes are there?')
  await consent.allow()
  await expect(chat.saidBy('Clerk')).toContainText('All there.')

  await chat.tool('list_cakes').click()
  await expect(chat.log).toContainText('[cut, so this is no valid JSON: the first')
  await chat.log.getByRole('button', { name: /^Show whole result/ }).click()
  const whole = page.getByRole('dialog', { name: 'Result of list_cakes' })
  await expect(whole.getByRole('region', { name: 'Whole result' })).toContainText('"name": "Cake 1"')
  await whole.getByRole('region', { name: 'Whole result' }).press('End')
  await expect(whole.getByRole('region', { name: 'Whole result' })).toContainText('"name": "Cake 40000"')
  const saving = page.waitForEvent('download')
  await whole.getByRole('button', { name: 'Save' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('list_cakes result.json')
  expect(readFileSync(await saved.path(), 'utf8') === json).toBe(true)
  await whole.getByRole('button', { name: 'Close' }).click()

  const thumbnail = chat.log.getByRole('button', { name: 'Image from draw_cake: show large' })
  await expect.poll(() => thumbnail.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(300)
  await thumbnail.click()
  await expect(page.getByRole('dialog', { name: 'Image from draw_cake' }).locator('img')).toBeVisible()
  await page.keyboard.press('Escape')

  const savingBill = page.waitForEvent('download')
  await chat.log.getByRole('button', { name: 'Save print_bill result.pdf' }).click()
  expect(new Uint8Array(readFileSync(await (await savingBill).path()))).toEqual(bill)
})
