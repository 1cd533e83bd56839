/** Plans as a person sees them: drawn by hand, watched while they run, edited and run again beside the first run. */
import { startToolServer, type ToolServer } from '../src-main/testing/tool-server'
import { applyLayout } from '../src-shared/flow/editing/edits'
import { saveFlow } from '../src-shared/flow/editing/save'
import type { Flow } from '../src-shared/flow/records'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { seriousFindings } from './pages/axe'
import type { Baton } from './pages/baton'
import { boxOf } from './pages/canvas'
import { planOf } from './pages/plan'
import { typeOver } from './pages/typing'

const PLAN = `Plan: How many people live in Oslo
#E1 = Search[Oslo]
Plan: How many people live in Bergen
#E2 = Search[Bergen]
Plan: The difference
#E3 = Calc[#E1 - #E2]
`
const PARAMETERS = { type: 'object', properties: { input: { type: 'string' } }, required: ['input'] }

const planTest = test.extend<{ tools: ToolServer }>({
  tools: async ({}, use) => {
    const server = await startToolServer()
    await use(server)
    await server.close()
  },
})

planTest(
  'draws a planner by hand, watches its plan run, edits a step and runs it again',
  async ({ baton, models, page, tools }) => {
    planTest.setTimeout(90_000)
    const { canvas, chat } = baton
    const plan = planOf(page)
    await planTest.step('draws the planner and joins its tools', async () => {
      await baton.importFlow(saveFlow(withoutPlanner(tools)))
      const { baseUrl } = models
      await baton.settings.haveConnection({ name: 'default', baseUrl, key: MODEL_KEY, model: 'test-model' })
      await drawByHand(baton)
      await expect(baton.check).toHaveAccessibleName('Check')
    })

    const gates = { plan: gate(), bergen: gate(), calc: gate(), again: gate() }
    tools.on('Search', ({ input }) => (input === 'Bergen' ? { text: '294', gate: gates.bergen.opened } : '724'))
    tools.on('Calc', ({ nth }) => ({
      text: nth === 1 ? '430' : '130',
      gate: gates[nth === 1 ? 'calc' : 'again'].opened,
    }))

    await planTest.step('the plan is read while it is written, after an attempt that was none', async () => {
      const cut = PLAN.indexOf('Plan: The')
      const pieces = [PLAN.slice(0, cut), PLAN.slice(cut)]
      models.reply({ text: 'Plan: Look.\nPlan: Think.' }, { text: PLAN, pieces, gate: gates.plan.opened })
      await plan.open()
      await expect(plan.region).toContainText('Nothing was planned yet')
      await chat.say('How many more people live in Oslo?')
      await baton.consent.allow()
      await expect.poll(() => plan.steps()).toEqual(['Step E1, Search: Waiting', 'Step E2, Search: Waiting'])
      await expect(plan.progress).toHaveText('Planning, attempt 2')
      await expect(plan.details).toContainText('Attempt 1 not a plan')
      await expect(plan.details.locator('[data-wrong]')).toHaveText('1Plan: Look.')
    })

    await planTest.step('steps wait, run and are done, in the view, in the chat and on the drawing', async () => {
      gates.plan.open()
      await expect
        .poll(() => plan.steps())
        .toEqual(['Step E1, Search: Done', 'Step E2, Search: Running', 'Step E3, Calc: Waiting'])
      await expect(plan.checklist).toContainText('1 of 3 done')
      await expect(plan.checklist.getByRole('listitem')).toHaveText([
        /Oslo.*Done/,
        /Bergen.*Running/,
        /difference.*Waiting/,
      ])
      await expect(canvas.node('Researcher').getByRole('img', { name: '1 of 3 steps done' })).toBeVisible()
      gates.bergen.open()
      await expect(plan.step('E3')).toHaveAccessibleName('Step E3, Calc: Running')
      models.reply({ text: 'By 430 thousand.' })
      gates.calc.open()
      await expect(chat.saidBy('Researcher')).toContainText('By 430 thousand.')
      await expect(plan.answer).toHaveAccessibleName('Answer: Answered')
    })

    await planTest.step('everything about a step, the answer and the time is there to read', async () => {
      await plan.step('E3').click()
      await expect(plan.details).toContainText('Input as planned#E1 - #E2')
      await expect(plan.details).toContainText('Input with evidence724 - 294')
      await plan.answer.click()
      await expect(plan.details).toContainText('word for word')
      await expect(plan.details).toContainText('Calc[724 - 294]')
      await plan.part('Time')
      await expect(plan.times).toHaveCount(3)
      await plan.part('Steps')
      await plan.tokens.click()
      await expect(page.getByText('A ReAct agent: about')).toBeVisible()
      await expect(page.getByText(/^4 calls, each sent the first prompt of/)).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await planTest.step('one step is edited; only it, what needs it and the answer run again', async () => {
      await plan.step('E1').click()
      await plan.editStep()
      await typeOver(plan.edit.getByRole('textbox', { name: 'Input' }), '#E3')
      await expect(plan.edit).toContainText('These steps would wait for each other: #E1, #E3.')
      await typeOver(plan.edit.getByRole('textbox', { name: 'Input' }), 'Stavanger')
      await expect(plan.edit).toContainText('Runs #E1, #E3 and the answer again, in a new thread.')
      models.reply({ text: 'By 130 thousand.' })
      await plan.runAgain()
      await expect
        .poll(() => plan.steps(plan.after))
        .toEqual([
          'Step E1, Search: Done, new input',
          'Step E2, Search: Done, kept',
          'Step E3, Calc: Running, run again',
        ])
      gates.again.open()
      await expect(chat.saidBy('Researcher')).toContainText('By 130 thousand.')
      expect([tools.inputsOf('Search'), tools.inputsOf('Calc')]).toEqual([
        ['Oslo', 'Bergen', 'Stavanger'],
        ['724 - 294', '724 - 294'],
      ])
      expect(models.calls).toBe(4)
    })

    await planTest.step('before and after stand beside each other; the first thread is as it was', async () => {
      await expect(plan.before).toContainText('By 430 thousand.')
      await expect(plan.after).toContainText('By 130 thousand.')
      await plan.step('E1', plan.after).click()
      await expect(plan.details).toContainText('Input as plannedStavanger')
      await expect(plan.details.getByRole('region', { name: 'Before' })).toContainText('Oslo')
      await page.getByRole('button', { name: 'Open its thread' }).click()
      await expect(chat.saidBy('Researcher')).toContainText('By 430 thousand.')
      await expect
        .poll(() => plan.steps())
        .toEqual(['Step E1, Search: Done', 'Step E2, Search: Done', 'Step E3, Calc: Done'])
    })
  },
)

planTest(
  'a plan goes out as Markdown and Mermaid, opens from the chat and large; where none could be made, the answer says so',
  wholeRun(),
  async ({ baton, models, page, tools }) => {
    const plan = planOf(page)
    const tool = { name: 'Look', toolName: 'Look', description: 'Looks', parameters: PARAMETERS }
    const drawn = flow('Out')
      .start('p')
      .node('rewoo', 'p', { name: 'Planner' })
      .httpTool('look', { ...tool, url: `${tools.url}/Look`, query: { q: '{input}' } })
      .use('p', 'look')
    await baton.importFlow(saveFlow(drawn.build()))
    const { baseUrl } = models
    await baton.settings.haveConnection({ name: 'default', baseUrl, key: MODEL_KEY, model: 'test-model' })
    tools.on('Look', ({ input }) => (input === 'a' ? { status: 500, text: 'it broke' } : 'x'.repeat(9000)))
    models.reply({ text: 'Plan: one\n#E1 = Look[a]\nPlan: two\n#E2 = Look[about #E1]' }, { text: 'Well.' })
    await baton.chat.say('What is up?')
    await baton.consent.allow()
    await plan.checklist.getByRole('button', { name: 'Show plan' }).click()
    await expect(plan.progress).toHaveText('1 of 2 done, 1 failed')
    await plan.step('E2').click()
    await plan.details.getByRole('button', { name: 'Show all 9,000 characters' }).click()
    await expect(plan.details.getByText('x'.repeat(9000))).toBeAttached()
    await plan.step('E1').click()
    await expect(plan.details).toContainText('it broke')

    const markdown = await baton.downloaded(() => plan.exportAs('Save Markdown'))
    expect(markdown.split('\n').slice(0, 7)).toEqual([
      '# Plan',
      '',
      '> What is up?',
      '',
      '## E1: one',
      '',
      '- Tool: `Look`',
    ])
    expect(markdown).toContain('## Answer\n\nWell.\n')
    const mermaid = await baton.downloaded(() => plan.exportAs('Save Mermaid'))
    expect(mermaid.split('\n').slice(0, 4)).toEqual([
      'flowchart TD',
      '  E1["#35;E1 Look<br/>one"]:::failed',
      '  E2["#35;E2 Look<br/>two"]:::done',
      '  E1 --> E2',
    ])

    await page.getByRole('button', { name: 'Show large' }).click()
    await expect(plan.large).toBeVisible()
    // A card says its step and state as a sentence, of which only pieces stand on it.
    const found = await seriousFindings(page, '[role="dialog"]')
    expect(found.filter((one) => !/^label-content-name-mismatch: <button [^>]*(data-step|planEnd)/.test(one))).toEqual(
      [],
    )
    await expect(plan.times).toHaveCount(2)
    await page.keyboard.press('Escape')
    await expect(plan.large).toBeHidden()

    await planTest.step('where no plan could be made, the answer says so', async () => {
      await baton.toLibrary()
      await baton.importFlow(
        saveFlow(flow('None').start('p').node('rewoo', 'p', { name: 'Planner', maxTurn: 1 }).build()),
      )
      models.reply({ text: 'I would rather not.' }, { text: 'Nobody knows.' })
      await baton.chat.say('Who?')
      await expect(baton.chat.saidBy('Planner')).toContainText('Nobody knows.')
      await plan.open()
      await expect(plan.progress).toHaveText('Answered without a plan')
      await expect(plan.planner).toHaveAccessibleName('Planner: No plan')
      await plan.answer.click()
      await expect(plan.details).toContainText('Answered without a plan: none could be made')
    })
  },
)

/** A promise that the test resolves. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<null>()
  return { opened: promise, open: () => resolve(null) }
}

/** A start and two tools. */
function withoutPlanner({ url }: ToolServer): Flow {
  const tool = (name: string) => ({
    name,
    description: `Does ${name}`,
    url: `${url}/${name}?q={input}`,
    parameters: PARAMETERS,
  })
  const drawn = flow('Cities')
    .node('start', 'start', { name: 'Start' })
    .httpTool('search', tool('Search'))
    .httpTool('calc', tool('Calc'))
  return applyLayout(drawn.build(), { start: { x: 0, y: 0 }, search: { x: 120, y: 320 }, calc: { x: 480, y: 320 } })
}

async function drawByHand({ canvas, inspector, page }: Baton): Promise<void> {
  const [room, above, below] = [
    await boxOf(canvas.region),
    await boxOf(canvas.node('Start')),
    await boxOf(canvas.node('Calc')),
  ]
  await canvas.openPalette()
  await canvas.dragIn('Plan (ReWOO)', {
    x: below.x - room.x - 40,
    y: (above.y + above.height + below.y) / 2 - room.y - 20,
  })
  await inspector.write({ Name: 'Researcher' })
  await inspector.close()
  await canvas.palette.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Zoom to fit' }).click()
  await canvas.wire({ node: 'Start', port: 'First' }, { node: 'Researcher', port: 'In' })
  await canvas.wire({ node: 'Researcher', port: 'Tools' }, { node: 'Search', port: 'In' })
  await canvas.wire({ node: 'Researcher', port: 'Tools' }, { node: 'Calc', port: 'In' })
}
