/** A message is edited and its turn run again beside the first, a reply is regenerated; the ways are switched, and a new thread goes on from any reply. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test } from './fixtures/app'
import { hiddenWords } from './pages/legibility'

test('a message is edited and run again in a thread of its own, and one goes back and forth between the two', async ({
  baton,
  models,
  page,
}) => {
  const { chat } = baton
  const drawn = flow('Shop').start('a').agent('a', { name: 'Clerk' })
  await baton.importFlow(
    saveFlow(drawn.builtinTool('t', { name: 'Clock', toolName: 'get_time' }).use('a', 't').build()),
  )
  await baton.settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
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
