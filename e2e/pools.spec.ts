/** Tool pools: attached by hand and talked through, changed in mid-conversation, tried on the test bench, and with very many tools. */
import { applyLayout } from '../src-shared/flow/editing/edits'
import type { Flow, Position } from '../src-shared/flow/records'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow, type FlowBuilder } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { call } from './fixtures/setup-d'
import { seriousFindings } from './pages/axe'
import type { Baton } from './pages/baton'
import { DIALOG, expectWay } from './pages/focus-ways'
import { boxOf } from './pages/canvas'
import { typeOver } from './pages/typing'

test('attaches a pool by hand, and switches a tool off in mid-conversation', async ({ baton, models }) => {
  test.setTimeout(90_000)
  const { canvas, chat, inspector, pool, trace } = baton
  const offered = (): string[] => models.requests.map(({ toolNames }) => toolNames.toSorted().join(' '))
  await baton.importFlow(saveFlow(deskWithout()))
  await baton.settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })

  await test.step('draws it', async () => {
    await drawByHand(baton)
  })

  await test.step('a tool is added and renamed in the inspector', async () => {
    await canvas.select('Pool')
    await expect(pool.count).toHaveText('1 of 1 on')
    await pool.add('Sum')
    await expect(pool.count).toHaveText('2 of 2 on')
    await pool.tool('calculator').click()
    await inspector.write({ 'Name in this pool': 'add_up' })
    await expect(pool.tool('add_up')).toBeVisible()
    await expect(baton.check).toHaveAccessibleName('Check')
  })

  await test.step('the turn is offered what fits, and the trace tells it', async () => {
    models.reply(call('add_up', { expression: '2 + 3' }), { text: 'Five.' })
    await chat.say('calculate 2 + 3')
    await expect.poll(chat.lines).toEqual(['You: calculate 2 + 3', '[add_up]', 'Helper: Five.'])
    expect(offered()).toEqual(['add_up clock', 'add_up clock'])
    await trace.open()
    await trace.row('add_up, clock').click()
    await expect(trace.details).toContainText('kept')
  })

  await test.step('a tool that is switched off is gone from the next turn on', async () => {
    await pool.switch('add_up')
    await expect(pool.count).toHaveText('1 of 2 on')
    models.reply(call('add_up', { expression: '3 + 4' }), { text: 'I cannot add.' })
    await chat.say('calculate 3 + 4')
    await expect.poll(async () => (await chat.lines()).at(-1)).toBe('Helper: I cannot add.')
    expect(offered().slice(2)).toEqual(['clock', 'clock'])
    await expect(trace.row('tool add_up is disabled').first()).toBeVisible()
    await pool.switch('add_up')
    await expect(pool.isOn('add_up')).toBeChecked()
    await baton.undo.click()
    await expect(pool.isOn('add_up')).not.toBeChecked()
  })
})

test('tries queries on the test bench, and stays quick with very many tools', wholeRun(), async ({ baton }) => {
  test.setTimeout(90_000)
  const { canvas, page, pool } = baton
  const { bench } = pool
  await baton.importFlow(saveFlow(office().build()))
  await canvas.select('Office')

  await test.step('a query is ranked as it is typed', async () => {
    await typeOver(bench.query, 'send a letter by mail')
    await expect.poll(bench.ranked).toEqual(['1 send_mail Kept', expect.stringMatching(/ Kept$/), ...beyond(4, 2)])
    await expect(page.getByText('by words and meaning')).toBeVisible()
  })

  await test.step('limits change it at once, and go into the pool on request', async () => {
    await bench.slide('Tools at most', -1)
    await expect.poll(bench.ranked).toEqual(['1 send_mail Kept', ...beyond(5, 1)])
    await bench.slide('Similarity at least', 99)
    await expect.poll(async () => (await bench.ranked())[0]).toBe('1 send_mail Too far')
    await bench.button('Back to the pool’s').click()
    await bench.slide('Tools at most', -1)
    await bench.button('Apply to pool').click()
    await expect(bench.button('Apply to pool')).toBeHidden()
    expect((await baton.exportFlow()).nodes['w']?.data).toMatchObject({ topK: 1 })
    await baton.undo.click()
    await expect.poll(async () => (await bench.ranked())[1]).toMatch(/ Kept$/)
  })

  await test.step('what is off, or was switched off meanwhile, is said to be', async () => {
    await pool.switch('send_mail')
    await expect.poll(async () => (await bench.ranked())[0]).toBe('1 send_mail Off')
    await pool.switch('send_mail')
    await expect.poll(async () => (await bench.ranked())[0]).toBe('1 send_mail Kept')
  })

  await test.step('queries are saved with what they should find, and run together', async () => {
    await bench.expects('send_mail').check()
    await bench.button('Save query').click()
    await expect(bench.saved).toHaveText([/^send a letter by mail.*Found$/])
    await typeOver(bench.query, 'what time is it')
    await expect.poll(async () => (await bench.ranked())[0]).toBe('1 tell_time Kept')
    await bench.expects('book_flight').check()
    await bench.button('Save query').click()
    const wide = page.getByRole('dialog')
    const open = bench.button('Open the test bench wide')
    await expectWay(page, {
      name: 'bench',
      by: open,
      shown: wide,
      first: wide.getByRole('button', { name: 'Close' }),
      round: DIALOG,
    })
    await open.click()
    await bench.button('Run all').click()
    expect(await seriousFindings(page, '[role="dialog"]')).toEqual([])
    await expect(bench.recall).toHaveText(/^(50|100)%$/)
    await bench.slide('Tools at most', -1)
    await expect(bench.recall).toHaveText('50%')
    await bench.slide('Tools at most', 5)
    await expect(bench.recall).toHaveText('100%')
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  })

  expect((await baton.exportFlow()).nodes['w']?.data['queries']).toEqual([
    { query: 'send a letter by mail', expected: ['send_mail'] },
    { query: 'what time is it', expected: ['book_flight'] },
  ])

  await test.step('a pool of very many tools is drawn in part, filtered, switched', async () => {
    await baton.toLibrary()
    await baton.importFlow(saveFlow(large(1000)))
    await canvas.select('Office')
    await expect(pool.count).toHaveText('1000 of 1000 on')
    expect(await pool.lines.count()).toBeLessThan(40)
    await typeOver(pool.filter, 'tool_777')
    await expect(pool.lines).toHaveCount(1)
    await expect(pool.count).toHaveText('1 shown · 1000 of 1000 on')
    await pool.switchMany('Switch off what is shown')
    await expect(pool.count).toHaveText('1 shown · 999 of 1000 on')
    await expect(pool.isOn('tool_777')).not.toBeChecked()
  })
})

/** So many lines that are not kept, from a rank on. */
function beyond(count: number, k: number): unknown[] {
  return Array.from({ length: count }, () => expect.stringMatching(new RegExp(` Beyond ${k}$`)))
}

const TOOLS = {
  send_mail: 'Sends a mail with a letter to a person.',
  tell_time: 'Tells what time it is.',
  book_flight: 'Books a flight to a city.',
  find_hotel: 'Finds a hotel for the night.',
  play_song: 'Plays a song.',
  translate_text: 'Translates a text into another language.',
}

function withPool(): FlowBuilder {
  return flow('Office')
    .start('a')
    .agent('a', { name: 'Helper' })
    .node('workbench', 'w', { name: 'Office', topK: 2 })
    .use('a', 'w')
}

function office(): FlowBuilder {
  return Object.entries(TOOLS).reduce(
    (drawn, [toolName, description]) => drawn.builtinTool(toolName, { toolName, description }).use('w', toolName),
    withPool(),
  )
}

/** Its tools lie close together, so that the pool beside them can be read. */
function large(count: number): Flow {
  const numbers = Array.from({ length: count }, (_one, index) => index)
  const drawn = numbers.reduce((builder, index) => {
    const toolName = `tool_${index}`
    return builder.builtinTool(toolName, { toolName, description: `Does thing ${index}.` }).use('w', toolName)
  }, withPool())
  const placeOf = (index: number): Position => ({ x: 600 + (index % 40) * 8, y: Math.floor(index / 40) * 8 })
  const tools: { [id: string]: Position } = {}
  for (const index of numbers) tools[`tool_${index}`] = placeOf(index)
  return applyLayout(drawn.build(), {
    ...tools,
    start: { x: 0, y: 0 },
    a: { x: 0, y: 120 },
    w: { x: 300, y: 120 },
  })
}

/** An agent, and beside it a clock and a calculator. */
function deskWithout(): Flow {
  const drawn = flow('Desk')
    .start('a')
    .agent('a', { name: 'Helper' })
    .builtinTool('clock', { name: 'Clock' })
    .builtinTool('sum', { name: 'Sum', tool: 'calculator' })
  return applyLayout(drawn.build(), {
    start: { x: 0, y: 0 },
    a: { x: 220, y: 0 },
    clock: { x: 160, y: 380 },
    sum: { x: 480, y: 380 },
  })
}

/** Puts a pool between the agent and the clock. */
async function drawByHand({ canvas, inspector, page }: Baton): Promise<void> {
  await canvas.openPalette()
  await canvas.dragIn('Tool pool', await middle({ canvas }))
  await inspector.write({ Name: 'Pool' })
  await inspector.close()
  await canvas.palette.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Zoom to fit' }).click()
  await canvas.wire({ node: 'Helper', port: 'Tools' }, { node: 'Pool', port: 'In' })
  await canvas.wire({ node: 'Pool', port: 'Tools' }, { node: 'Clock', port: 'In' })
}

/** A place of the canvas between the agent and its tools, from its upper left corner. */
async function middle({ canvas }: Pick<Baton, 'canvas'>): Promise<{ x: number; y: number }> {
  const [room, above, below] = [
    await boxOf(canvas.region),
    await boxOf(canvas.node('Helper')),
    await boxOf(canvas.node('Clock')),
  ]
  return { x: below.x - room.x + 60, y: (above.y + above.height + below.y) / 2 - room.y }
}
