/** The threads that came of one conversation: drawn as a tree, gone through by keyboard, named, compared and deleted. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'
import { seriousFindings } from './pages/axe'
import { forksOf } from './pages/forks'
import { lookBackOf } from './pages/look-back'

test('forks of a conversation are drawn as a tree, named, opened, compared and deleted', async ({
  baton,
  models,
  page,
}) => {
  const { chat } = baton
  const forks = forksOf(page)
  await baton.importFlow(saveFlow(flow('Shop').start('a').agent('a', { name: 'Clerk' }).build()))
  await baton.settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
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
    expect(await seriousFindings(page)).toEqual([])
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
    expect(await seriousFindings(page)).toEqual([])
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
