/** The sequence diagram of a thread: it grows with the conversation, is stepped through, and leaves as Mermaid and SVG. */
import { readFileSync } from 'node:fs'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import { sequenceOf } from './pages/sequence'

const DESK = readFileSync('resources/examples/support-desk.flow.json', 'utf8')

test('a sequence diagram draws who talks to whom, is stepped through, and leaves as Mermaid and SVG', async ({
  baton,
  page,
}) => {
  const { canvas, chat } = baton
  const sequence = sequenceOf(page)
  await baton.importFlow(DESK)

  await test.step('says what it is for while there is nothing', async () => {
    await page.keyboard.press('Control+Shift+D')
    await expect(sequence.region).toContainText('Nothing was said yet')
  })

  await test.step('grows with the conversation and stays with the newest item', async () => {
    await chat.say('I was charged twice and want my money back')
    await baton.consent.allow()
    await expect(chat.saidBy('Triage')).toContainText('Which order is it about?')
    await sequence.open()
    await expect(sequence.lanes).toHaveText(['User', 'Triage'])
    await expect(sequence.current).toHaveAccessibleName(/^Triage to User, message: .*Which order is it about/)
    await chat.say('It is order 4711, please refund it')
    await expect(sequence.current).toHaveAccessibleName(/^Refunds to User, message: Your refund is on its way/)
    await expect(sequence.lanes).toHaveText(['User', 'Triage', 'Verify customer', 'Refunds'])
    await expect(sequence.newest).toHaveAttribute('aria-disabled', 'true')
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
  })

  await test.step('is shown large, at the same place', async () => {
    await sequence.large.click()
    await expect(sequence.dialog).toBeVisible()
    await expect(sequence.count).toHaveText(/^1 of /)
    await page.keyboard.press('PageDown')
    await expect(sequence.current).toHaveAccessibleName(/^User to Triage, message: It is order 4711/)
    const move = page.getByRole('option', { name: /^Triage to Refunds, hand-off: / })
    await move.click()
    await expect(sequence.details).toContainText('the order is checked')
    await page.keyboard.press('Escape')
    await expect(sequence.dialog).toBeHidden()
    await expect(sequence.current).toHaveAccessibleName(/^Triage to Refunds, hand-off: /)
    await expect(canvas.node('Refunds')).toContainText('has the baton')
  })

  await test.step('stays where it is while the conversation goes on; nested chats have frames', async () => {
    await chat.say('Yes, please send me a mail')
    await expect(chat.saidBy('Refunds').last()).toContainText('Is there anything else?')
    await expect(sequence.current).toHaveAccessibleName(/^Triage to Refunds, hand-off: /)
    await sequence.large.click()
    await sequence.newest.click()
    await expect(sequence.current).toHaveAccessibleName(/^Refunds to User, message: There it is/)
    await expect(sequence.frames).toHaveText([/^Write-up, .*chat 1$/, /^Write-up, .*chat 2$/])
    const items = await sequence.items()
    expect(items.filter((item) => item.startsWith('Write-up to Summariser, message: Sum up what'))).toHaveLength(1)
    await page.keyboard.press('Escape')
    await expect(sequence.dialog).toBeHidden()
  })

  await test.step('leaves as Mermaid and as SVG', async () => {
    const mermaid = await baton.downloaded(() => sequence.saveMermaid.click())
    expect(mermaid.split('\n').slice(0, 9)).toEqual([
      'sequenceDiagram',
      '  actor l0 as User',
      '  participant l1 as Triage',
      '  participant l2 as Verify customer',
      '  participant l3 as Refunds',
      '  participant l4 as Write-up',
      '  participant l5 as Summariser',
      '  participant l6 as Letter writer',
      '  Note over l0,l6: Turn 1',
    ])
    expect(mermaid).toContain('  l0->>l1: I was charged twice and want my money back\n')
    expect(mermaid).toContain('\n    l4->>l5: Sum up what was agreed.')
    const svg = await baton.downloaded(() => sequence.saveSvg.click())
    const read = await page.evaluate((text) => {
      const { documentElement: root } = new DOMParser().parseFromString(text, 'image/svg+xml')
      return [root.tagName, root.querySelector('parsererror')?.textContent ?? '', root.textContent]
    }, svg)
    expect(read).toEqual(['svg', '', expect.stringContaining('Sum up what was agreed.')])
  })

  await test.step('copies Mermaid, and what was said cannot become syntax', async () => {
    await baton.toLibrary()
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
    expect(await baton.clipboardText()).toBe(`sequenceDiagram
  actor l0 as User
  participant l1 as A#59; #60;b#62;#101;nd#60;/b#62;
  Note over l0,l1: Turn 1
  l0->>l1: #35;1#59; #37;#37;
  l1->>l0: #60;script#62;alert(1)#60;/script#62;#59; #101;nd B-#62;#62;A: no
`)
  })
})
