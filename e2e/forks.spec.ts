/** A message is edited and its turn run again beside the first, a reply is regenerated; the threads that came of it are switched, drawn as a tree, named, compared and deleted. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { hiddenWords } from './pages/legibility'
import { seriousFindings } from './pages/axe'
import { forksOf } from './pages/forks'
import { lookBackOf } from './pages/look-back'

test(
  'messages are edited and run again in threads of their own, which are a tree: named, opened, compared and deleted',
  wholeRun(),
  async ({ baton, models, page }) => {
    test.setTimeout(240_000)
    await test.step('a message is edited and run again in a thread of its own, and one goes back and forth between the two', async () => {
      const { chat } = baton
      const drawn = flow('Shop').start('a').agent('a', { name: 'Clerk' })
      await baton.importFlow(
        saveFlow(drawn.builtinTool('t', { name: 'Clock', toolName: 'get_time' }).use('a', 't').build()),
      )
      await baton.settings.haveConnection({
        name: 'default',
        baseUrl: models.baseUrl,
        key: MODEL_KEY,
        model: 'test-model',
      })
      models.reply({ text: 'Good day.' }, { calls: [{ name: 'get_time', arguments: {} }] }, { text: 'Ten.' })
      await chat.say('Hello')
      await expect.poll(chat.lines).toEqual(['You: Hello', 'Clerk: Good day.'])
      await chat.say('How many apples?')
      await expect.poll(chat.lines).toContain('Clerk: Ten.')

      const edit = async (message: string, text: string): Promise<void> => {
        const said = chat.saidBy('You').filter({ hasText: message })
        await said.hover()
        await expect.poll(() => said.evaluate(hiddenWords)).toEqual([])
        await said.getByRole('button', { name: 'Edit the message' }).click()
        const box = chat.log.getByRole('textbox', { name: 'Your message' })
        await expect(box).toBeFocused()
        await page.keyboard.type(text)
      }
      await edit('How many apples?', 'never')
      await page.keyboard.press('Escape')
      await expect(chat.saidBy('You').last()).toContainText('How many apples?')

      // The turn called a tool, so what happens with that call is asked first; Escape runs nothing.
      const sheet = page.getByRole('dialog', { name: 'What happens with these calls?' })
      await edit('How many apples?', 'How many pears?')
      await page.keyboard.press('Enter')
      await expect(sheet.getByRole('status')).toHaveText('1 call')
      await page.keyboard.press('Escape')
      await expect(sheet).toBeHidden()
      await expect(chat.log.getByRole('textbox', { name: 'Your message' })).toHaveValue('How many pears?')
      models.reply({ calls: [{ name: 'get_time', arguments: {} }] }, { text: 'Twenty.' })
      await chat.log.getByRole('button', { name: 'Run again', exact: true }).click()
      await sheet.getByRole('combobox', { name: 'What happens with get_time' }).selectOption('Answer by hand')
      await expect(sheet.getByRole('status')).toHaveText('No tool is called.')
      await sheet.getByRole('textbox', { name: 'Answer of get_time' }).press('Control+A')
      await page.keyboard.type('half past nine')
      await sheet.getByRole('button', { name: 'Run again', exact: true }).click()
      const call = chat.log.getByRole('button', { name: /^get_time → half past nine/ })
      await expect(call).toContainText('answered by hand')
      await expect
        .poll(async () => (await chat.lines()).slice(0, 3))
        .toEqual(['You: Hello', 'Clerk: Good day.', 'You: How many pears?'])
      await expect.poll(chat.lines).toContain('Clerk: Twenty.')
      const versions = chat.log.getByRole('group', { name: 'Versions of this message' })
      await expect(versions).toHaveText('2 of 2')

      await versions.getByRole('button', { name: 'Earlier version' }).click()
      await expect.poll(chat.lines).toContain('Clerk: Ten.')
      await expect(versions).toHaveText('1 of 2')
      await page.reload()
      await expect(versions).toHaveText('1 of 2')
      await versions.getByRole('button', { name: 'Later version' }).click()
      await expect.poll(chat.lines).toContain('Clerk: Twenty.')

      // The newest reply once more, by keyboard, with what its tool gave then; it is one more way beside the two.
      models.reply({ calls: [{ name: 'get_time', arguments: {} }] }, { text: 'Twenty-one.' })
      await chat.saidBy('Clerk').last().getByRole('button', { name: 'Regenerate' }).press('Enter')
      await sheet.getByRole('combobox', { name: 'What happens with get_time' }).selectOption('Recorded result')
      await sheet.getByRole('button', { name: 'Run again', exact: true }).press('Enter')
      await expect.poll(chat.lines).toEqual(expect.arrayContaining(['You: How many pears?', 'Clerk: Twenty-one.']))
      await expect(versions).toHaveText('3 of 3')

      // From the first reply on, in a new thread.
      const reply = chat.saidBy('Clerk').first()
      await reply.hover()
      await expect.poll(() => reply.evaluate(hiddenWords)).toEqual([])
      await reply.getByRole('button', { name: 'Go on from here in a new thread' }).click()
      await expect.poll(chat.lines).toEqual(['You: Hello', 'Clerk: Good day.'])
      models.reply({ text: 'As you like.' })
      await chat.say('Nothing, thanks')
      await expect.poll(chat.lines).toContain('Clerk: As you like.')
      await expect(versions).toHaveText('4 of 4')
    })

    await test.step('of two hundred calls one is found by its words, in both sheets, by keyboard', async () => {
      const { chat } = baton
      await chat.newThread.click()
      const timezone = (place: number) => (place === 120 ? { timezone: 'Asia/Tokyo' } : {})
      const calls = Array.from({ length: 200 }, (_, place) => ({ name: 'get_time', arguments: timezone(place) }))
      models.reply({ calls }, { text: 'All told.' })
      await chat.say('All times')
      await expect.poll(chat.lines).toContain('Clerk: All told.')
      await chat.saidBy('Clerk').last().getByRole('button', { name: 'Regenerate' }).press('Enter')
      const sheet = page.getByRole('dialog', { name: 'What happens with these calls?' })
      const find = sheet.getByRole('textbox', { name: 'Find calls' })
      await expect(sheet.getByRole('combobox')).toHaveCount(200)
      // With the focus the keys are the sheet's.
      await expect(sheet.getByRole('button', { name: 'Cancel', exact: true })).toBeFocused()
      await page.keyboard.press('Control+F')
      await expect(find).toBeFocused()
      await page.keyboard.type('time tokyo')
      await expect(sheet.getByText('1 of 200 calls')).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(sheet.getByRole('combobox')).toBeFocused()
      await sheet.getByRole('button', { name: 'Take the results of those found' }).click()
      await expect(sheet.getByRole('combobox')).toHaveValue('recorded')
      expect(await seriousFindings(page, '[role="dialog"]')).toEqual([])
      await find.press('Escape')
      await expect(sheet.getByRole('combobox')).toHaveCount(200)
      await expect(sheet.getByText('199 calls', { exact: true })).toBeVisible()
      await find.press('Escape')
      await expect(sheet).toBeHidden()

      await page.getByRole('button', { name: 'Look back' }).click()
      const back = lookBackOf(page)
      await back.slider.press('End')
      await page.keyboard.press('ArrowLeft')
      await back.strip.getByRole('button', { name: 'Go on with changes…' }).click()
      const here = page.getByRole('dialog', { name: 'Go on from here with changes' })
      await expect(here.getByRole('textbox', { name: 'Result of get_time' })).toHaveCount(0)
      await here.getByRole('textbox', { name: 'Find calls' }).click()
      await page.keyboard.type('tokyo')
      await expect(here.getByText('1 of 200 calls')).toBeVisible()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Enter')
      await expect(here.getByRole('textbox', { name: 'Result of get_time' })).toHaveValue(/Asia\/Tokyo/)
      await here.getByRole('button', { name: 'Cancel', exact: true }).click()
      await page.getByRole('button', { name: 'Look back' }).click()
      await expect(back.strip).toBeHidden()
    })

    await test.step('forks of a conversation are drawn as a tree, named, opened, compared and deleted', async () => {
      await baton.toLibrary()
      const { chat } = baton
      const forks = forksOf(page)
      await baton.importFlow(saveFlow(flow('Shop').start('a').agent('a', { name: 'Clerk' }).build()))
      await baton.settings.haveConnection({
        name: 'default',
        baseUrl: models.baseUrl,
        key: MODEL_KEY,
        model: 'test-model',
      })
      models.reply({ text: 'Good day.' }, { text: 'Ten.' }, { text: 'Twenty.' }, { text: 'A basket.' })
      await chat.say('Hello')
      await expect.poll(chat.lines).toEqual(['You: Hello', 'Clerk: Good day.'])
      await chat.say('How many apples?')
      await expect.poll(chat.lines).toContain('Clerk: Ten.')
      await page.getByRole('tab', { name: 'Timeline' }).click()
      await expect(forks.tree).toHaveCount(0)

      await test.step('each edit is a lane that leaves before its turn, and the open one is said', async () => {
        await chat.edit('How many apples?', 'How many pears?')
        await expect.poll(chat.lines).toContain('Clerk: Twenty.')
        await chat.say('Then a basket of them')
        await expect.poll(chat.lines).toContain('Clerk: A basket.')
        await expect(forks.rows).toHaveCount(2)
        await expect(forks.row('Hello')).toHaveAccessibleName(/^Hello, 2 turns · /)
        await expect(forks.open).toHaveAccessibleName(
          /^Hello \(edited\), before turn 2 · 3 turns · .*, branched off from Hello$/,
        )
        expect(await seriousFindings(page, '[role="tabpanel"]')).toEqual([])
      })

      await test.step('it is named in its place, also by keyboard, and opened with Enter', async () => {
        await forks.open.focus()
        await page.keyboard.press('F2')
        await page.keyboard.type('Pears')
        await page.keyboard.press('Enter')
        await expect(forks.open).toHaveAccessibleName(/^Pears, .*, branched off from Hello$/)
        await expect(forks.open).toBeFocused()
        await page.keyboard.press('F2')
        await page.keyboard.type('never')
        await page.keyboard.press('Escape')
        await page.keyboard.press('ArrowUp')
        await page.keyboard.press('Enter')
        await expect.poll(chat.lines).toContain('Clerk: Ten.')
        await expect(forks.open).toHaveAccessibleName(/^Hello, /)
        await expect(forks.open).toBeFocused()
      })

      await test.step('two threads are compared side by side: where they part, and what each did from there on', async () => {
        await forks.row('Pears').hover()
        await forks.tree.getByRole('button', { name: 'Compare the open thread with Pears' }).click()
        await expect(forks.comparison.getByRole('status')).toHaveText('They diverge before turn 2.')
        const said = forks.comparison.getByRole('region', { name: 'Said and done' })
        await expect(said.getByRole('list')).toHaveText([
          'You: message, “How many apples?”Clerk: reply, “Ten.”',
          'You: message, “How many pears?”Clerk: reply, “Twenty.”You: message, “Then a basket of them”Clerk: reply, “A basket.”',
        ])
        expect(await seriousFindings(page, '[role="tabpanel"]')).toEqual([])
        await page.keyboard.press('Escape')
        await expect(forks.comparison).toHaveCount(0)
      })

      await test.step('the strip for looking back says where a thread left, and leads to it', async () => {
        const back = lookBackOf(page)
        await page.getByRole('button', { name: 'Look back' }).click()
        await back.slider.press('End')
        await page.keyboard.press('PageUp')
        await page.keyboard.press('ArrowLeft')
        await back.strip.getByRole('button', { name: '1 thread branches off here' }).click()
        await page.getByRole('menuitem', { name: 'Pears' }).click()
        await expect.poll(chat.lines).toContain('Clerk: A basket.')
        await page.getByRole('button', { name: 'Look back' }).click()
      })

      await test.step('one is deleted and comes back; names and lanes are there after a reload', async () => {
        await forks.row('Hello').focus()
        await page.keyboard.press('Delete')
        await expect(forks.tree).toHaveCount(0)
        await page.getByRole('button', { name: 'Undo', exact: true }).last().click()
        await expect(forks.rows).toHaveCount(2)
        await page.reload()
        await expect(forks.open).toHaveAccessibleName(/^Pears, .*, branched off from Hello$/)
        await page.getByRole('button', { name: 'Threads', exact: true }).click()
        await expect(page.getByRole('menuitemradio')).toHaveText([/^Hello/, /^Pears\s*before turn 2 · /])
        await page.keyboard.press('Escape')
      })
    })
  },
)
