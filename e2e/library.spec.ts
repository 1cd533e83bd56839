/** The list of flows: making, opening, naming, copying, deleting, bringing in and handing out. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { openFlow } from '../src-shared/flow/editing/open'
import { saveFlow } from '../src-shared/flow/editing/save'
import { expect, test, wholeRun } from './fixtures/app'
import { setupD } from './fixtures/setup-d'
import { boxOf, type Box } from './pages/canvas'
import { typeOver } from './pages/typing'

const example = (id: string): string =>
  readFileSync(path.resolve(import.meta.dirname, `../resources/examples/${id}.flow.json`), 'utf8')

/** Each example with a message that leads somewhere, and who answers it. */
const EXAMPLES = [
  { name: 'Hello', message: 'What time is it?', answer: 'Host' },
  { name: 'Profile and orders', message: 'I want to order a cake', answer: 'ORDER' },
  { name: 'Support desk', message: 'Please refund order 4711', answer: 'Refunds', asks: true },
]

const BROKEN = [
  { what: 'half a file', text: example('hello').slice(0, 300), words: /is not JSON: it breaks at line \d+/ },
  {
    what: 'a file of a newer version',
    text: example('hello').replace('"version": 1', '"version": 99'),
    words: /version 99.*Update Baton/,
  },
  { what: 'some other JSON', text: '{"name":"baton","scripts":{}}', words: /not a Baton flow/ },
  {
    what: "another tool's file",
    text: JSON.stringify({ nodes: [], connections: {} }),
    words: /looks like an n8n workflow/,
  },
  {
    what: 'a flow with a broken field',
    text: example('hello').replace('"tool": "clock"', '"tool": 7'),
    words: /breaks the file format, and nothing was loaded.*tool/,
  },
]

test('an empty list has templates, what to say, and clear words for a file that is none', async ({ baton }) => {
  const { chat, library, page } = baton
  await test.step('the templates stand three in a row, and there is one way to a new flow', async () => {
    const examples = page.getByRole('list', { name: 'Templates' }).getByRole('button')
    await expect(page.getByRole('button', { name: 'New flow' })).toHaveCount(1)
    await expect(examples.first()).toBeVisible()
    for (const width of [1920, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const boxes = await examples.evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top))
      expect(boxes.filter((top) => top === boxes[0])).toHaveLength(3)
    }
  })

  await test.step('is told in clear words why a file cannot be imported, and nothing is loaded', async () => {
    for (const { what, text, words } of BROKEN) {
      await test.step(what, async () => {
        await library.import('cakes.json', text)
        const notice = page.getByRole('alert').filter({ hasText: words })
        await expect(notice).toContainText('“cakes.json” was not imported')
        await notice.getByRole('button').click()
        await expect(notice).toBeHidden()
      })
    }
    await expect(page.getByText('No flows yet')).toBeVisible()
  })

  await test.step('one click on what to say opens the example and says it, and the strip leads to a model of one’s own', async () => {
    const strip = page.getByRole('note', { name: 'Which model answers' })
    await expect(strip).toContainText('rehearsal model')
    await strip.getByRole('button', { name: 'Connect a model' }).click()
    // To a connection that is begun, not to a list that is empty.
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Ollama' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Say to Profile and orders: I want to order a cake' }).click()
    await expect(baton.flowName).toHaveValue('Profile and orders')
    await expect(chat.saidBy('ORDER')).toContainText('Which cake would you like')
    // The keyboard is where the answer is written, not on the canvas, which acts on letters.
    await expect(chat.composer).toBeFocused()
    await page.reload()
    await expect(chat.saidBy('ORDER')).toHaveCount(1)
    await baton.toLibrary()
    const card = baton.library.row('Profile and orders')
    await expect(card.locator('svg rect')).toHaveCount(7)
    // What was said last leads back to its thread, also when another one was open since.
    const last = card.getByRole('button', { name: 'Go on with Profile and orders: I want to order a cake' })
    await expect(last).toContainText('just now')
    await baton.library.openFlow('Profile and orders')
    await page.getByRole('button', { name: 'New thread', exact: true }).click()
    await baton.toLibrary()
    await last.click()
    await expect(chat.saidBy('ORDER')).toContainText('Which cake would you like')
    await page.getByRole('button', { name: 'Baton: all flows' }).click()
    await expect(
      page.getByRole('list', { name: 'Examples' }).getByRole('button', { name: 'Hello', exact: true }),
    ).toBeVisible()
  })
})

test(
  'opens examples and gets an answer without any set-up; writes what an empty chat offers',
  wholeRun(),
  async ({ baton }) => {
    const { canvas, chat, consent, inspector, library, page } = baton
    for (const { name, message, answer, asks = false } of EXAMPLES)
      await test.step(name, async () => {
        await library.fromExample(name)
        await expect(baton.flowName).toHaveValue(name)
        await expect(baton.check).toHaveAccessibleName('Check')
        await chat.say(message)
        if (asks) await consent.allow()
        await expect(chat.saidBy(answer)).toBeVisible()
        await expect(canvas.holder).toHaveText(answer)
        await expect(chat.alert).toHaveCount(0)
        await baton.toLibrary()
      })

    await test.step('starters are written in the settings, one per line, and are what an empty chat offers', async () => {
      await baton.newFlow('Shop')
      await expect(page.getByRole('button', { name: 'Say hello' })).toBeVisible()
      await baton.flowMenu('Flow settings')
      await inspector.text('Starters').click()
      await page.keyboard.type('Good morning\nA cake, please')
      expect((await baton.exportFlow()).settings['starters']).toEqual(['Good morning', 'A cake, please'])
      await expect(page.getByRole('button', { name: 'Say hello' })).toHaveCount(0)
      await page.getByRole('button', { name: 'A cake, please' }).click()
      await expect(chat.saidBy('Supervisor')).toBeVisible()
      await inspector.text('Starters').click()
      await page.keyboard.press('Control+End')
      await page.keyboard.type('\nThree\nFour\nFive')
      await expect(inspector.region.getByText(/at most 4/i)).toBeVisible()
      expect((await baton.exportFlow()).settings['starters']).toHaveLength(4)
    })
  },
)

test(
  'makes, names, copies, hands out and brings in flows, deletes them and brings them back',
  wholeRun(),
  async ({ baton }) => {
    const { canvas, library, page } = baton
    await test.step('makes a flow, names it, and finds it in the list', async () => {
      // The list of examples is longer than the window: it ends within it, and scrolls.
      await page.getByRole('button', { name: 'From example' }).click()
      await expect(page.getByRole('menu', { name: 'From example' })).toBeInViewport({ ratio: 1 })
      await page.keyboard.press('Escape')
      await baton.newFlow('Cake shop')
      await expect(page).toHaveTitle('Cake shop · Baton')
      await expect(baton.saveState).toHaveAttribute('data-state', 'saved')
      await baton.toLibrary()
      await baton.newFlow()
      await baton.toLibrary()
      await expect(library.names).toHaveText(['Untitled flow', 'Cake shop'])
      await typeOver(page.getByRole('textbox', { name: 'Search flows' }), 'cake')
      await expect(library.names).toHaveText(['Cake shop'])
      await library.openFlow('Cake shop')
      await expect(baton.flowName).toHaveValue('Cake shop')
    })

    await test.step('exports the canonical file, and importing it again gives the same drawing', async () => {
      await baton.toLibrary()
      const text = setupD()
      await baton.importFlow(text)
      expect(await baton.exportText()).toBe(text)
      await baton.toLibrary()
      const inList = await baton.download(() => library.menu('Setup D', 'Export JSON'))
      expect(inList).toEqual({ name: 'Setup D.flow.json', text })

      // The id is taken by the flow itself, so the second one gets an id of its own; all else stays.
      await baton.importFlow(text)
      const again = await baton.exportFlow()
      expect(saveFlow({ ...again, id: 'setup-d', name: 'Setup D' })).toBe(text)
    })

    await test.step('imports a flow with kinds that this Baton does not know, keeps them, and says so', async () => {
      await baton.toLibrary()
      const opened = openFlow(setupD())
      if (!opened.ok) throw new Error(opened.error.message)
      const { flow } = opened
      const nodes = { ...flow.nodes, x: { kind: 'time-machine', name: 'Delorean', data: { year: 1955 } } }
      const text = saveFlow({
        ...flow,
        id: 'delorean',
        nodes,
        layout: { nodes: { ...flow.layout.nodes, x: { x: 400, y: 400 } } },
      })
      await baton.importFlow(text)
      await expect(canvas.node('Delorean')).toContainText('Unknown kind: time-machine')
      await expect(baton.check).toHaveAccessibleName('Check 1 problem')
      expect(await baton.exportText()).toBe(text)
    })

    await test.step('renames, duplicates and deletes a flow in the list, and takes the deletion back', async () => {
      await baton.toLibrary()
      await baton.importFlow(setupD('Confectioner'))
      await baton.toLibrary()
      await library.menu('Confectioner', 'Rename')
      await typeOver(page.getByRole('textbox', { name: 'Flow name' }), 'Bakery')
      await page.keyboard.press('Enter')
      await expect(library.row('Confectioner')).toHaveCount(0)
      await expect(library.names.first()).toHaveText('Bakery')
      const before = await library.names.count()
      await library.menu('Bakery', 'Duplicate')
      await expect(library.names).toHaveCount(before + 1)
      await library.menu('Bakery', 'Delete')
      await expect(library.row('Bakery')).toHaveCount(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(library.row('Bakery')).toBeVisible()
      await library.openFlow('Bakery')
      await expect(canvas.nodes).toHaveCount(5)
    })

    await test.step('a file that says no places is drawn so that each node can be seen, and stays so', async () => {
      await baton.toLibrary()
      const written = openFlow(setupD('Bare'))
      expect(written.ok).toBe(true)
      if (written.ok) await baton.importFlow(saveFlow({ ...written.flow, layout: { nodes: {} } }))
      const apart = async (): Promise<number> => {
        const { layout } = await baton.exportFlow()
        return new Set(Object.values(layout.nodes).map(({ x, y }) => `${x} ${y}`)).size
      }
      await expect.poll(apart).toBe(5)
      await expect(canvas.nodes).toHaveCount(5)
      const boxes: Box[] = []
      for (const node of await canvas.nodes.all()) boxes.push(await boxOf(node))
      const meet = (one: Box, other: Box) =>
        one !== other &&
        Math.abs(one.x + one.width / 2 - other.x - other.width / 2) < (one.width + other.width) / 2 &&
        Math.abs(one.y + one.height / 2 - other.y - other.height / 2) < (one.height + other.height) / 2
      expect(boxes.filter((one) => boxes.some((other) => meet(one, other)))).toEqual([])
    })

    await test.step('a deleted flow is brought back from the list and from its own address, and deleted for good only when asked', async () => {
      await baton.toLibrary()
      await baton.importFlow(setupD('Gone'))
      const address = page.url()
      await page.getByRole('button', { name: 'Flow menu' }).click()
      await page.getByRole('menuitem', { name: 'Delete the flow' }).click()
      await expect(page.getByRole('heading', { name: 'Flows' })).toBeVisible()
      await expect(page.getByRole('alert').filter({ hasText: '“Gone” is deleted.' })).toBeVisible()
      await expect(library.row('Gone')).toHaveCount(0)
      const bin = page.getByRole('list', { name: 'Recently deleted' })
      await page.getByText('Recently deleted').click()
      await expect(bin.getByRole('listitem')).toHaveText([/Gone.*Deleted just now, kept until/])

      // The app does not begin on a flow that is gone.
      await page.goto(address.replace(/#.*/, '#/'))
      await page.reload()
      await expect(page.getByRole('heading', { name: 'Flows' })).toBeVisible()
      await page.goto(address)
      await expect(page.getByText('This flow is deleted')).toBeVisible()
      await page.getByRole('button', { name: 'Restore' }).click()
      await expect(canvas.nodes).toHaveCount(5)

      await baton.toLibrary()
      await expect(bin).toHaveCount(0)
      await library.menu('Gone', 'Delete')
      await page.getByText('Recently deleted').click()
      await bin.getByRole('button', { name: 'Restore Gone' }).click()
      await expect(library.row('Gone')).toBeVisible()

      await library.menu('Gone', 'Delete')
      await page.getByText('Recently deleted').click()
      await bin.getByRole('button', { name: 'Delete for good: Gone' }).click()
      const sheet = page.getByRole('dialog', { name: 'Delete for good?' })
      await sheet.getByRole('button', { name: 'Keep it' }).click()
      await expect(bin.getByRole('listitem')).toHaveCount(1)
      await bin.getByRole('button', { name: 'Delete for good: Gone' }).click()
      await sheet.getByRole('button', { name: 'Delete for good' }).click()
      await expect(bin).toHaveCount(0)
      await page.goto(address)
      await expect(page.getByText('This flow cannot be opened')).toBeVisible()
    })

    await test.step('a flow that is pinned stands first, after a change of another one too, and goes back to its place', async () => {
      await page.goto(page.url().replace(/#.*/, '#/'))
      await page.reload()
      const [newest, second, third] = ['Tarts', 'Pies', 'Cakes']
      for (const name of [third, second, newest]) {
        await baton.importFlow(setupD(name))
        await baton.toLibrary()
      }
      await expect(library.names.first()).toHaveText(newest)
      const order = await library.names.allTextContents()
      expect(order.slice(0, 3)).toEqual([newest, second, third])
      const pin = library.row(third).getByRole('button', { name: `Pin ${third}`, exact: true })
      await pin.focus()
      await page.keyboard.press('Enter')
      await expect(library.names.first()).toHaveText(third)
      await expect(pin).toHaveAttribute('aria-pressed', 'true')
      await expect(pin).toBeFocused()
      await page.reload()
      await expect(library.names).toHaveText([third, newest, second, ...order.slice(3)])
      await library.menu(second, 'Duplicate')
      await expect(library.names).toHaveText([third, `${second} copy`, newest, second, ...order.slice(3, 8)])
      await library.menu(`${second} copy`, 'Delete')
      await pin.focus()
      await page.keyboard.press('Space')
      await expect(library.names).toHaveText(order)
      await expect(pin).toBeFocused()
      await library.menu(third, 'Pin')
      await expect(library.names.first()).toHaveText(third)
      await library.menu(third, 'Unpin')
      await expect(library.names).toHaveText(order)
      await expect(library.row(third).getByRole('button', { name: `More about ${third}` })).toBeFocused()
    })
  },
)

test('many flows at once: what was not taken is told in the marks of the language, and the head stays on one line', async ({
  baton,
  page,
}) => {
  const { settings } = baton
  await baton.newFlow()
  await settings.open()
  await settings.tab('Preferences')
  await settings.dialog.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Русский' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+o')
  const file = (name: string, text: string) => ({ name, mimeType: 'application/json', buffer: Buffer.from(text) })
  const good = Array.from({ length: 10 }, (_, at) => file(`${at}.flow.json`, setupD(`Flow ${at}`)))
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Импорт' }).click()
  await (await chooser).setFiles([...good, file('half.flow.json', '{'), file('list.flow.json', '[]')])
  await expect(page.getByRole('alert').filter({ hasText: 'Не импортировано 2 файла' })).toContainText(
    /«half\.flow\.json»: .*«list\.flow\.json»: /,
  )

  const head = [
    page.getByRole('textbox', { name: 'Поиск потоков' }),
    page.getByRole('combobox', { name: 'Порядок потоков' }),
    page.getByRole('button', { name: 'Новый поток' }),
  ]
  const middles = async (): Promise<number[]> => {
    const boxes = await Promise.all(head.map(boxOf))
    return [...new Set(boxes.map(({ y, height }) => Math.round(y + height / 2)))]
  }
  for (const width of [1440, 1024, 900]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => (await middles()).length).toBe(1)
  }
})
