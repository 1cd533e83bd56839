/** What waits for a person: a plan that is approved, edited and refused in the chat, and calls that are decided on each for itself; also after a restart. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { plan, planFlow, toolNode } from '../src-main/testing/plan-bench'
import { startToolServer, type ToolServer } from '../src-main/testing/tool-server'
import { expect, LINK_LOST, MODEL_KEY, test as base, wholeRun } from './fixtures/app'
import { expectForEverybody } from './pages/axe'
import type { Baton } from './pages/baton'
import { typeOver } from './pages/typing'

const test = base.extend<{ tools: ToolServer }>({
  tools: async ({}, use) => {
    const tools = await startToolServer()
    await use(tools)
    await tools.close()
  },
})

const callsOf = ({ calls }: ToolServer) => calls.map(({ tool, input }) => `${tool} ${input}`)
const cardOf = ({ chat }: Baton) => chat.log.getByRole('group', { name: 'Plan to approve' })
const button = (baton: Baton, name: string) => cardOf(baton).getByRole('button', { name, exact: true })

test('a plan is edited, refused and approved in the chat, also after a restart', async ({
  app,
  baton,
  models,
  page,
  consoleErrors,
  tools,
}) => {
  test.setTimeout(240_000)
  await baton.importFlow(saveFlow(planFlow(tools, { approvePlan: true }).build()))
  await baton.settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
  const { chat, canvas } = baton

  await test.step('the turn waits with its plan, and says so everywhere', async () => {
    models.reply({ text: plan('Search[tea]', 'Calc[#E1]', 'LLM[#E2]') })
    await chat.say('How much tea?')
    await baton.consent.allow()
    await expect(cardOf(baton)).toContainText('Planner waits for you: run this plan?')
    await expect(cardOf(baton).getByRole('listitem')).toHaveText([
      '#E1 step 1Search[tea]',
      '#E2 step 2Calc[#E1]',
      '#E3 step 3LLM[#E2]',
    ])
    await expect(chat.composer).toHaveAttribute('placeholder', 'A new message drops the plan above')
    await expect(canvas.node('Planner').getByText('waiting for you')).toBeVisible()
    await expect(chat.region).toContainText('Planner waits for you')
    await page.getByRole('tab', { name: 'Timeline' }).click()
    await expect(page.getByRole('region', { name: 'Timeline' })).toContainText('waiting for you')
    await page.getByRole('tab', { name: 'Plan', exact: true }).click()
    await expect(page.getByRole('tabpanel', { name: 'Plan' })).toContainText('Waiting for you')
    await chat.openThreads()
    await expect(page.getByRole('menuitemradio', { name: 'How much tea?' })).toContainText('waiting for you')
    await page.keyboard.press('Escape')
    expect(callsOf(tools)).toEqual([])
  })

  await test.step('edited by keyboard: a faulty edit is asked about again, with what was edited', async () => {
    await button(baton, 'Edit').press('Enter')
    const tool = (id: string) => cardOf(baton).getByRole('combobox', { name: `Tool of #${id}` })
    const input = (id: string) => cardOf(baton).getByRole('textbox', { name: `Input of #${id}` })
    await expect(tool('E1')).toBeFocused()
    await expect(tool('E1').getByRole('option')).toHaveText(['Search', 'Calc', 'LLM'])
    await button(baton, 'Remove #E3').press('Space')
    await typeOver(input('E2'), '#E9')
    await button(baton, 'Run the edited plan').press('Enter')
    await expect(cardOf(baton).getByRole('alert')).toHaveText(
      'The edited plan cannot run. #E2 uses #E9, but no step gives #E9.',
    )
    await expect(input('E2')).toHaveValue('#E9')
    await expect(input('E3')).toBeHidden()
    await typeOver(input('E2'), '#E1 again')
    await tool('E1').selectOption('Calc')
    models.reply({ text: 'Two cups.' })
    await button(baton, 'Run the edited plan').click()
    await expect(chat.saidBy('Planner')).toHaveText(/Two cups\./)
    await expect(cardOf(baton)).toBeHidden()
    await expect(chat.log.getByText('You approved the plan, with changes to #E1, #E2, without #E3.')).toBeVisible()
    expect(callsOf(tools)).toEqual(['Calc tea', 'Calc C(tea) again'])
    await expect(chat.composer).toHaveAttribute('placeholder', 'Say something')
  })

  await test.step('refused: nothing runs', async () => {
    models.reply({ text: plan('Search[salt]') })
    await chat.say('And salt?')
    await button(baton, 'Refuse').click()
    await expect(chat.log.getByText('You refused the plan.')).toBeVisible()
    await expect(cardOf(baton)).toBeHidden()
    await expect(chat.log.getByText('0 of 1 done · Refused')).toBeVisible()
    expect(tools.calls.length).toBe(2)
  })

  await test.step('a message instead of an answer drops the plan', async () => {
    models.reply({ text: plan('Search[oil]') }, { text: plan('Search[rice]') })
    await chat.say('And oil?')
    await expect(cardOf(baton)).toContainText('Search[oil]')
    await chat.say('No, rice')
    await expect(cardOf(baton)).toContainText('Search[rice]')
    await expect(chat.log.getByText('You went on without an answer, so the plan was dropped.')).toBeVisible()
  })

  await test.step('closed and opened again, it still waits, and can be approved', async () => {
    consoleErrors.forgive(LINK_LOST)
    await app.stop()
    await app.start()
    const again = await app.open(page)
    await expect(cardOf(again)).toContainText('Search[rice]')
    models.reply({ text: 'A bag.' })
    await button(again, 'Run the plan').press('Enter')
    await expect(again.chat.saidBy('Planner').last()).toHaveText(/A bag\./)
    await expect(again.chat.log.getByText('You approved the plan.')).toBeVisible()
    expect(callsOf(tools).slice(2)).toEqual(['Search rice'])
  })
})

test(
  'an approval asks with a form, a result is held, and each call of a reply is decided on by itself, also after a restart',
  wholeRun(),
  async ({ app, baton, models, page, consoleErrors, tools }) => {
    test.setTimeout(240_000)
    const { chat, canvas } = baton
    await baton.settings.haveConnection({
      name: 'default',
      baseUrl: models.baseUrl,
      key: MODEL_KEY,
      model: 'test-model',
    })
    const form = {
      type: 'object',
      properties: { amount: { type: 'number', minimum: 1 }, speed: { enum: ['now', 'later'] } },
      required: ['amount'],
    }
    const asked = { name: 'Manager', message: 'Refund {amount} to Ann?', form }
    const refunds = (data: { timeout?: number }) =>
      flow('Refunds')
        .variable('amount', { type: 'number', default: 5 })
        .start('q')
        .node('approval', 'q', { ...asked, ...data })
        .agent('a', { name: 'Clerk', prompt: 'Pays {amount} {speed}' })
        .edge('next', { from: 'q', to: 'a', port: 'approved' })
    const timed = refunds({ timeout: 3 })
      .agent('b', { name: 'Host', prompt: 'Nobody came' })
      .edge('next', { from: 'q', to: 'b', port: 'timeout' })
    await baton.importFlow(saveFlow(refunds({}).build()))
    const approval = chat.log.getByRole('group', { name: 'Manager waits for your approval' })
    const amount = approval.getByRole('textbox', { name: 'amount' })

    await test.step('the approval has the question, and the form begins with the variables', async () => {
      await chat.say('Money back')
      await expect(approval).toContainText('Refund 5 to Ann?')
      await expect(amount).toHaveValue('5')
      await expect(canvas.node('Manager').getByText('waiting for you')).toBeVisible()
      await expectForEverybody(page, 'an approval')
    })

    await test.step('what does not fit is asked for again, with what was typed', async () => {
      await amount.click()
      await page.keyboard.press('End')
      await page.keyboard.type('x')
      await expect(approval.getByRole('button', { name: 'Approve' })).toBeDisabled()
      for (const _letter of '5x') await page.keyboard.press('Backspace')
      await expect(approval.getByText('This is needed.')).toHaveCount(0)
      await approval.getByRole('button', { name: 'Approve' }).click()
      await expect(approval.getByText('This is needed.')).toBeVisible()
      await amount.click()
      await page.keyboard.type('0')
      await approval.getByRole('button', { name: 'Approve' }).click()
      await expect(approval.getByRole('alert')).toContainText('amount')
      await expect(amount).toHaveValue('0')
    })

    await test.step('approved, the values are variables', async () => {
      await amount.click()
      await page.keyboard.press('Home')
      await page.keyboard.type('7')
      models.reply({ text: 'Paid.' })
      await approval.getByRole('button', { name: 'Approve' }).press('Enter')
      await expect(chat.saidBy('Clerk')).toHaveText(/Paid\./)
      await expect(approval).toHaveCount(0)
      await expect(chat.log.getByText('You approved: Refund 5 to Ann? amount: 70')).toBeVisible()
      expect(JSON.stringify(models.requests.at(-1)?.messages)).toContain('Pays 70')
    })

    await test.step('behind an answer it says that this was said already, and where each way leads', async () => {
      await baton.toLibrary()
      const drawn = flow('Booking')
        .start('a')
        .agent('a', { name: 'Clerk', prompt: 'Offers a flight' })
        .node('approval', 'q', { name: 'Manager', message: 'Book it?' })
        .agent('b', { name: 'Booker', prompt: 'Books' })
        .agent('c', { name: 'Host', prompt: 'Says sorry' })
        .edge('next', { from: 'a', to: 'q' })
        .edge('next', { from: 'q', to: 'b', port: 'approved' })
        .edge('next', { from: 'q', to: 'c', port: 'refused' })
      await baton.importFlow(saveFlow(drawn.build()))
      models.reply({ text: 'There is one at nine.' })
      await chat.say('A flight, please')
      await expect(chat.saidBy('Clerk')).toContainText('There is one at nine.')
      await expect(approval).toContainText(
        'Clerk has answered already. You decide what happens next, not what was said. Approve: goes on to Booker. Refuse: goes on to Host.',
      )
      models.reply({ text: 'Sorry.' })
      await approval.getByRole('button', { name: 'Refuse' }).press('Enter')
      await expect(chat.saidBy('Host')).toContainText('Sorry.')
    })

    await test.step('with a time limit it goes on without an answer', async () => {
      await baton.toLibrary()
      models.reply({ text: 'Nobody was there.' })
      await baton.importFlow(saveFlow({ ...timed.build(), id: 'timed' }))
      await chat.say('Money back')
      await expect(approval).toContainText('then it goes on without you')
      await expect(chat.saidBy('Host')).toHaveText(/Nobody was there\./)
      await expect(approval).toHaveCount(0)
      await expect(chat.log.getByText('Nobody answered in time: Refund 5 to Ann?')).toBeVisible()
    })

    await test.step('a result is held: changed in the chat, and the model reads what was typed', async () => {
      await baton.toLibrary()
      const drawing = flow('Desk').start('a').agent('a', { name: 'Clerk' })
      drawing.httpTool('find', toolNode(tools, 'find', { holdResult: true })).use('a', 'find')
      await baton.importFlow(saveFlow(drawing.build()))
      const card = chat.log.getByRole('group', { name: 'find ran for Clerk: review its result' })
      models.reply({ calls: [{ name: 'find', arguments: { input: 'tea' } }] }, { text: 'No tea.' })
      await chat.say('Find tea')
      await baton.consent.allow()
      await expect(card.getByLabel('What find gave')).toHaveText('f(tea)')
      await expectForEverybody(page, 'a result to review', '[role="log"]')
      await card.getByRole('button', { name: 'Change' }).press('Enter')
      await expect(card.getByRole('textbox', { name: 'What the model reads' })).toBeFocused()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('nothing found')
      await card.getByRole('button', { name: 'Give this to the model' }).press('Enter')
      await expect(chat.saidBy('Clerk')).toHaveText(/No tea\./)
      await expect(card).toHaveCount(0)
      await expect(chat.log.getByText('You changed what find gave: nothing found')).toBeVisible()
      expect(JSON.stringify(models.requests.at(-1)?.messages)).toContain('nothing found')
      expect(callsOf(tools)).toEqual(['find tea'])
    })

    await baton.toLibrary()
    const before = tools.calls.length
    const asking = (name: string) => toolNode(tools, name, { needsApproval: true })
    const drawing = flow('Desk')
      .start('a')
      .agent('a', { name: 'Clerk' })
      .httpTool('refund', asking('refund'))
      .httpTool('mail', asking('mail'))
      .httpTool('book', asking('book'))
      .use('a', 'refund')
      .use('a', 'mail')
      .use('a', 'book')
    await baton.importFlow(saveFlow(drawing.build()))
    const callOf = (at: Baton, tool: string) => at.chat.log.getByRole('group', { name: `Call of ${tool} to decide on` })
    const press = (at: Baton, tool: string, name: string) =>
      callOf(at, tool).getByRole('button', { name, exact: true }).click()

    await test.step('all are asked at once, with their arguments, and nothing has run', async () => {
      const call = (name: string) => ({ name, arguments: { input: `${name} 1` } })
      models.reply({ calls: ['refund', 'mail', 'book'].map(call) }, { text: 'All done.' })
      await chat.say('Help Ann')
      await baton.consent.allow()
      await expect(callOf(baton, 'book')).toContainText('Clerk wants to call book')
      await expect(callOf(baton, 'refund').getByRole('row')).toHaveText(['inputrefund 1'])
      await expect(chat.composer).toHaveAttribute('placeholder', 'A new message drops the calls above')
      expect(callsOf(tools).slice(before)).toEqual([])
      await expectForEverybody(page, 'calls to decide on', '[role="log"]')
      // In the smallest window, too, nothing that can be decided stands alone on a line.
      await page.setViewportSize({ width: 1024, height: 700 })
      const tops = callOf(baton, 'mail')
        .getByRole('button', { name: /^(Run|Change|Answer for it|Refuse)$/ })
        .evaluateAll((buttons) => buttons.map((one) => Math.round(one.getBoundingClientRect().top)))
      const lines = [...Map.groupBy(await tops, (top) => top).values()].map(({ length }) => length)
      expect(lines).not.toContain(1)
      await page.setViewportSize({ width: 1440, height: 900 })
    })

    await test.step('changed, it runs with what was typed; the others still wait', async () => {
      await press(baton, 'refund', 'Change')
      const input = callOf(baton, 'refund').getByRole('textbox', { name: 'input' })
      await expect(input).toBeFocused()
      await page.keyboard.press('End')
      await page.keyboard.type('0')
      // Enter in a field of a call lets nothing run.
      await page.keyboard.press('Enter')
      await press(baton, 'refund', 'Run with these')
      await expect(callOf(baton, 'refund')).toHaveCount(0)
      await expect(callOf(baton, 'mail')).toBeVisible()
      await expect.poll(() => callsOf(tools).slice(before)).toEqual(['refund refund 10'])
      await expect(chat.composer).toHaveAttribute('placeholder', 'A new message drops the calls above')
      consoleErrors.forgive(LINK_LOST)
      await app.stop()
    })

    await test.step('after a restart the rest is refused and answered, and the model reads why', async () => {
      await app.start()
      const after = await app.open(page)
      await press(after, 'mail', 'Refuse')
      await after.page.keyboard.type('Ann has no address.')
      await after.page.keyboard.press('Enter')
      await expect(callOf(after, 'mail')).toHaveCount(0)
      await press(after, 'book', 'Answer for it')
      await after.page.keyboard.type('Booked by hand.')
      await press(after, 'book', 'Give this result')
      await expect(after.chat.log).toContainText('All done.')
      await expect(after.chat.log).toContainText('You refused mail: Ann has no address.')
      expect(callsOf(tools).slice(before)).toEqual(['refund refund 10'])
      expect(JSON.stringify(models.requests.at(-1)?.messages)).toContain('Ann has no address.')
    })

    await test.step('one whose time passed while nobody could act on it says so, in the place of what can no longer be said', async () => {
      await baton.toLibrary()
      await baton.importFlow(saveFlow({ ...refunds({ timeout: 3600 }).build(), id: 'late' }))
      await chat.say('Money back')
      await expect(approval.getByRole('button', { name: 'Approve' })).toBeEnabled()
      await page.clock.setFixedTime(new Date(Date.now() + 2 * 3_600_000))
      await page.reload()
      const late = chat.log.getByRole('group', { name: 'Manager was not answered in time' })
      await expect(late).toContainText('Refund 5 to Ann?')
      await expect(late).toContainText('nothing has run since')
      await expect(late.getByRole('button')).toHaveText(['Go on'])
      await expect(approval).toHaveCount(0)
    })
  },
)
