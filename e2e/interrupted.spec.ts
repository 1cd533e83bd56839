/** What is left of a conversation when the program dies in a turn, or has lost a part of its data folder: the person is told, and goes on. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { heard } from '../src-main/testing/heard'
import { expect, LINK_LOST, MODEL_KEY, test } from './fixtures/app'
import { call, setupD } from './fixtures/setup-d'
import { typeOver } from './pages/typing'

test('a turn that the program died in goes on, and so does a conversation that models were told of no more', async ({
  app,
  baton,
  consoleErrors,
  models,
  page,
}) => {
  let opened = baton
  consoleErrors.forgive(LINK_LOST)
  await baton.importFlow(setupD())
  await baton.settings.haveConnection({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })

  await test.step('goes on with a turn that the program died in, and no model call is paid twice', async () => {
    models.reply(call('get_time'), { hang: true })
    await opened.chat.say('what time is it')
    await models.waitForRequest(2)
    await app.stop('SIGKILL')
    await app.start()
    opened = await app.open(page)
    const after = opened.chat
    await expect(after.log).toContainText('This turn was interrupted')
    expect(models.calls).toBe(2)

    models.reply({ text: 'It is noon.' })
    await after.goOn.click()
    await expect.poll(after.lines).toEqual(['You: what time is it', '[get_time]', 'Concierge: It is noon.'])
    await expect(after.goOn).toHaveCount(0)
    expect(models.requests.map(({ messages }) => messages.some(({ role }) => role === 'tool'))).toEqual([
      false,
      true,
      true,
    ])
  })

  await test.step('what models are told is lost: nothing is sent until the person goes on from what is shown', async () => {
    await opened.chat.newThread.click()
    const before = models.calls
    models.reply({ text: 'Good morning.' })
    await opened.chat.say('Hello')
    await expect.poll(opened.chat.lines).toEqual(['You: Hello', 'Concierge: Good morning.'])

    await app.stop()
    for (const end of ['', '-wal', '-shm']) rmSync(path.join(app.dataDir, `checkpoints.sqlite${end}`), { force: true })
    await app.start()
    const { chat, page: shown } = await app.open(page)
    await expect.poll(chat.lines).toEqual(['You: Hello', 'Concierge: Good morning.'])
    await chat.composer.click()
    await shown.keyboard.type('Are you there?')
    await shown.keyboard.press('Enter')
    const choice = chat.region.getByRole('button', { name: 'Go on from what is shown' })
    await expect(choice).toBeVisible()
    await expect(chat.log).toContainText('A part of this conversation is lost')
    expect(models.calls).toBe(before + 1)

    await choice.click()
    await expect(choice).toHaveCount(0)
    models.reply({ text: 'Yes.' })
    await typeOver(chat.composer, '')
    await chat.composer.click()
    await shown.keyboard.type('Still there?')
    await shown.keyboard.press('Enter')
    await expect(chat.saidBy('Concierge').last()).toContainText('Yes.')
    const said = heard(models.requests.at(-1)).flatMap(({ role, content }) =>
      role === 'user' || role === 'assistant' ? [content] : [],
    )
    expect(said).toEqual(['Hello', 'Good morning.', 'Still there?'])
  })
})
