/** What a flow says on the chat page of `baton serve`: Markdown as in the app, and hostile words that do nothing. */
import { expect, test, type Page } from '@playwright/test'
import { flow } from '../src-shared/testing/flow-builder'
import { startModelServer, type ModelServer } from '../src-main/testing/model-server'
import { webOnly } from './fixtures/app'
import { PAGE_KEY, servePage } from './fixtures/served-page'
import { expectForEverybody } from './pages/axe'

const HELP = `## Your refund

You get **19.00 €** back, see [the terms](https://shop.example/terms "Terms") or ask help@shop.example.

1. Choose *Orders*
2. Press \`Refund\`
   - [x] paid
   - [ ] refunded

> It takes three days.

| Order | Amount | A column that says what this order is about, so that the table is wider than a phone |
|:------|-------:|------|
| A-1 | 19.00 | Green_tea_from_the_first_harvest_of_this_year |

\`\`\`sh
curl --header "Accept: application/json" --request POST https://shop.example/api/orders/A-1/refund?reason=twice
\`\`\`

![A parcel](https://pictures.example/parcel.png)`

const HOSTILE = `<script>window.caught = 'script'</script><img src=x onerror="window.caught = 'img'">

[one](javascript:window.caught='link') [two](JaVaScRiPt:window.caught='case') [three](data:text/html,<script>parent.caught=1</script>)
<javascript:window.caught='auto'> [four][four] [five](//evil.example/x) [six](/chat/api/-)

![seven](https://evil.example/pixel.png) ![eight](javascript:window.caught='picture') ![nine](data:image/svg+xml,<svg/onload=alert(1)>)

[four]: javascript:window.caught='named'

<iframe srcdoc="<script>parent.caught = 'frame'</script>"></iframe><style>body{display:none}</style>
<a href="https://evil.example" onclick="window.caught = 'click'">ten</a>

${'> '.repeat(3000)}deep in quotations

${'- '.repeat(3000)}deep in lists

${'*a '.repeat(1500)}${'a* '.repeat(1500)}

`

let models: ModelServer
let served: Awaited<ReturnType<typeof servePage>>

test.beforeAll(async () => {
  models = await startModelServer()
  const clerk = flow('Refund desk').start('a').agent('a', { name: 'Clerk', prompt: 'CLERK' }).build()
  served = await servePage(clerk, ['--base-url', models.baseUrl, '--model', 'm'])
})
test.afterAll(async () => {
  await served.close()
  await models.close()
})

async function say(page: Page, words: string) {
  await page.getByRole('textbox', { name: 'Your message' }).click()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
}

const piecesOf = (text: string, length: number) =>
  Array.from({ length: Math.ceil(text.length / length) }, (_none, at) => text.slice(at * length, (at + 1) * length))

test(
  'an answer is shown as Markdown while it comes and after a reload; its links open elsewhere, and no picture is fetched',
  webOnly('the page belongs to the command line'),
  async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.setViewportSize({ width: 360, height: 700 })
    await page.goto(`${served.address}/chat#${PAGE_KEY}`)
    await expect(page.getByRole('heading', { name: 'Refund desk' })).toBeVisible()
    // Nobody has talked yet.
    expect(asked.filter((url) => url.includes('markdown'))).toEqual([])
    models.reply({ pieces: piecesOf(HELP, 7), text: HELP, hangAfter: 30 })
    await say(page, 'Where is my money?')
    const log = page.getByRole('log')
    await expect(log.getByRole('heading', { name: 'Your refund' })).toBeVisible()
    await expect(log.getByRole('link', { name: 'the terms' })).toBeVisible()
    await page.getByRole('button', { name: 'Stop' }).press('Enter')
    await expect(page.getByRole('status')).toHaveText('Stopped.')

    models.reply({ pieces: piecesOf(HELP, 7), text: HELP })
    await say(page, 'And now?')
    const code = log.locator('pre')
    await expect(code).toHaveText(/^curl --header .*reason=twice\s*$/)
    await expect(page.getByRole('textbox', { name: 'Your message' })).toBeFocused()
    for (const name of ['the terms', 'help@shop.example', 'A parcel']) {
      const link = log.getByRole('link', { name }).last()
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('rel', 'noopener noreferrer nofollow')
    }
    await expect(log.locator('strong').last()).toHaveText('19.00 €')
    await expect(log.getByRole('listitem').filter({ hasText: 'Press' }).last()).toContainText('☑ paid')
    await expect(log.getByRole('columnheader').nth(1)).toHaveCSS('text-align', 'right')
    await expect(log.getByText('**')).toHaveCount(0)
    // What is wider than the page moves by itself, also by keys; the page does not.
    for (const wide of [code, log.locator('div', { has: page.getByRole('table') }).last()]) {
      await expect(wide).toHaveAttribute('tabindex', '0')
      expect(await wide.evaluate((one) => one.scrollWidth > one.clientWidth)).toBe(true)
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    await expectForEverybody(page, 'an answer in Markdown')
    const shown = await log.getByRole('heading', { name: 'Your refund' }).last().locator('..').innerHTML()
    await page.reload()
    await expect(code).toBeVisible()
    expect(await log.getByRole('heading', { name: 'Your refund' }).last().locator('..').innerHTML()).toBe(shown)
    expect([...new Set(asked.map((url) => new URL(url).origin))]).toEqual([served.address])
  },
)

test(
  'a hostile answer of a megabyte runs nothing, fetches nothing and leads nowhere, and the page goes on',
  webOnly('the page belongs to the command line'),
  async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).origin))
    const problems: string[] = []
    page.on('pageerror', ({ message }) => problems.push(message))
    await page.goto(`${served.address}/chat#${PAGE_KEY}`)
    const end = 'the last words of it'
    const text = `${HOSTILE}${'- a *b* [c](https://a.example) <b>\n'.repeat(30_000)}${end}`
    models.reply({ pieces: piecesOf(text, 5000), text })
    await say(page, 'Be bad')
    const log = page.getByRole('log')
    await expect(log).toContainText(end)
    const words = page.getByRole('textbox', { name: 'Your message' })
    await expect(words).toBeFocused()
    const found = await log.evaluate((all) => {
      const elements = [...all.querySelectorAll('*')]
      const depthOf = (one: Element): number => (one === all ? 0 : 1 + depthOf(one.parentElement ?? all))
      return {
        caught: 'caught' in globalThis,
        tags: [...new Set(elements.map(({ localName }) => localName))].sort(),
        attributes: [...new Set(elements.flatMap((one) => one.getAttributeNames()))].sort(),
        targets: [...new Set([...all.querySelectorAll('a')].map(({ href }) => href))].sort(),
        isDeep: elements.some((one) => depthOf(one) > 40),
        isMuch: elements.length > 30_000,
        length: all.textContent.length > 1_000_000,
      }
    })
    expect(found).toEqual({
      caught: false,
      tags: ['a', 'blockquote', 'div', 'em', 'li', 'p', 'span', 'ul'],
      attributes: ['class', 'href', 'rel', 'target'],
      // The second stands in the words of an element that is none.
      targets: ['https://a.example/', 'https://evil.example/', 'https://evil.example/pixel.png'],
      isDeep: false,
      isMuch: false,
      length: true,
    })
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'eight', 'nine', 'ten'])
      await expect(log.getByRole('link', { name, exact: true })).toHaveCount(0)
    models.reply({ text: 'Good **again**.' })
    await say(page, 'Be good')
    await expect(log.locator('strong').last()).toHaveText('again')
    expect([...new Set(asked)]).toEqual([served.address])
    expect(problems).toEqual([])
  },
)

test(
  'without what reads Markdown the words stand as they were written',
  webOnly('the page belongs to the command line'),
  async ({ page }) => {
    await page.route('**/markdown*.mjs', (route) => route.abort())
    await page.goto(`${served.address}/chat#${PAGE_KEY}`)
    models.reply({ pieces: ['Good **ag', 'ain**.'], text: 'Good **again**.' })
    await say(page, 'Hello')
    await expect(page.getByRole('log')).toContainText('Answer: Good **again**.')
  },
)
