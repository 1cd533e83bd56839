/** What a person sees of replies that are more, or less, than words: thoughts aloud, an end at the limit of tokens. */
import { overflowingButtons } from './pages/legibility'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { setupD } from './fixtures/setup-d'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'

test(
  'reads replies that are more, or less, than words: thoughts aloud, one that was cut off, a structured output',
  wholeRun(),
  async ({ baton, models, page }) => {
    const { chat, trace } = baton
    await baton.importFlow(setupD())
    await baton.settings.haveConnection({
      name: 'default',
      baseUrl: models.baseUrl,
      key: MODEL_KEY,
      model: 'test-model',
    })
    await test.step('what a model thinks is read while it thinks, and is folded away once it speaks', async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      // What was tried before is no longer told once somebody thinks.
      models.reply(
        { status: 503 },
        { thoughts: 'First\nI look for the best word.', text: 'Hello there.', gate: promise },
      )
      await chat.say('Hi')
      const thinking = chat.log.getByRole('button', { name: /^Thinking/ })
      await expect(thinking).toContainText('First')
      await expect(thinking).toHaveAttribute('aria-expanded', 'false')
      await thinking.focus()
      await page.keyboard.press('Enter')
      await expect(chat.log.getByRole('region', { name: 'Thoughts' })).toContainText('First')
      resolve()
      await expect(chat.saidBy('Concierge')).toContainText('Hello there.')
      const thoughts = chat.log.getByRole('button', { name: 'Thoughts' })
      await expect(thoughts).toHaveAttribute('aria-expanded', 'false')
      await expect(chat.log).not.toContainText('best word')
      await thoughts.click()
      await expect(chat.log.getByRole('region', { name: 'Thoughts' })).toContainText('I look for the best word.')
      await page.reload()
      await chat.log.getByRole('button', { name: 'Thoughts' }).click()
      await expect(chat.log.getByRole('region', { name: 'Thoughts' })).toContainText('I look for the best word.')
    })

    await test.step('what is marked while it is said stays marked when it has ended, and its element is the same', async () => {
      await chat.newThread.click()
      const { promise, resolve } = Promise.withResolvers<void>()
      const long = 'It was a long road. '.repeat(100)
      models.reply({ pieces: [`Once **upon** a time.\n\n${long}\n\nThere was`, ' a baker.'], gate: promise })
      await chat.say('Tell me a story')
      const said = chat.saidBy('Concierge')
      await expect(said).toContainText('There wa')
      await expect(said).toHaveAttribute('aria-busy', 'true')
      const element = await said.elementHandle()
      await said.getByText('upon').dblclick()
      const marked = () => page.evaluate(() => getSelection()?.toString().trim())
      expect(await marked()).toBe('upon')
      resolve()
      await expect(said).toContainText('There was a baker.')
      await expect(said).toHaveAttribute('aria-busy', 'false')
      expect(await marked()).toBe('upon')
      expect(await element?.evaluate((one) => one.isConnected)).toBe(true)
      await expect(said.getByRole('button', { name: 'Copy the message' })).toHaveCount(1)
    })

    await test.step('marks within marks, however many, are words, and nothing waits for them', async () => {
      await chat.newThread.click()
      const text = `${'>- '.repeat(7000)}one\n\n${'*a '.repeat(3000)}two${' a*'.repeat(3000)}\n\n- [x] **done**`
      models.reply({ pieces: text.match(/[^]{1,900}/g) ?? [], text })
      await chat.say('Be hard')
      const said = chat.saidBy('Concierge')
      await expect(said.getByRole('checkbox')).toBeChecked()
      await expect(said.locator('strong')).toHaveText('done')
      await expect(said).toContainText('>- one')
    })

    await test.step('a server that is busy is waited for in seconds, and one may stop waiting', async () => {
      await chat.newThread.click()
      models.reply({ status: 429, retryAfter: 20 })
      await chat.say('Hi')
      const words = chat.log.getByRole('button', { name: /^Trying again in \d+ s \(2 of 4\): / })
      await expect(words).toHaveAttribute('aria-expanded', 'false')
      await words.press('Enter')
      await expect(words).toHaveAttribute('aria-expanded', 'true')
      expect(await page.evaluate(overflowingButtons)).toEqual([])
      models.reply({ text: 'Here I am.' })
      await chat.log.getByRole('button', { name: 'Try now' }).click()
      await expect(chat.saidBy('Concierge').last()).toContainText('Here I am.')
      await expect(chat.log.getByText(/^Trying again/)).toBeHidden()
      await chat.newThread.click()
      models.reply({ status: 429, retryAfter: 20 })
      await chat.say('Hi')
      await expect(words).toBeVisible()
      await chat.region.getByRole('button', { name: 'Stop', exact: true }).click()
      await expect(chat.log.getByText(/^Trying again/)).toBeHidden()
    })

    await test.step('is told that an answer was cut off, and what to raise', async () => {
      await chat.newThread.click()
      models.reply({ text: 'Once upon a', finish: 'length' })
      await chat.say('Tell me a story')
      await expect(chat.saidBy('Concierge')).toContainText('Cut off: it reached the limit of tokens.')
      // As long as its model is the flow's, the switch comes first; then the field has the cursor.
      const limit = chat.saidBy('Concierge').getByRole('button', { name: 'Show the limit' })
      await limit.press('Enter')
      const own = baton.inspector.region.getByRole('switch', { name: 'Model of its own' })
      await expect(own).toBeFocused()
      await page.keyboard.press('Space')
      await limit.press('Enter')
      await expect(baton.inspector.field('Tokens, at most')).toBeFocused()
    })

    await test.step('a structured output is a table, and never half of it', async () => {
      await baton.toLibrary()
      const schema = { type: 'object', properties: { cake: { type: 'string' }, people: { type: 'integer' } } }
      const agent = { name: 'Desk', prompt: 'You take orders.', output: { schema, variable: '' } }
      await baton.importFlow(saveFlow(flow('Orders').start('a').agent('a', agent).build()))
      const { promise, resolve } = Promise.withResolvers<void>()
      models.reply({ pieces: ['{"cake":', '"Lemon tart","people":6}'], gate: promise })
      await chat.say('A lemon tart for six')
      await expect(chat.log.getByRole('status')).toContainText('Desk is thinking')
      await expect(chat.log).not.toContainText('{"cake"')
      resolve()
      const output = chat.saidBy('Desk').getByRole('table', { name: 'Structured output' })
      await expect(output.getByRole('row', { name: 'cake' })).toHaveText('cakeLemon tart')
      await expect(output.getByRole('row', { name: 'people' })).toHaveText('people6')
      await page.reload()
      await expect(output.getByRole('row')).toHaveCount(2)
      await trace.open()
      await trace.row('output').click()
      await expect(trace.details.getByRole('table', { name: 'Structured output' })).toContainText('Lemon tart')
    })
  },
)
