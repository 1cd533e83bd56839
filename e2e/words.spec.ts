/** What the app calls things: slots that a prompt lost, the model that answers, names in old turns, flows as tools. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { setupD } from './fixtures/setup-d'
import { sequenceOf } from './pages/sequence'

test(
  'what the app calls things: lost slots, names of then, flows as tools, the model that answers',
  wholeRun(),
  async ({ baton, models }) => {
    test.setTimeout(240_000)
    const { canvas, chat, inspector, page, trace } = baton
    await test.step('a prompt that lost a slot only warns, and one click puts it back, as one step to undo', async () => {
      await baton.importFlow(setupD())
      await canvas.select('Concierge')
      const prompt = inspector.text('Instruction')
      await prompt.click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Be kind. You have {tools}.')
      const lost = inspector.region.getByRole('status').filter({ hasText: 'has lost {dialogs}' })
      await expect(lost).toBeVisible()
      await expect(baton.check).toHaveAccessibleName('Check 1 problem')
      const place = await baton.undo.boundingBox()
      await lost.getByRole('button', { name: 'Put it back' }).click()
      await expect(prompt).toHaveText(/^Helpers\.[^]*\{dialogs\}[^]*Be kind\. You have \{tools\}\.$/)
      await expect(lost).toHaveCount(0)
      // Nothing moves under the pointer when the problem goes.
      await expect(baton.check).toHaveAccessibleName('Check')
      expect(await baton.undo.boundingBox()).toEqual(place)
      await baton.undo.click()
      await expect(prompt).toHaveText('Be kind. You have {tools}.')

      // The same from the list of problems; until then the flow runs.
      await chat.say('Hello')
      await expect(chat.saidBy('Concierge')).toBeVisible()
      await baton.check.click()
      await page.getByRole('button', { name: 'Put {dialogs} back' }).last().click()
      await expect(prompt).toHaveText(/\{dialogs\}/)
      await expect(baton.check).toHaveAccessibleName('Check')
    })

    await test.step('old turns keep the names of then, also of nodes that are gone', async () => {
      await baton.toLibrary()
      const drawn = flow('Desk')
        .start('front-x1')
        .agent('front-x1', { name: 'Front' })
        .agent('tech-x2', { name: 'Technical help' })
        .handoff('front-x1', 'tech-x2', { condition: 'Asks for help' })
        .rehearsal(
          { when: { speaker: 'Front' }, call: { tool: 'transfer_Front_to_Technical_help', arguments: {} } },
          { when: { speaker: 'Technical help' }, text: 'Did you turn it off and on?' },
        )
        .build()
      await baton.importFlow(saveFlow(drawn))
      await chat.say('It is broken')
      await expect(chat.saidBy('Technical help')).toBeVisible()
      await canvas.select('Technical help')
      await page.keyboard.press('Delete')
      await canvas.select('Front')
      await baton.inspector.text('Name').click()
      await page.keyboard.press('Control+A')
      await page.keyboard.type('Reception')
      await page.reload()
      await expect(canvas.node('Reception')).toBeVisible()
      await expect(chat.saidBy('Technical help')).toBeVisible()
      await expect(chat.log).toContainText('Front → Technical help')
      await expect(page.getByText('Technical help has the baton')).toBeVisible()
      await trace.open()
      await expect(trace.row('Technical help').first()).toBeVisible()
      await expect(trace.row('Front').first()).toBeVisible()
      const all = (await trace.rows()).length
      await page.getByRole('textbox', { name: 'Search the trace' }).click()
      await page.keyboard.type('technical HELP')
      // Half of what is typed finds more: the name of the hand-off's tool has the word too, with another one behind it.
      await expect.poll(async () => (await trace.rows()).filter((row) => !/technical help/i.test(row))).toEqual([])
      expect((await trace.rows()).length).toBeGreaterThan(0)
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.type('no such word')
      await expect(page.getByText('Nothing found.', { exact: true })).toBeVisible()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Backspace')
      await expect.poll(async () => (await trace.rows()).length).toBe(all)
      // What is selected on the drawing is what the trace is narrowed to.
      await canvas.select('Reception')
      const only = page.getByRole('button', { name: /^Only / })
      await only.press('Enter')
      await expect(only).toHaveAttribute('aria-pressed', 'true')
      await expect.poll(async () => (await trace.rows()).length).toBeLessThan(all)
      await expect.poll(async () => (await trace.rows()).filter((row) => !row.trim().startsWith('Front |'))).toEqual([])
      await only.press('Enter')
      await expect.poll(async () => (await trace.rows()).length).toBe(all)
      const sequence = sequenceOf(page)
      await sequence.open()
      await expect(sequence.lanes).toHaveText(['User', 'Front', 'Technical help'])
      await expect(page.getByText(/tech-x2|front-x1/)).toHaveCount(0)
    })

    await test.step('a flow tool reads as its flow describes itself, and warns where nobody says anything', async () => {
      await baton.toLibrary()
      const inner = flow('Parcels').describe('Finds parcels').start('a').agent('a')
      await baton.importFlow(saveFlow(inner.build()))
      await baton.toLibrary()
      await baton.importFlow(saveFlow(flow('Silent').start('a').agent('a').build()))
      await baton.toLibrary()
      await baton.importFlow(
        saveFlow(flow('Desk').start('a').agent('a').node('flow-tool', 't', { name: 'Tool' }).use('a', 't').build()),
      )
      await canvas.select('Tool')
      const chooser = inspector.region.getByRole('combobox', { name: 'Flow' })
      await chooser.click()
      await page.keyboard.type('parc')
      await expect(page.getByRole('option')).toHaveText(['Parcels'])
      await page.getByRole('option').click()
      await expect(inspector.text('What it does')).toHaveAttribute('placeholder', 'Finds parcels')
      const warning = inspector.region.getByRole('status').filter({ hasText: 'cannot tell what this tool is for' })
      await expect(warning).toHaveCount(0)
      await chooser.click()
      await page.keyboard.type('silent')
      await page.getByRole('option', { name: 'Silent' }).click()
      await expect(warning).toBeVisible()
      await inspector.text('What it does').click()
      await page.keyboard.type('Waits')
      await expect(warning).toHaveCount(0)
    })

    await test.step('says which model answers, and the rehearsal can be chosen whatever is connected', async () => {
      await baton.toLibrary()
      await baton.importFlow(setupD())
      await expect(baton.model).toHaveText('Rehearsal')
      await baton.model.click()
      await page.getByRole('option', { name: 'Connect a model' }).click()
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible()
      await page.keyboard.press('Escape')
      await baton.settings.haveConnection({
        name: 'default',
        baseUrl: models.baseUrl,
        key: MODEL_KEY,
        model: 'test-model',
      })
      await expect(baton.model).toHaveText('test-model · default')
      await baton.runsOn('Rehearsal')
      await expect(baton.model).toHaveText('Rehearsal')
      await chat.say('Hello')
      await expect(chat.saidBy('Concierge')).toBeVisible()
      expect(models.calls).toBe(0)
      await canvas.select('Concierge')
      await expect(inspector.region).toContainText('Model: As the flow says (Rehearsal (no key))')
      await inspector.region.getByRole('switch', { name: 'Model of its own' }).press('Space')
      await inspector.region.getByRole('combobox', { name: 'Connection' }).click()
      await expect(page.getByRole('option')).toHaveText([
        'As the flow says',
        'default · test-model',
        'Rehearsal (no key)',
      ])
    })

    await test.step('a model is chosen for one thread alone: its header says so, a reload keeps it, and neither file nor other threads have it', async () => {
      await page.keyboard.press('Escape')
      await baton.undo.click()
      await chat.newThread.click()
      const file = await baton.exportText()
      await baton.settings.haveConnection({ name: 'lab', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
      await baton.runsOn('lab', 'For this thread')
      const line = page.getByRole('note', { name: 'Model of this thread' })
      await expect(line).toContainText('test-model · lab answers in this thread only')
      models.reply({ text: 'From the lab.' })
      await chat.say('Hello')
      await expect(chat.saidBy('Concierge')).toContainText('From the lab.')
      await page.reload()
      await expect(line).toBeVisible()
      await expect(baton.model).toHaveText('test-model · lab this thread')
      expect(await baton.exportText()).toBe(file)
      await baton.model.click()
      await expect(page.getByText(/^This thread: [\d,]+ tokens/)).toBeVisible()
      await page.keyboard.press('Escape')

      await page.getByRole('button', { name: 'New thread', exact: true }).click()
      await expect(line).toBeHidden()
      await expect(baton.model).toHaveText('Rehearsal')
      await chat.say('Hello')
      await expect(chat.saidBy('Concierge')).toContainText('Rehearsal for Concierge')
      await page.getByRole('button', { name: 'Threads' }).click()
      await page.getByRole('menuitemradio').nth(1).click()
      await line.getByRole('button', { name: 'Use the flow’s' }).click()
      await expect(line).toBeHidden()
      await chat.say('And now?')
      await expect(chat.saidBy('Concierge').last()).toContainText('Rehearsal for Concierge')
      expect(models.calls).toBe(1)
    })
  },
)
