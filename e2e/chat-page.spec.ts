/** The chat page of `baton serve`, opened by hand, by keyboard, and embedded in another site; a site that is not on the list does not get it. */
import { expect, test } from '@playwright/test'
import { flow } from '../src-shared/testing/flow-builder'
import { startModelServer, type ModelServer } from '../src-main/testing/model-server'
import { webOnly } from './fixtures/app'
import { PAGE_KEY, servePage, startSite } from './fixtures/served-page'
import { expectForEverybody } from './pages/axe'

const FORM = {
  type: 'object',
  properties: { amount: { type: 'number', description: 'In euros' }, way: { type: 'string', enum: ['card', 'cash'] } },
  required: ['amount'],
}

const desk = () =>
  flow('Refund desk')
    .settings({ starters: ['I was charged twice'] })
    .start('q')
    .node('approval', 'q', { name: 'Check', message: 'How much is it?', form: FORM, timeout: 3600 })
    .agent('a', { name: 'Clerk', prompt: 'CLERK' })
    .edge('next', { from: 'q', to: 'a', port: 'approved' })
    .build()

let models: ModelServer
let site: Awaited<ReturnType<typeof startSite>>
let stranger: Awaited<ReturnType<typeof startSite>>
let served: Awaited<ReturnType<typeof servePage>>

test.beforeAll(async () => {
  models = await startModelServer()
  site = await startSite()
  stranger = await startSite()
  served = await servePage(desk(), ['--base-url', models.baseUrl, '--model', 'm', '--embed-on', site.address])
})
test.afterAll(async () => {
  await served.close()
  site.close()
  stranger.close()
  await models.close()
})

test(
  'a colleague opens the link: starters, a form and the answer by keyboard, kept over a reload',
  webOnly('the page belongs to the command line'),
  async ({ page }) => {
    await test.step('a link with another key opens nothing', async () => {
      await page.goto(`${served.address}/chat#not-the-key`)
      await expect(page.getByRole('status')).toHaveText(/This link is not valid any more/)
    })
    await page.goto('about:blank')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    await page.goto(`${served.address}/chat#${PAGE_KEY}`)
    await expect(page.getByRole('heading', { name: 'Refund desk' })).toBeVisible()
    const starter = page.getByRole('button', { name: 'I was charged twice' })
    await expect(starter).toBeVisible()
    await starter.press('Enter')
    const amount = page.getByRole('spinbutton', { name: 'amount' })
    await expect(amount).toBeFocused()
    await expect(page.getByRole('group', { name: 'Your decision is needed' })).toContainText('How much is it?')
    await expect(page.getByText(/^Without an answer it goes on at /)).toBeVisible()
    // Nobody has chosen yet.
    await expect(page.getByRole('combobox', { name: 'way' })).toHaveValue('')
    await expectForEverybody(page, 'the page with a form')
    models.reply({ pieces: ['You get ', 'it <b>back</b>.'], text: 'You get it <b>back</b>.' })
    await page.keyboard.type('12')
    await page.keyboard.press('Enter')
    const log = page.getByRole('log')
    await expect(log).toContainText('Answer: You get it <b>back</b>.')
    await expect(page.getByRole('textbox', { name: 'Your message' })).toBeFocused()

    await page.reload()
    await expect(log).toContainText('You: I was charged twice')
    await expect(log).toContainText('You get it <b>back</b>.')
    await page.getByRole('button', { name: 'New conversation' }).press('Enter')
    await expect(starter).toBeVisible()
    await expect(log).toBeEmpty()

    await starter.press('Enter')
    await expect(amount).toBeFocused()
    models.reply({ pieces: ['It ', 'takes long.'], text: 'It takes long.', hangAfter: 1 })
    await page.keyboard.type('7')
    await page.keyboard.press('Enter')
    await expect(log).toContainText('Answer: It')
    const stop = page.getByRole('button', { name: 'Stop' })
    await stop.press('Enter')
    await expect(page.getByRole('status')).toHaveText('Stopped.')
    await expect(stop).toBeHidden()
    await expect(page.getByRole('textbox', { name: 'Your message' })).toBeFocused()
    await expect(log).toContainText('You: I was charged twice')
    expect([...new Set(asked)]).toEqual([served.address])
  },
)

test(
  'one script tag puts it into a site that is named; another site gets neither the page nor its answers',
  webOnly('the page belongs to the command line'),
  async ({ page }) => {
    const tag = `<script src="${served.address}/chat/embed.js" data-key="${PAGE_KEY}" data-title="Ask us"></script>`
    const button = page.getByRole('button', { name: 'Ask us' })
    const frame = page.frameLocator('iframe[title="Ask us"]')
    const words = frame.getByRole('textbox', { name: 'Your message' })
    site.show(tag)
    await page.goto(site.address)
    await button.press('Enter')
    await expect(button).toHaveAttribute('aria-expanded', 'true')
    await words.click()
    await page.keyboard.type('Hello')
    await page.keyboard.press('Enter')
    await expect(frame.getByRole('log')).toContainText('You: Hello')
    await expect(frame.getByText('How much is it?')).toBeVisible()
    await expect(frame.getByRole('spinbutton', { name: 'amount' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(button).toHaveAttribute('aria-expanded', 'false')
    await expect(button).toBeFocused()
    await expect(frame.getByText('How much is it?')).toBeHidden()
    await page.keyboard.press('Enter')
    await expect(frame.getByText('How much is it?')).toBeVisible()
    await expect(page.getByTitle('Ask us')).toBeFocused()

    stranger.show(tag)
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'))
    const mended = page.waitForEvent('console', (message) => message.text().includes(`--embed-on ${stranger.address}.`))
    await page.goto(stranger.address)
    await button.press('Enter')
    await Promise.all([refused, mended])
    await expect(page.getByRole('status')).toHaveText(/^The chat is not set up for this site yet/)
    await expectForEverybody(page, 'a site that is not named')
    await expect(words).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('status')).toBeHidden()
    await expect(button).toBeFocused()
    const answer = await page.evaluate(
      async ([address, key]) => {
        try {
          const headers = { authorization: `Bearer ${key}`, 'x-baton-visitor': 'a'.repeat(64) }
          const { status } = await fetch(`${address}/chat/api/-`, { headers })
          return String(status)
        } catch {
          return 'nothing'
        }
      },
      [served.address, PAGE_KEY],
    )
    expect(answer).toBe('nothing')
  },
)

test(
  'offline, a colleague reads that sending it again does not help, and nothing sends it again by itself',
  webOnly('the page belongs to the command line'),
  async ({ page }) => {
    const offline = await servePage(desk(), [
      '--offline',
      '--base-url',
      'https://models.example.com/v1',
      '--model',
      'm',
    ])
    try {
      const asked: string[] = []
      page.on('request', (request) => void asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
      await page.goto(`${offline.address}/chat#${PAGE_KEY}`)
      await page.getByRole('button', { name: 'I was charged twice' }).press('Enter')
      await page.getByRole('spinbutton', { name: 'amount' }).click()
      await page.keyboard.type('12')
      await page.keyboard.press('Enter')
      const status = page.getByRole('status')
      await expect(status).toHaveText(/^This cannot be answered now, and sending it again does not help\./)
      const words = page.getByRole('textbox', { name: 'Your message' })
      await expect(words).toBeFocused()
      await page.keyboard.type('Hello?')
      await page.keyboard.press('Enter')
      await expect(status).toHaveText(/^This cannot be answered now/)
      await expect(words).toHaveValue('Hello?')
      // All that it would do by itself it does once its timers run.
      await page.clock.install()
      await page.reload()
      await expect(status).toHaveText(/^This cannot be answered now/)
      await expect(page.getByRole('log')).toContainText('You: I was charged twice')
      const before = [...asked]
      await page.clock.runFor('10:00')
      expect(asked).toEqual(before)
      expect(asked.filter((one) => one.startsWith('POST'))).toEqual([
        'POST /chat/api/-/say',
        'POST /chat/api/-/answer',
        'POST /chat/api/-/say',
      ])
    } finally {
      await offline.close()
    }
  },
)

for (const [locale, sentence] of [
  ['zh-CN', /^暂时无法连接聊天/],
  ['ru-RU', /^Чат сейчас недоступен/],
] as const)
  test.describe(locale, () => {
    test.use({ locale })
    test(
      'a visitor reads that the chat cannot be reached, and has it once its server is back',
      webOnly('the page belongs to the command line'),
      async ({ page }) => {
        const args = ['--base-url', models.baseUrl, '--model', 'm', '--embed-on', site.address]
        const first = await servePage(desk(), args)
        const button = page.getByRole('button', { name: 'Ask us' })
        site.show(`<script src="${first.address}/chat/embed.js" data-key="${PAGE_KEY}" data-title="Ask us"></script>`)
        await page.goto(site.address)
        await expect(button).toBeVisible()
        await first.close()
        const told = page.waitForEvent('console', (message) => message.text().includes('cannot be reached from'))
        await button.press('Enter')
        await told
        await expect(page.getByRole('status')).toHaveText(sentence)
        await expect(button).toBeFocused()
        await page.keyboard.press('Enter')
        await expect(page.getByRole('status')).toBeHidden()

        const again = await servePage(desk(), [...args, '--port', new URL(first.address).port])
        try {
          await page.keyboard.press('Enter')
          const frame = page.frameLocator('iframe[title="Ask us"]')
          await frame.getByRole('button', { name: locale === 'zh-CN' ? '发送' : 'Отправить' }).waitFor()
          await expect(page.getByRole('status')).toHaveCount(0)
          await expect(page.getByTitle('Ask us')).toBeFocused()
        } finally {
          await again.close()
        }
      },
    )
  })
