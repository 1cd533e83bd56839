/** Attaching to a message: resources of the flow's MCP servers after consent, files of the person; sent, looked at, brought back. */
import { EVERYTHING } from '../src-main/tools/mcp/testing/servers'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow, type FlowBuilder } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import type { Baton } from './pages/baton'
import { expectLegible } from './pages/legibility'
import { typeOver } from './pages/typing'

const server = (command: string) => ({
  transport: { type: 'stdio', command, args: [EVERYTHING, 'stdio'], env: {} },
  include: ['echo'],
})

const desk = () => flow('Desk').start('a').agent('a', { name: 'Clerk', prompt: 'You read.' })

async function open(baton: Baton, baseUrl: string): Promise<void> {
  const drawn = desk()
    .node('mcp-server', 's', { name: 'Library', ...server(process.execPath) })
    .use('a', 's')
  await openDrawn(baton, { drawn, baseUrl })
}

async function openDrawn(baton: Baton, { drawn, baseUrl }: { drawn: FlowBuilder; baseUrl: string }): Promise<void> {
  await baton.importFlow(saveFlow(drawn.build()))
  await baton.settings.haveConnection({ name: 'default', baseUrl, key: MODEL_KEY, model: 'test-model' })
}

const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Plums are in the cellar.\n') }

test(
  'a resource and a file go with a message, are seen by the model, and come back with it',
  wholeRun(),
  async ({ baton, models, page }) => {
    test.setTimeout(240_000)
    const { chat, consent } = baton
    const { attach } = chat
    await open(baton, models.baseUrl)
    await test.step('a server is connected after the person allowed it', async () => {
      await page.setViewportSize({ width: 1024, height: 700 })
      await attach.open()
      await expect(attach.panel).toContainText('What it needs is shown for you to allow first.')
      await expectLegible(page)
      await page.setViewportSize({ width: 1440, height: 900 })
      await expect(attach.panel).toBeVisible()
      await attach.panel.getByRole('button', { name: 'Connect Library' }).click()
      await consent.sheet.waitFor()
      await consent.cancel()
      await expect(attach.panel.getByRole('button', { name: 'Connect Library' })).toBeVisible()
      await attach.panel.getByRole('button', { name: 'Connect Library' }).click()
      await consent.allow()
      await expect(attach.resource('features.md')).toBeVisible()
    })
    await test.step('by keyboard: searched, chosen, closed', async () => {
      await typeOver(attach.search, 'features')
      await expect(attach.panel.getByRole('button', { name: /\.md$/ })).toHaveCount(1)
      await attach.search.press('Tab')
      await attach.panel.getByRole('button', { name: 'Ask Library again' }).press('Tab')
      await page.keyboard.press('Space')
      await expect(attach.resource('features.md')).toHaveAttribute('aria-pressed', 'true')
      await page.keyboard.press('Escape')
      await expect(attach.panel).toBeHidden()
      await expect(attach.button).toBeFocused()
    })
    await attach.addFiles([NOTES, { ...NOTES, name: 'gone.txt' }])
    expect(await attach.chosen()).toEqual(['features.md', 'notes.txt', 'gone.txt'])
    await attach.remove('gone.txt')
    await expect(chat.composer).toBeFocused()
    models.reply({ text: 'Read.' })
    await chat.say('What is in these?')
    await expect(chat.saidBy('Clerk')).toContainText('Read.')
    expect(await attach.chosen()).toEqual([])
    expect(await attach.sent()).toEqual(['features.md', 'notes.txt'])
    const heard = String(models.requests[0]?.messages.at(-1)?.content)
    expect(heard).toMatch(/^What is in these\?\n\n\[Attachment 1 of 2: features\.md, demo:.*, text\/markdown\]\n```/)
    expect(heard).toContain('[Attachment 2 of 2: notes.txt, text/plain]\n```\nPlums are in the cellar.\n```')

    await test.step('what was sent can be read', async () => {
      await page.setViewportSize({ width: 1024, height: 700 })
      await expectLegible(page)
      await page.setViewportSize({ width: 1440, height: 900 })
    })
    await test.step('a click shows it whole', async () => {
      await chat.log.getByRole('button', { name: 'Show notes.txt' }).click()
      const dialog = page.getByRole('dialog', { name: 'notes.txt' })
      await expect(dialog).toContainText('Plums are in the cellar.')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })
    await test.step('Up brings it back with what went with it', async () => {
      await chat.composer.press('ArrowUp')
      await expect(chat.composer).toHaveValue('What is in these?')
      expect(await attach.chosen()).toEqual(['features.md', 'notes.txt'])
    })
    await test.step('attachments alone are a message', async () => {
      await typeOver(chat.composer, '')
      models.reply({ text: 'Again.' })
      await chat.composer.press('Enter')
      await expect(chat.saidBy('Clerk').last()).toContainText('Again.')
      expect(String(models.requests[1]?.messages.at(-1)?.content)).toMatch(/^\[Attachment 1 of 2: features\.md/)
    })
    await test.step('it is all there after a reload; Up says what it cannot bring back', async () => {
      await page.reload()
      await expect.poll(() => attach.sent()).toEqual(['features.md', 'notes.txt', 'features.md', 'notes.txt'])
      await chat.composer.press('ArrowUp')
      await expect(page.getByText('What was attached to it does not come back.')).toBeVisible()
    })

    await test.step('what cannot be attached is said, and the message comes back', async () => {
      await baton.toLibrary()
      await open(baton, models.baseUrl)
      const before = models.calls
      await attach.addFiles([
        { name: 'large.txt', mimeType: 'text/plain', buffer: Buffer.alloc(1_100_000, 'x') },
        { name: 'noise.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2, 255]) },
        NOTES,
      ])
      await expect(page.getByText('large.txt was not attached')).toBeVisible()
      await expect(page.getByText('noise.bin was not attached')).toBeVisible()
      expect(await attach.chosen()).toEqual(['notes.txt'])
      await chat.say('Read this')
      await baton.consent.sheet.waitFor()
      await baton.consent.cancel()
      await expect(chat.composer).toHaveValue('Read this')
      expect(await attach.chosen()).toEqual(['notes.txt'])
      expect(models.calls).toBe(before)
      await attach.remove('notes.txt')
    })

    await test.step('all of it can be read at 1024 x 700', async () => {
      await page.setViewportSize({ width: 1024, height: 700 })
      await attach.open()
      await attach.resource('features.md').click()
      await attach.resource('architecture.md').click()
      await expectLegible(page)
      await page.keyboard.press('Escape')
      await attach.addFiles([
        NOTES,
        { ...NOTES, name: 'a-very-long-name-of-a-file-that-nobody-would-give-it-2026.txt' },
      ])
      await expectLegible(page)
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('a picture is pasted or dropped, shown small and whole, and seen by the model', async () => {
      await baton.toLibrary()
      await openDrawn(baton, { drawn: desk(), baseUrl: models.baseUrl })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await page.evaluate(async () => {
        const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 200 })
        canvas.getContext('2d')?.fillRect(40, 40, 200, 100)
        const blob = new Promise<Blob>((resolve, reject) =>
          canvas.toBlob((made) => (made === null ? reject(new Error('no picture')) : resolve(made))),
        )
        await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })])
      })
      await chat.composer.click()
      await page.keyboard.press('ControlOrMeta+V')
      const thumbnail = chat.region.getByRole('button', { name: 'image.png: show large' })
      await expect(thumbnail.getByRole('img', { name: 'image.png' })).toBeVisible()
      await test.step('by keyboard: seen whole before it is sent', async () => {
        await thumbnail.press('Enter')
        await expect(
          page.getByRole('dialog', { name: 'image.png' }).getByRole('img', { name: 'image.png' }),
        ).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(thumbnail).toBeFocused()
      })
      await test.step('what is dropped is read by what it holds', async () => {
        const dropped = await page.evaluateHandle(() => {
          const data = new DataTransfer()
          data.items.add(new File(['no picture'], 'cat.png', { type: 'image/png' }))
          data.items.add(new File(['Plums'], 'notes.txt', { type: 'text/plain' }))
          return data
        })
        await chat.region.dispatchEvent('drop', { dataTransfer: dropped })
        await expect(page.getByText('cat.png was not attached')).toBeVisible()
        await expect.poll(() => chat.attach.chosen()).toEqual(['image.png', 'notes.txt'])
      })
      models.reply({ text: 'A black box.' })
      await chat.composer.click()
      await chat.say('What is it?')
      await expect(chat.saidBy('Clerk')).toContainText('A black box.')
      expect(models.requests.at(-1)?.messages.at(-1)?.images).toEqual([
        expect.stringMatching(/^data:image\/png;base64,/),
      ])
      await chat.log.getByRole('button', { name: 'image.png: show large' }).click()
      await expect(
        page.getByRole('dialog', { name: 'image.png' }).getByRole('img', { name: 'image.png' }),
      ).toBeVisible()
    })
  },
)
