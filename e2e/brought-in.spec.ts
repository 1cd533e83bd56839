/** What may be brought into Baton: pasted onto the drawing, a curl command, a whole flow, an address of an API, a Mermaid chart; and by a `baton://` link, which opens a sheet and nothing more. */
import type { Page } from '@playwright/test'
import { flowToMermaid } from '../src-shared/flow/editing/mermaid'
import { copyText } from '../src-shared/flow/editing/clipboard'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import { boxOf } from './pages/canvas'
import { flowLink, readFlowLink } from '../src-shared/flow-links/flow-link'
import { seriousFindings } from './pages/axe'

const paste = (page: Page, text: string): Promise<void> =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

const linked = flow('Desk of links')
  .start('a')
  .agent('a', { name: 'Triage' })
  .httpTool('orders', { name: 'orders', url: 'https://orders.example/{id}', method: 'GET' })
  .use('a', 'orders')
  .build()

/** As the desktop app hands a link to its window. */
async function follow(page: Page, link: string): Promise<void> {
  await page.evaluate((place) => void (location.hash = place), `/link/${encodeURIComponent(link)}`)
}

test('what is pasted becomes nodes or a flow, and a link is looked at first', async ({ baton, page }) => {
  test.setTimeout(240_000)
  await test.step('a curl command becomes a tool, a flow a part of this one or one of its own', async () => {
    const { canvas, page } = baton
    await baton.newFlow('Shop')
    const key = 'sk_test_4eC39HqLyjWDarjtT1zdp7dc'
    await paste(
      page,
      `curl https://api.stripe.com/v1/charges \\\n -H "Authorization: Bearer ${key}" -d amount=2000 --frobnicate`,
    )
    const dialog = page.getByRole('dialog', { name: 'Add an HTTP tool' })
    await expect(dialog.getByText('POST', { exact: true })).toBeVisible()
    await expect(dialog.getByText('Arguments: amount.')).toBeVisible()
    await expect(dialog.getByRole('list', { name: 'What is left out' })).toHaveText(
      '--frobnicate is not known here and is left out.',
    )
    await expect(dialog.getByRole('status')).toContainText('STRIPE_TOKEN')
    await page.keyboard.press('Enter')
    await expect(canvas.node('POST charges')).toBeVisible()
    const { nodes } = await baton.exportFlow()
    const tool = Object.values(nodes).find(({ kind }) => kind === 'http-tool')
    expect(tool?.data).toMatchObject({
      method: 'POST',
      headers: { Authorization: 'Bearer {STRIPE_TOKEN}' },
      body: 'amount={amount}',
      secrets: ['STRIPE_TOKEN'],
    })
    expect(await baton.exportText()).not.toContain(key)

    await paste(page, 'curl $(id) https://a.example')
    await expect(page.getByText('This command would run another program')).toBeVisible()

    const desk = flow('Desk')
      .start('a')
      .agent('a', { name: 'Ann' })
      .agent('b', { name: 'Bob' })
      .handoff('a', 'b')
      .variable('vip', { type: 'boolean' })
    const before = await canvas.nodes.count()
    await paste(page, saveFlow(desk.build()))
    const ask = page.getByRole('dialog', { name: 'Paste a flow' })
    await expect(ask).toContainText('“Desk” is a whole flow with 3 nodes.')
    await page.keyboard.press('Enter')
    await expect(canvas.nodes).toHaveCount(before + 3)
    expect((await baton.exportFlow()).settings['variables']).toEqual({ vip: { type: 'boolean' } })
    await baton.undo.click()
    await expect(canvas.nodes).toHaveCount(before)

    // A piece goes where the pointer is, where nothing is drawn there.
    const room = await boxOf(canvas.region)
    const [x, y] = [room.x + 160, room.y + room.height - 160]
    await page.mouse.move(x, y)
    await paste(page, copyText(desk.build(), ['b']))
    await expect(canvas.node('Bob')).toBeVisible()
    const bob = await boxOf(canvas.node('Bob'))
    expect([Math.abs(bob.x + bob.width / 2 - x) < 24, Math.abs(bob.y + bob.height / 2 - y) < 24]).toEqual([true, true])
    await baton.undo.click()
    await expect(canvas.nodes).toHaveCount(before)
    // A pointer that left the drawing at its very edge marks no place: the piece goes where there is room for all of it.
    await page.mouse.move(room.x + 2, room.y + 200)
    await page.mouse.move(room.x - 8, room.y + 200)
    await paste(page, copyText(desk.build(), ['b']))
    await expect(canvas.node('Bob')).toBeVisible()
    await expect.poll(async () => (await boxOf(canvas.node('Bob'))).x).toBeGreaterThan(room.x)
    await baton.undo.click()
    await expect(canvas.nodes).toHaveCount(before)
    // Each press of Undo counts, however fast, also where the selection changed between two of them.
    for (const more of [1, 2]) {
      await paste(page, copyText(desk.build(), ['b']))
      await expect(canvas.nodes).toHaveCount(before + more)
    }
    await baton.undo.dblclick()
    await expect(canvas.nodes).toHaveCount(before)

    await paste(page, flowToMermaid(desk.build()))
    await expect(canvas.node('Bob')).toBeVisible()
    await paste(page, 'https://pets.example.com/openapi.json')
    await expect(canvas.node('pets.example.com')).toBeVisible()

    await baton.toLibrary()
    await baton.newFlow('Pasted')
    await paste(page, flowToMermaid(desk.build()))
    await expect(canvas.node('Bob')).toBeVisible()
    // The Start that was there begins what was pasted.
    const pasted = await baton.exportFlow()
    expect(
      Object.values(pasted.nodes)
        .map(({ kind, name }) => `${kind} ${name}`)
        .sort(),
    ).toEqual(
      Object.values(desk.build().nodes)
        .map(({ kind, name }) => `${kind} ${name}`)
        .sort(),
    )
    expect(Object.keys(pasted.edges)).toHaveLength(Object.keys(desk.build().edges).length)

    await paste(page, saveFlow(desk.build()))
    await ask.getByRole('button', { name: 'Open as a new flow' }).click()
    await expect(baton.flowName).toHaveValue('Desk')

    // And out again, in every form.
    const exportAs = async (form: string): Promise<void> => {
      await page.getByRole('button', { name: 'Flow menu' }).click()
      const forms = page.getByRole('menuitem', { name: 'Export as' })
      await forms.hover()
      const item = page.getByRole('menuitem', { name: form, exact: true })
      // Beside the menu, not over it.
      const [menu, beside] = [await boxOf(forms), await boxOf(item)]
      expect(beside.x).toBeGreaterThanOrEqual(menu.x + menu.width - 8)
      await item.click()
    }
    const saved = (form: string): Promise<{ name: string; text: string }> => baton.download(() => exportAs(form))
    expect((await saved('Page in Markdown')).text).toContain('### Ann')
    expect((await saved('Mermaid')).text).toBe(flowToMermaid(desk.build()))
    const text = await baton.exportByKey()
    await exportAs('Link')
    await expect(page.getByText('The link is on the clipboard.')).toBeVisible()
    expect(readFlowLink(await baton.clipboardText())).toEqual({ is: 'flow', text })
    // Pasted onto the drawing it is looked at like one that was followed.
    const address = page.url()
    await baton.canvas.region.focus()
    await page.keyboard.press('ControlOrMeta+V')
    const brought = page.getByRole('dialog', { name: 'A link wants to add a flow' })
    await expect(brought).toContainText('Desk')
    await page.keyboard.press('Escape')
    await expect(brought).toBeHidden()
    await expect(page).toHaveURL(address)
    const [light, dark, picture] = [await saved('SVG, light'), await saved('SVG, dark'), await saved('PNG')]
    expect([light.name, dark.name, picture.name]).toEqual(['Desk.svg', 'Desk dark.svg', 'Desk.png'])
    expect([light.text.includes('>Ann</text>'), light.text === dark.text, picture.text.slice(1, 4)]).toEqual([
      true,
      false,
      'PNG',
    ])
    // Pixels alone: nothing of what a PNG can say beside them.
    const parts = ['IHDR', 'IDAT', 'IEND', 'tEXt', 'zTXt', 'iTXt', 'eXIf', 'tIME'].filter((name) =>
      picture.text.includes(name),
    )
    expect(parts).toEqual(['IHDR', 'IDAT', 'IEND'])
  })

  await test.step('a link is looked at first: left, it leaves nothing; taken, its flow is there and nothing was allowed', async () => {
    await baton.toLibrary()
    await baton.newFlow()
    const sheet = page.getByRole('dialog', { name: 'A link wants to add a flow' })
    const before = page.url()
    const { composer } = baton.chat
    await composer.focus()

    await follow(page, flowLink(saveFlow(linked)))
    await expect(sheet).toContainText('Desk of links')
    await expect(sheet.getByRole('group', { name: 'What it would use' })).toContainText('orders.example')
    expect(await seriousFindings(page, '[role="dialog"]')).toEqual([])
    await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(before)
    await expect(composer).toBeFocused()

    // One that comes meanwhile waits: nothing is put under the pointer.
    await follow(page, flowLink(saveFlow(linked)))
    await expect(sheet).toContainText('Desk of links')
    await follow(page, 'baton://open?flow=e30')
    await expect(page).toHaveURL(/e30$/)
    await expect(sheet.getByRole('alert')).toBeHidden()
    await expect(sheet.getByRole('button', { name: 'Cancel' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(sheet.getByRole('alert')).toContainText('This is not a Baton flow')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(before)
    await expect(composer).toBeFocused()

    for (const [link, words] of [
      ['baton://open?from=file%3A%2F%2F%2Fetc%2Fpasswd', 'does not begin with https://'],
      ['baton://open?flow=e30', 'This is not a Baton flow'],
      ['baton://run?flow=e30', 'Nothing was read, fetched or stored'],
    ] as const) {
      await follow(page, link)
      await expect(sheet.getByRole('alert')).toContainText(words)
      await sheet.getByRole('button', { name: 'Close' }).last().click()
      await expect(sheet).toBeHidden()
    }

    await follow(page, `baton://open?from=${encodeURIComponent('https://127.0.0.1:1/a.baton')}`)
    await expect(sheet).toContainText('127.0.0.1:1')
    await sheet.getByRole('button', { name: 'Get it from 127.0.0.1:1 and review it' }).click()
    await expect(sheet.getByRole('alert')).toContainText('private address')
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()

    await follow(page, flowLink(saveFlow(linked)))
    await sheet.getByRole('button', { name: 'Add to my flows' }).click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveTitle(/Desk of links/)
  })
})
