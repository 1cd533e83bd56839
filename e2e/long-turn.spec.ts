/** A turn of 1,000 steps: the chat and the trace draw what is seen of it, and all that people do in a conversation works. Counted, not timed: times are `npm run bench -- reopening`. */
import type { Page } from '@playwright/test'
import { layLongThread, layThread } from '../src-main/testing/laid-thread'
import type { NewRunEvent } from '../src-shared/run/log/events'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import type { Chat } from './pages/chat'

const STEPS = 1000
const NEWEST = `Answer 1-${STEPS - 1}.`
/** A screen holds some twenty rows; as many again may be ready above and below, and a piece on which somebody has a hand. */
const MOST_ROWS = 120

const TEXT = saveFlow(
  flow('Long turns')
    .agent('helper', { name: 'Helper' })
    .agent('writer', { name: 'Writer' })
    .builtinTool('clock', { tool: 'clock', toolName: 'clock' })
    .use('helper', 'clock')
    .handoff('helper', 'writer')
    .handoff('writer', 'helper')
    .start('helper')
    .build(),
)

test(
  'a turn of 1,000 steps is drawn as far as it is seen, and is read, marked, unfolded and looked back in as any other',
  wholeRun(),
  async ({ app, baton, models, page }) => {
    const { chat, trace } = baton
    await baton.importFlow(TEXT)
    await baton.settings.haveConnection({
      name: 'default',
      baseUrl: models.baseUrl,
      key: MODEL_KEY,
      model: 'test-model',
    })
    const flowId = idOfOpenFlow(page)
    layLongThread(app.dataDir, flowId, { flowText: TEXT, agents: ['helper', 'writer'], turns: 1, steps: STEPS })
    await page.reload()
    const newest = chat.log.getByText(NEWEST)
    const oldest = chat.log.getByText('Question 1', { exact: true })

    await test.step('it opens at its newest reply', async () => {
      await expect(newest).toBeInViewport()
      await expectFewRows(chat)
    })

    await test.step('the keyboard goes to its beginning and back; what comes into view there is not told as new', async () => {
      await chat.log.focus()
      await page.keyboard.press('Home')
      await expect(oldest).toBeInViewport()
      await expectFewRows(chat)
      await expect(chat.log).toHaveAttribute('aria-live', 'off')
      await page.keyboard.press('PageDown')
      await expect(oldest).not.toBeInViewport()
      await expectFewRows(chat)
      await page.keyboard.press('End')
      await expect(newest).toBeInViewport()
      await expect(chat.log).not.toHaveAttribute('aria-live')
      await expectFewRows(chat)
    })

    await test.step('what was unfolded is unfolded still, and what has the keyboard keeps it, wherever one looked meanwhile', async () => {
      const call = chat.tool('look_up').last()
      await call.press('Enter')
      await expect(call).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('Home')
      await expect(oldest).toBeInViewport()
      await expectFewRows(chat)
      const focused = chat.log.locator(':focus')
      await expect(focused).toHaveAttribute('aria-expanded', 'true')
      await chat.region.getByRole('button', { name: 'Jump to latest' }).click()
      await expect(newest).toBeInViewport()
      await expect(call).toHaveAttribute('aria-expanded', 'true')
      await call.press('Enter')
    })

    await test.step('text is marked over more rows than a screen holds, and stays marked', async () => {
      await markUpwards(page, chat)
      const marked = await markedText(page)
      const answers = [...marked.matchAll(/Answer 1-(\d+)\./g)].map(([, step]) => Number(step))
      const steps = [...new Set(answers)]
      expect(steps.length).toBeGreaterThan(8)
      // Without a gap: every fifth step is a reply.
      expect(steps).toEqual(steps.map((_step, nth) => (steps[0] ?? 0) + nth * 5))
      await page.keyboard.press('Home')
      await page.mouse.wheel(0, -100_000)
      await expect(oldest).toBeInViewport()
      expect(await markedText(page)).toBe(marked)
      await chat.region.getByRole('button', { name: 'Jump to latest' }).click()
      await expect(newest).toBeInViewport()
    })

    await test.step('the trace draws what is seen of it, and finds what is not', async () => {
      await trace.open()
      expect(Number(await trace.table.getAttribute('aria-rowcount'))).toBeGreaterThan(STEPS / 2)
      expect(await trace.table.getByRole('row').count()).toBeLessThan(80)
      await page.getByRole('textbox', { name: 'Search the trace' }).pressSequentially('Answer 1-504.')
      await expect(trace.row('Answer 1-504.')).not.toHaveCount(0)
    })

    await test.step('a message goes to the step that wrote it, with which the chat then ends', async () => {
      const said = chat.log.getByRole('article').filter({ hasText: 'Answer 1-994.' })
      await said.hover()
      await said.getByRole('button', { name: /^Go to step/ }).click()
      await expect(newest).toHaveCount(0)
      await expect(chat.log.getByText('Answer 1-994.')).toBeInViewport()
      await expectFewRows(chat)
      await chat.region.getByRole('button', { name: 'Back to now' }).click()
      await expect(newest).toBeInViewport()
    })

    await test.step('a run that goes on keeps its end in sight, however much comes', async () => {
      const calls = Array.from({ length: 60 }, () => ({ name: 'clock', arguments: {} }))
      models.reply({ calls }, { text: 'Noon it is. '.repeat(400) })
      await chat.newThread.click()
      await chat.say('What time is it?')
      await expect(chat.send).toBeVisible()
      await expect(chat.log.getByText('Noon it is.')).toBeInViewport()
      await expect(chat.tool('clock')).not.toHaveCount(0)
      await expectFewRows(chat)
      expect(await chat.log.evaluate(distanceFromEnd)).toBeLessThanOrEqual(1)
    })

    await test.step('what is marked in a reply that grows stays marked', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      models.reply({ text: 'Midnight it is. '.repeat(100), gate: promise, hangAfter: 200 })
      await chat.say('And now?')
      const words = chat.log.getByText('Midnight')
      await words.dblclick({ position: { x: 20, y: 10 } })
      expect((await markedText(page)).trim()).toBe('Midnight')
      resolve()
      await expect.poll(async () => ((await words.textContent()) ?? '').length).toBeGreaterThan(1000)
      expect((await markedText(page)).trim()).toBe('Midnight')
      await chat.stop.click()
      await expect(chat.send).toBeVisible()
    })

    await test.step('a nested chat that was held 200 times shows its first and its newest, and those in between on request', async () => {
      await baton.toLibrary()
      await baton.importFlow(TEXT)
      const place = { flowText: TEXT, turns: 1, eventsOf: nestedEvents }
      layThread(app.dataDir, idOfOpenFlow(page), place)
      await page.reload()
      await chat.nested(/Helper → Writer/).click()
      const chats = chat.log.getByRole('group', { name: /^Chat \d+/ })
      await expect(chats).toHaveCount(40)
      await expect(chats.nth(19)).toHaveAccessibleName(/^Chat 20/)
      await expect(chats.nth(20)).toHaveAccessibleName(/^Chat 181/)
      await chat.log.getByRole('button', { name: 'Show 100 of 160 in between' }).press('Enter')
      await expect(chats).toHaveCount(140)
      await chat.log.getByRole('button', { name: 'Show 60 of 60 in between' }).press('Enter')
      await expect(chats).toHaveCount(200)
      await expect(chats.nth(120)).toContainText('Part 121')
      // The button has gone, and the keyboard is not left without a place.
      await expect(chat.log.locator(':focus')).toHaveAttribute('aria-expanded', 'true')
    })
  },
)

const idOfOpenFlow = (page: Page): string => /#\/flow\/([^/?]+)/.exec(page.url())?.[1] ?? ''

const NESTED_CHATS = 200

/** A turn in which a chat was nested that was held for each of a list. */
function nestedEvents({ flowId, threadId, turn }: { flowId: string; threadId: string; turn: number }): NewRunEvent[] {
  const at = '2026-03-01T10:00:00.000Z'
  const inner = 'main/writer#1'
  const moved = { from: 'helper', to: 'writer', edge: null, by: 'model', reason: '' } as const
  const called = { kind: 'handoff', id: 'call', turn, scope: inner, author: 'helper', at, fromScope: 'main' } as const
  const chats = Array.from({ length: NESTED_CHATS }, (_none, nth): NewRunEvent => {
    const scope = `${inner}.${nth + 1}`
    const entry = {
      kind: 'text',
      id: `said-${nth}`,
      turn,
      scope,
      author: 'writer',
      at,
      text: `Part ${nth + 1}`,
    } as const
    return { type: 'entry', node: 'writer', path: scope, entry }
  })
  return [
    { type: 'run.started', threadId, flowId, revision: 1, turn, input: 'For each' },
    { type: 'entry', node: 'helper', path: inner, entry: { ...called, ...moved, carries: [] } },
    ...chats,
    { type: 'run.finished', reason: 'done', limit: null, usage: { input: 1, output: 1 }, modelCalls: 1, ms: 9 },
  ]
}

async function expectFewRows({ log }: Chat): Promise<void> {
  const rows = await log.locator('[data-kind]').count()
  expect(rows).toBeGreaterThan(4)
  expect(rows).toBeLessThan(MOST_ROWS)
}

/** From the newest reply to one that is screens above it, as texts are marked that are longer than a screen. */
async function markUpwards(page: Page, { log }: Chat): Promise<void> {
  const box = await log.getByText(NEWEST).boundingBox()
  if (box === null) throw new Error('The newest reply is not in sight.')
  await page.mouse.click(box.x + 60, box.y + box.height - 8)
  for (let turn = 1; turn <= 12; turn += 1) await page.mouse.wheel(0, -400)
  await expect(log.getByText('Answer 1-944.')).toHaveCount(0)
  await page.keyboard.down('Shift')
  await page.mouse.click(box.x + 60, box.y - 200)
  await page.keyboard.up('Shift')
  await expect(log.getByText('Answer 1-944.')).toHaveCount(1)
}

const markedText = (page: Page): Promise<string> => page.evaluate(() => getSelection()?.toString() ?? '')

/** Runs in the page. */
function distanceFromEnd({ scrollHeight, scrollTop, clientHeight }: Element): number {
  return scrollHeight - scrollTop - clientHeight
}
