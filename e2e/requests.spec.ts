/** What a person finds out about a model call and its tools: what was shown and why, what came back, whole results, images and files. */
import { expect, MODEL_KEY, test as base, wholeRun } from './fixtures/app'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { readFileSync } from 'node:fs'
import { crc32, deflateSync } from 'node:zlib'
import { startLoopback } from '../src-main/tools/net/testing/loopback'

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

test(
  'looks up what a model was shown, and sees, unfolds and saves what tools gave',
  wholeRun(),
  async ({ baton, models, page, shop }) => {
    test.setTimeout(240_000)
    await test.step('looks up what a model was shown, compares two calls, and copies the request', async () => {
      const { chat, trace } = baton
      const drawn = flow('Desk')
        .start('a')
        .agent('a', { name: 'Desk', prompt: 'You take orders.\nBe kind.' })
        .node('builtin-tool', 'c', { name: 'Clock' })
        .use('a', 'c')
      await baton.importFlow(saveFlow(drawn.build()))
      await baton.settings.haveConnection({
        name: 'default',
        baseUrl: models.baseUrl,
        key: MODEL_KEY,
        model: 'test-model',
      })
      models.reply({ text: 'Which cake?' }, { status: 500, body: { error: { message: 'Out of memory' } } })
      models.reply({ text: 'Done, a lemon tart.\n\n```\nlemon 1\n```' })
      await chat.say('I want to order a cake')
      await expect(chat.saidBy('Desk')).toContainText('Which cake?')
      await chat.say('A lemon tart')
      await expect(chat.saidBy('Desk').last()).toContainText('Done, a lemon tart.')

      const last = chat.saidBy('Desk').last()
      await last.hover()
      await last.getByRole('button', { name: 'Copy the message' }).click()
      await expect.poll(baton.clipboardText).toBe('Done, a lemon tart.\n\n```\nlemon 1\n```')
      await last.getByRole('button', { name: 'Copy the code' }).click()
      await expect.poll(baton.clipboardText).toBe('lemon 1')
      await last.getByRole('button', { name: 'What it was shown' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog', { name: 'What Desk was shown' })).toContainText('You take orders.')
      await page.keyboard.press('Escape')

      await trace.open()
      await trace.row('Done, a lemon tart.').click()
      await trace.details.getByRole('button', { name: 'What it was shown' }).focus()
      await page.keyboard.press('Enter')
      const view = page.getByRole('dialog', { name: 'What Desk was shown' })
      const messages = view.getByRole('region', { name: 'Messages' }).getByRole('listitem')
      await expect(messages).toHaveCount(4)
      await expect(trace.details).toContainText(/Connection\s*default/)
      await expect(trace.details).toContainText(/Model\s*test-model/)
      // The trace counts what was sent, as the dialog shows it.
      await expect(trace.details).toContainText(/Messages shown\s*4/)
      await expect(messages.first()).toContainText('You take orders.')
      await expect(messages.first()).toContainText('Instructions')
      await expect(messages.nth(2)).toContainText('Which cake?')
      await expect(messages.nth(3)).toContainText('From the conversation')
      const beside = view.getByRole('region', { name: 'Answer, tools and parameters' })
      await expect(beside).toContainText('What came back: answered')
      await expect(beside).toContainText('Tools on offer: 1')
      await expect(beside).toContainText('stream_options')
      await view.getByText('Request 1: Failed (500)').click()
      await expect(beside).toContainText('Out of memory')
      await view.getByText('Request 2: Answered').click()

      await view.getByRole('button', { name: 'Copy as cURL' }).click()
      await expect(page.getByText('as a cURL command without the key')).toBeVisible()
      const curl = await baton.clipboardText()
      expect(curl).toContain(`curl '${models.baseUrl}/chat/completions'`)
      expect(curl).not.toContain(MODEL_KEY)

      await view.getByRole('combobox', { name: 'Compare with another call' }).click()
      await page.getByRole('option', { name: /^Turn 1: Desk/ }).click()
      const difference = view.getByRole('region', { name: 'Difference of the messages' })
      await expect(difference).toContainText('2 messages are the same')
      await expect(difference.locator('[data-change="added"]')).toHaveCount(2)
      await page.keyboard.press('Escape')
      await page.reload()
      await trace.row('Done, a lemon tart.').click()
      await trace.details.getByRole('button', { name: 'What it was shown' }).click()
      await expect(messages).toHaveCount(4)
      await page.keyboard.press('Escape')
      await expect(view).toBeHidden()
    })

    await test.step('a result of a megabyte, an image and a file: seen, unfolded, shown whole, saved', async () => {
      await baton.toLibrary()
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
      await expect
        .poll(() => thumbnail.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBe(300)
      await thumbnail.click()
      await expect(page.getByRole('dialog', { name: 'Image from draw_cake' }).locator('img')).toBeVisible()
      await page.keyboard.press('Escape')

      const savingBill = page.waitForEvent('download')
      await chat.log.getByRole('button', { name: 'Save print_bill result.pdf' }).click()
      expect(new Uint8Array(readFileSync(await (await savingBill).path()))).toEqual(bill)
    })
  },
)
