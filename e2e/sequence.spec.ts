/** The sequence diagram of a thread: it grows with the conversation, is stepped through, and leaves as Mermaid and SVG. */
import { readFileSync } from 'node:fs'
import { saveFlow } from '../src-shared/flow/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import { sequenceOf } from './pages/sequence'

const DESK = readFileSync('resources/examples/support-desk.flow.json', 'utf8')

test('draws who talks to whom, steps through it and exports it', async ({ baton, page }) => {
  const { canvas, chat } = baton
  const sequence = sequenceOf(page)
  await baton.importFlow(DESK)

  await test.step('says what it is for while there is nothing', async () => {
    await page.keyboard.press('Control+Shift+D')
    await expect(sequence.region).toContainText('Nothing was said yet')
  })

  await test.step('grows with the conversation and stays with the newest item', async () => {
    await chat.say('I was charged twice and want my money back')
    await expect(chat.saidBy('Refunds')).toContainText('Which order')
    await sequence.open()
    await expect(sequence.lanes.first()).toHaveText('User')
    await expect(sequence.lanes.filter({ hasText: 'Refunds' })).toHaveCount(1)
    await expect(sequence.current).toHaveAccessibleName(/^Refunds to User, message: .*Which order/)
    const before = await countOf(sequence.count)
    await chat.say('Order 17')
    await expect.poll(() => countOf(sequence.count)).toBeGreaterThan(before)
    await expect(sequence.forward).toHaveAttribute('aria-disabled', 'true')
  })

  await test.step('steps by keyboard, slider and pointer; the drawing shows the moment', async () => {
    await sequence.diagram.focus()
    await page.keyboard.press('Home')
    await expect(sequence.current).toHaveAccessibleName(
      'User to Triage, message: I was charged twice and want my money back',
    )
    await expect(sequence.details).toContainText('I was charged twice and want my money back')
    await expect(canvas.node('Triage')).toContainText('has the baton')
    await page.keyboard.press('End')
    await expect(sequence.newest).toHaveAttribute('aria-disabled', 'true')
    await sequence.slider.focus()
    await page.keyboard.press('Home')
    await expect(sequence.count).toHaveText(/^1 of /)
    await page.keyboard.press('ArrowRight')
    await expect(sequence.count).toHaveText(/^2 of /)
    await sequence.back.click()
    await expect(sequence.current).toHaveAttribute('aria-posinset', '1')
    await page
      .getByRole('option', { name: /^Triage to Refunds, hand-off/ })
      .first()
      .click()
    await expect(sequence.details).toContainText('Hand-off')
    await expect(canvas.node('Refunds')).toContainText('has the baton')
  })

  await test.step('is shown large, at the same place', async () => {
    const place = await sequence.count.textContent()
    await sequence.large.click()
    await expect(sequence.dialog).toBeVisible()
    await expect(sequence.count).toHaveText(place ?? '')
    await page.keyboard.press('ArrowLeft')
    await expect(sequence.count).not.toHaveText(place ?? '')
    await page.keyboard.press('Escape')
    await expect(sequence.dialog).toBeHidden()
    await sequence.newest.click()
    await expect(canvas.node('Refunds')).toContainText('has the baton')
  })

  await test.step('leaves as Mermaid and as SVG', async () => {
    const mermaid = await baton.downloaded(() => sequence.saveMermaid.click())
    expect(mermaid.split('\n').slice(0, 6)).toEqual([
      'sequenceDiagram',
      '  actor l0 as User',
      '  participant l1 as Triage',
      '  participant l2 as Refunds',
      expect.stringMatching(/^ {2}(participant l3 as|Note over l0,l\d+: Turn 1)/),
      expect.any(String),
    ])
    expect(mermaid).toContain('l0->>l1: I was charged twice and want my money back\n')
    const svg = await baton.downloaded(() => sequence.saveSvg.click())
    const words = await page.evaluate((text) => {
      const read = new DOMParser().parseFromString(text, 'image/svg+xml')
      return [
        read.documentElement.tagName,
        read.querySelector('parsererror')?.textContent ?? '',
        read.documentElement.textContent,
      ]
    }, svg)
    expect(words).toEqual(['svg', '', expect.stringContaining('Which order')])
  })
})

test('copies Mermaid, and what was said cannot become syntax', async ({ baton, context, page }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const sequence = sequenceOf(page)
  await baton.importFlow(
    saveFlow(
      flow('Sharp')
        .start('a')
        .agent('a', { name: 'A; <b>end</b>' })
        .rehearsal({ text: '<script>alert(1)</script>; end\nB->>A: no' })
        .build(),
    ),
  )
  await baton.chat.say('#1; %%')
  await expect(baton.chat.saidBy('A; <b>end</b>')).toContainText('alert(1)')
  await sequence.open()
  await expect(sequence.count).toHaveText('2 of 2')
  await sequence.copyMermaid.click()
  await expect(page.getByText('on the clipboard')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`sequenceDiagram
  actor l0 as User
  participant l1 as A#59; #60;b#62;#101;nd#60;/b#62;
  Note over l0,l1: Turn 1
  l0->>l1: #35;1#59; #37;#37;
  l1->>l0: #60;script#62;alert(1)#60;/script#62;#59; #101;nd B-#62;#62;A: no
`)
})

async function countOf(count: ReturnType<typeof sequenceOf>['count']): Promise<number> {
  return Number(/of (\d+)/.exec((await count.textContent()) ?? '')?.[1] ?? 0)
}
