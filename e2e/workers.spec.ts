/** A task graph with workers, drawn by hand and talked to: intents, documents, candidates in the order in which the model reads them. */
import type { Locator } from '@playwright/test'
import { pdfFile } from '../src-main/documents/testing/pdf-file'
import { applyLayout } from '../src-shared/flow/editing/edits'
import type { Flow } from '../src-shared/flow/records'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'
import type { Baton } from './pages/baton'
import { boxOf, centerOf } from './pages/canvas'
import { EDGE, EDGE_END } from './pages/react-flow'
import { typeOver } from './pages/typing'

test('joins the workers of a shop by hand and talks to it', async ({ baton, models }) => {
  test.setTimeout(90_000)
  const { canvas, chat, inspector, page } = baton
  await baton.importFlow(saveFlow(shop()))
  await baton.settings.haveConnection({
    name: 'default',
    baseUrl: models.baseUrl,
    key: MODEL_KEY,
    model: 'test-model',
  })

  await test.step('joins those who work', async () => {
    await canvas.wire({ node: 'Shop', port: 'By intent' }, { node: 'Handbook', port: 'In' })
    await canvas.wire({ node: 'Shop', port: 'By intent' }, { node: 'Counter', port: 'In' })
    await canvas.wire({ node: 'Shop', port: 'Otherwise' }, { node: 'Others', port: 'In' })
    await canvas.wire({ node: 'Others', port: 'Candidates' }, { node: 'Counter', port: 'In' })
    await expect(canvas.edgesOf('intent')).toHaveCount(2)
    await expect(canvas.edgesOf('candidate')).toHaveCount(2)
    await page.keyboard.press('Escape')
  })

  await test.step('says what the user wants on the edges', async () => {
    await intentPill(baton, 'no intent yet').first().click()
    await inspector.write({
      Intent: 'asks about opening hours',
      'What users say': 'When do you open?\nAre you open on Sunday?',
    })
    await inspector.close()
    await intentPill(baton, 'no intent yet').click()
    await inspector.write({ Intent: 'orders a cake' })
    await inspector.close()
    await canvas.select('Shop')
    await expect(helpers(baton, 'By intent')).toHaveText([
      '1. asks about opening hours(such as: "When do you open?", "Are you open on Sunday?")→ Handbook',
      '2. orders a cake→ Counter',
    ])
    await inspector.close()
  })

  await test.step('adds documents by file', async () => {
    await canvas.select('Handbook')
    const chooser = page.waitForEvent('filechooser')
    await inspector.region.getByRole('button', { name: 'Add files' }).click()
    await (
      await chooser
    ).setFiles([
      { name: 'hours.md', mimeType: 'text/markdown', buffer: Buffer.from('# Opening hours\nOpen from 8 to 18.') },
      { name: 'cakes.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfFile(['Plum cake and lemon cake'])) },
      { name: 'prices.docx', mimeType: 'application/zip', buffer: Buffer.from('PK\u0003\u0004\u0000') },
    ])
    const list = inspector.region.getByRole('list', { name: 'Documents' })
    await expect(list.getByRole('listitem')).toHaveText(['hours.md34 B', 'cakes.pdf24 B'])
    await expect(inspector.region.getByRole('alert')).toContainText('prices.docx')
    await list.getByRole('button', { name: 'cakes.pdf', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Document' })
    await expect(dialog.getByRole('textbox', { name: 'Text' })).toHaveValue('Plum cake and lemon cake')
    await typeOver(dialog.getByRole('textbox', { name: 'Name' }), 'Cakes')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(list.getByRole('listitem')).toHaveText(['hours.md34 B', 'Cakes24 B'])
    await inspector.close()
  })

  await test.step('puts the candidates into another order', async () => {
    await canvas.select('Others')
    const lines = helpers(baton, 'Candidates')
    await expect(lines).toHaveText(['Handbook: Looks things up', 'Counter: Greets and takes orders'])
    const [first, second] = [lines.nth(0), lines.nth(1)]
    const { x, y } = await centerOf(second.locator('[data-grip]'))
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x, (await boxOf(first)).y + 2, { steps: 4 })
    await page.mouse.up()
    await expect(lines).toHaveText(['Counter: Greets and takes orders', 'Handbook: Looks things up'])
    await inspector.choose('When none can be picked', 'Counter')
    await inspector.close()
    await expect(baton.check).toHaveAccessibleName('Check')
  })

  await test.step('an intent leads to the worker that knows', async () => {
    models.reply({ text: 'asks about opening hours' }, { text: 'From 8 to 18 [1].' })
    await chat.say('When do you open?')
    await expect
      .poll(chat.lines)
      .toEqual([
        'You: When do you open?',
        '-- Shop → Handbook, because: asks about opening hours',
        expect.stringMatching(/^Handbook: From 8 to 18 \[1\]\.\s*Sources:\s+\[1\] hours\.md/),
      ])
    await expect(cost(baton)).toHaveText(/^2 model calls: 1 intent check, 1 reply · \d+ \+ \d+ tokens$/)
    expect(models.requests.map((request) => request.user.includes('Open from 8 to 18.'))).toEqual([false, true])
  })

  await test.step('what fits no intent is picked for', async () => {
    models.reply({ text: 'others' }, { text: 'Counter' }, { text: 'Hello there.' })
    await chat.say('Good morning')
    await expect
      .poll(async () => (await chat.lines()).slice(3))
      .toEqual(['You: Good morning', '-- Shop → Others → Counter, no intent fits', 'Counter: Hello there.'])
    await expect(cost(baton)).toHaveText(/^3 model calls: 1 intent check, 1 pick, 1 reply · /)
    expect(models.requests[3]?.user).toContain('Counter: Greets and takes orders\nHandbook: Looks things up')
  })

  await test.step('every decision is in the trace', async () => {
    await baton.trace.open()
    const pick = page.getByRole('row').filter({ hasText: 'candidates Counter, Handbook' })
    await pick.click()
    const details = page.locator('[data-details]')
    await expect(details).toContainText('Prompt, word for word')
    await expect(details).toContainText('Counter: Greets and takes orders')
    await expect(details).toContainText('Tries1')
  })

  await test.step('an end of an edge goes to another worker, and nowhere else', async () => {
    await baton.toLibrary()
    await baton.importFlow(
      saveFlow(
        flow('Ends')
          .start('shop')
          .node('task-graph', 'shop', { name: 'Shop' })
          .node('message-worker', 'second', { name: 'Second' })
          .builtinTool('clock', { name: 'Clock', tool: 'clock' })
          .node('message-worker', 'first', { name: 'First' })
          .edge('intent', { from: 'shop', to: 'first', port: 'intents' }, { intent: 'asks' })
          .build(),
      ),
    )
    const target = async (): Promise<string | undefined> => {
      const { edges, nodes } = await baton.exportFlow()
      const intent = Object.values(edges).find((edge) => edge.kind === 'intent')
      return nodes[intent?.to.node ?? '']?.name
    }
    const pullTo = async (name: string): Promise<void> => {
      const end = page.locator(EDGE).filter({ has: page.locator('[data-kind="intent"]') })
      const from = await centerOf(end.locator(EDGE_END))
      const { x, y } = await centerOf(canvas.node(name))
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move((from.x + x) / 2, (from.y + y) / 2, { steps: 4 })
      await page.mouse.move(x, y, { steps: 4 })
    }

    await pullTo('Clock')
    await expect(canvas.wireHint).toHaveText('A built-in tool cannot be reached by intent.')
    await page.mouse.up()
    expect(await target()).toBe('First')

    await pullTo('Second')
    await page.mouse.up()
    await expect.poll(target).toBe('Second')
    await baton.undo.click()
    await expect.poll(target).toBe('First')

    await intentPill(baton, 'asks').click()
    const intent = inspector.region.getByRole('textbox', { name: 'Intent' })
    const always = inspector.region.getByRole('switch', { name: 'Always run, without asking a model' })
    await intent.click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('none of these')
    await expect(intentPill(baton, 'none of these')).toBeVisible()
    await always.click()
    await expect(intentPill(baton, 'always')).toBeVisible()
    await expect(intent).toBeDisabled()
    await always.click()
    await intent.click()
    await page.keyboard.type('asks')

    await intentPill(baton, 'asks').click()
    await page.keyboard.press('Delete')
    await expect(canvas.edgesOf('intent')).toHaveCount(0)
  })
})

/** A start, and those who work in the shop; one of them can be reached already. */
function shop(): Flow {
  const drawn = flow('Shop')
    .node('start', 'start', { name: 'Start' })
    .node('task-graph', 'shop', { name: 'Shop', description: 'A cake shop' })
    .node('rag-worker', 'handbook', { name: 'Handbook', description: 'Looks things up' })
    .node('message-worker', 'counter', { name: 'Counter', description: 'Greets and takes orders' })
    .node('default-worker', 'others', { name: 'Others' })
    .edge('next', { from: 'start', to: 'shop', port: 'out' })
    .edge('candidate', { from: 'others', to: 'handbook', port: 'candidates' })
  return applyLayout(drawn.build(), {
    start: { x: 0, y: 200 },
    shop: { x: 200, y: 160 },
    others: { x: 560, y: 340 },
    handbook: { x: 940, y: 0 },
    counter: { x: 940, y: 180 },
  })
}

/** The pill of an intent edge, by its words. */
function intentPill({ page }: Baton, words: string): Locator {
  return page.locator('[data-edge-label][data-kind="intent"]').filter({ hasText: words })
}

/** The lines of a port in the helpers list, as the model reads them. */
function helpers({ inspector }: Baton, port: string): Locator {
  return inspector.region.getByRole('group', { name: port, exact: true }).getByRole('listitem')
}

/** The cost of the newest turn. */
function cost({ chat }: Baton): Locator {
  return chat.log.getByLabel('Cost of the turn').last()
}
