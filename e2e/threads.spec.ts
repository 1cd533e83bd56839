/** Conversations of a flow: one that is held with one participant alone, and those that are kept, found, made smaller and handed on. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test, wholeRun } from './fixtures/app'

const desk = flow('Desk')
  .start('triage')
  .agent('triage', { name: 'Triage' })
  .agent('tech', { name: 'Tech' })
  .builtinTool('clock', { name: 'Clock', tool: 'clock' })
  .handoff('triage', 'tech', { condition: 'Something is broken' })
  .handoff('tech', 'triage', { condition: 'It is not about a fault' })
  .use('tech', 'clock')
  .rehearsal(
    { when: { speaker: 'Tech', user: 'bill', nth: 1 }, call: { tool: 'transfer_Tech_to_Triage' } },
    { when: { speaker: 'Tech' }, text: 'Tech here.' },
    { when: { speaker: 'Triage' }, text: 'Triage here.' },
  )

test(
  'threads: with one node alone, found by their words, exported and looked at again',
  wholeRun(),
  async ({ baton, page }) => {
    await test.step('an agent is talked to alone, hands over to nobody, and the former thread is there again', async () => {
      const { canvas, chat, inspector } = baton
      await baton.importFlow(saveFlow(desk.build()))
      const before = await baton.exportText()
      const mark = chat.region.getByRole('note', { name: 'Only one node' })
      const say = async (text: string): Promise<void> => {
        await chat.region.getByRole('textbox').click()
        await page.keyboard.type(text)
        await page.keyboard.press('Enter')
      }
      await say('hello')
      await expect(chat.region).toContainText('Triage here.')

      await canvas.node('Tech').click({ button: 'right' })
      await canvas.menu('Node').getByRole('menuitem', { name: 'Run only this' }).click()
      await expect(mark).toContainText('Only Tech, with its tools')
      await expect(chat.region).not.toContainText('Triage here.')
      await say('is it you')
      await expect(chat.region).toContainText('Tech here.')
      await say('about my bill')
      await expect(chat.region).toContainText('Triage would go on from here.')
      await say('and again')
      await expect(chat.region.getByText('Tech here.')).toHaveCount(2)

      // It says so in the list, and back leads to where one was.
      await chat.region.getByRole('button', { name: 'Threads' }).click()
      await expect(page.getByRole('menuitemradio', { name: /is it you.*Only Tech/ })).toBeVisible()
      await expect(page.getByRole('menuitemradio', { name: /hello/ })).not.toContainText('Only')
      await page.keyboard.press('Escape')
      await mark.getByRole('button', { name: 'Back to the whole flow' }).click()
      await expect(mark).toBeHidden()
      await expect(chat.region).toContainText('Triage here.')
      await say('once more')
      await expect(chat.region.getByText('Triage here.')).toHaveCount(2)

      // From the inspector too; nothing of it is in the flow.
      await inspector.region.getByRole('button', { name: 'Run only this' }).press('Enter')
      await expect(mark).toContainText('Only Tech')
      expect(await baton.exportText()).toBe(before)
    })

    await test.step('a thread is found by its words, and a run that was exported is looked at and not gone on with', async () => {
      await baton.toLibrary()
      const { chat } = baton
      await baton.newFlow()
      await chat.say('Plum cake for Friday')
      await expect.poll(chat.lines).toHaveLength(2)
      await chat.newThread.click()
      await chat.say('How is the weather')
      await expect.poll(chat.lines).toHaveLength(2)

      const menu = page.getByRole('button', { name: 'Threads', exact: true })
      await menu.click()
      await expect(page.getByLabel('Find a thread', { exact: true })).toBeFocused()
      await page.keyboard.type('friday')
      await expect(page.getByRole('menuitemradio')).toHaveCount(1)
      await page.getByRole('menuitemradio', { name: /Plum cake/ }).click()
      await expect.poll(chat.lines).toContain('You: Plum cake for Friday')

      await menu.click()
      const file = await baton.download(() => page.getByRole('menuitem', { name: 'Export run' }).click())
      expect(file.text).toContain('"format":"baton/run"')

      await expect(page.getByRole('menu')).toBeHidden()
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('textbox', { name: 'Find', exact: true })).toBeFocused()
      // What was found for the first letter is not what the whole word leads to.
      await page.keyboard.type('f')
      await expect(page.getByRole('button', { name: /How is the weather/ }).last()).toBeVisible()
      await page.keyboard.type('low settings')
      await page.keyboard.press('Enter')
      const kept = page.getByRole('group', { name: 'Conversations' })
      await expect(kept.getByRole('status')).toContainText('2 threads')
      await kept.getByRole('button', { name: 'Prune now' }).click()
      await expect(kept.getByRole('status')).toContainText('free')

      await baton.toLibrary()
      await baton.importFlow(file.text)
      await expect(page.getByText('This thread was imported and is for looking at.')).toBeVisible()
      await expect.poll(chat.lines).toContain('You: Plum cake for Friday')
    })
  },
)
