/** A data folder that has lost a part of a conversation: the person is told, and chooses. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { heard } from '../src-main/testing/heard'
import { expect, LINK_LOST, MODEL_KEY, test } from './fixtures/app'
import { setupD } from './fixtures/setup-d'

test('what models are told is lost: nothing is sent until the person goes on from what is shown', async ({
  app,
  baton,
  consoleErrors,
  models,
  page,
}) => {
  consoleErrors.forgive(LINK_LOST)
  await baton.importFlow(setupD())
  await baton.settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
  models.reply({ text: 'Good morning.' })
  await baton.chat.say('Hello')
  await expect.poll(baton.chat.lines).toEqual(['You: Hello', 'Concierge: Good morning.'])

  await app.stop()
  for (const end of ['', '-wal', '-shm']) rmSync(path.join(app.dataDir, `checkpoints.sqlite${end}`), { force: true })
  await app.start()
  const { chat } = await app.open(page)
  await expect.poll(chat.lines).toEqual(['You: Hello', 'Concierge: Good morning.'])
  await chat.composer.click()
  await page.keyboard.type('Are you there?')
  await page.keyboard.press('Enter')
  const choice = chat.region.getByRole('button', { name: 'Go on from what is shown' })
  await expect(choice).toBeVisible()
  await expect(chat.log).toContainText('A part of this conversation is lost')
  expect(models.calls).toBe(1)

  await choice.click()
  await expect(choice).toHaveCount(0)
  models.reply({ text: 'Yes.' })
  await chat.composer.fill('')
  await chat.composer.click()
  await page.keyboard.type('Still there?')
  await page.keyboard.press('Enter')
  await expect(chat.saidBy('Concierge').last()).toContainText('Yes.')
  const said = heard(models.requests.at(-1)).flatMap(({ role, content }) =>
    role === 'user' || role === 'assistant' ? [content] : [],
  )
  expect(said).toEqual(['Hello', 'Good morning.', 'Still there?'])
})
