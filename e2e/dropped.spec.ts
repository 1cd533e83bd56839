/** Files that are dropped onto the window: flows and runs are brought in wherever they land, and whatever else it is, it is told in words and takes the place of nothing. */
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test as base, wholeRun } from './fixtures/app'
import { dragFiles } from './pages/dropped'

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-dropped-'))
    await use(folder)
    rmSync(folder, { recursive: true, force: true })
  },
})

const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489', 'hex')
const flowText = (name: string) => saveFlow(flow(name).start('a').agent('a', { name: 'Ann' }).build())

test('what is dropped onto the window is brought in, or told in words', wholeRun(), async ({ baton, folder, page }) => {
  const { canvas, chat, library } = baton
  const place = (name: string, content: string | Buffer): string => {
    writeFileSync(path.join(folder, name), content)
    return path.join(folder, name)
  }
  const home = page.getByRole('main')
  const note = page.getByText('Drop the file to import it')
  const refusal = (name: string) => page.getByRole('alert').filter({ hasText: `“${name}” was not imported` })
  const shop = place('shop.flow.json', flowText('Shop'))
  const more = path.join(folder, 'more')
  mkdirSync(more)

  await test.step('a flow, onto the list', async () => {
    const dragged = await dragFiles(page, { files: [shop], over: home })
    await expect(note).toBeVisible()
    await dragged.drop()
    await expect(note).toHaveCount(0)
    await expect(baton.flowName).toHaveValue('Shop')
  })

  await test.step('a flow, onto the drawing of another one', async () => {
    const desk = place('Desk.baton', flowText('Desk'))
    const dragged = await dragFiles(page, { files: [desk], over: canvas.region })
    await expect(note).toBeVisible()
    await dragged.drop()
    await expect(baton.flowName).toHaveValue('Desk')
    await expect(canvas.node('Ann')).toBeVisible()
  })

  await test.step('files that are dragged away again change nothing', async () => {
    const dragged = await dragFiles(page, { files: [shop], over: canvas.region })
    await expect(note).toBeVisible()
    await dragged.cancel()
    await page.mouse.move(300, 300)
    await expect(note).toHaveCount(0)
    await expect(baton.flowName).toHaveValue('Desk')
  })

  await test.step('a run, onto the list: its thread is looked at', async () => {
    await chat.composer.click()
    await chat.say('hello')
    await expect(chat.saidBy('Ann')).toHaveCount(1)
    await page.getByRole('button', { name: 'Threads', exact: true }).click()
    const run = await baton.download(() => page.getByRole('menuitem', { name: 'Export run' }).click())
    await baton.toLibrary()
    const dragged = await dragFiles(page, { files: [place(run.name, run.text)], over: home })
    await dragged.drop()
    await expect(baton.flowName).toHaveValue('Desk')
    await expect(chat.saidBy('Ann')).toHaveCount(1)
  })

  await test.step('onto the chat it goes with the message, as any file does', async () => {
    const dragged = await dragFiles(page, { files: [place('plums.txt', 'Plums')], over: chat.region })
    await expect(note).toHaveCount(0)
    await dragged.drop()
    await expect.poll(() => chat.attach.chosen()).toEqual(['plums.txt'])
    const inside = await dragFiles(page, { files: [more], over: chat.region })
    await inside.drop()
    await expect(page.getByRole('alert').filter({ hasText: 'more was not attached' })).toContainText('Is it a folder?')
  })

  await test.step('several at once, of which some are no flows: the list, and a reason for each', async () => {
    const files = [
      shop,
      place('half.flow.json', flowText('Half').slice(0, 200)),
      more,
      place('cat.png', PNG),
      place('second.flow.json', flowText('Second')),
    ]
    const dragged = await dragFiles(page, { files, over: canvas.region })
    await dragged.drop()
    await expect(page.getByRole('alert').filter({ hasText: '2 files were imported.' })).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: '3 files were not imported' })).toHaveText(
      /“half\.flow\.json”: The file is not JSON: it breaks at line.*“more”:.*Is it a folder\?.*“cat\.png”: The file is not a text: it may be a picture/,
    )
    await expect(library.names).toContainText(['Second'])
  })

  await test.step('a large file is refused before it is read, and many files at once', async () => {
    const large = place('large.flow.json', '')
    truncateSync(large, 100_000_000)
    const dragged = await dragFiles(page, { files: [large], over: home })
    await dragged.drop()
    await expect(refusal('large.flow.json')).toContainText('It has 100 MB. A flow has 20 MB at most, and a run 30 MB.')
    const before = await library.names.count()
    const many = await dragFiles(page, { files: Array.from({ length: 21 }, () => shop), over: home })
    await many.drop()
    await expect(page.getByRole('alert').filter({ hasText: 'The files were not imported' })).toContainText(
      'There are 21 of them; 20 can be imported at once.',
    )
    await expect(library.names).toHaveCount(before)
  })
})
