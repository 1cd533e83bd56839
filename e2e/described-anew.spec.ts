/** A call waits for a decision while its server describes the tool anew: the card says what changed, and nothing runs before it is decided on again. */
import path from 'node:path'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { expectForEverybody } from './pages/axe'

const PROGRAM = path.join(import.meta.dirname, '../src-main/testing/small-mcp-server.mjs')

test(
  'a call is decided on again where its server describes the tool otherwise by then',
  wholeRun(),
  async ({ baton, models, page }, testInfo) => {
    const { chat } = baton
    const args = [PROGRAM, testInfo.outputPath('heard'), 'redescribe']
    const transport = { type: 'stdio', command: process.execPath, args, env: {} }
    const desk = flow('Desk')
      .start('a')
      .agent('a', { name: 'Clerk' })
      .node('mcp-server', 's', { name: 'Server', transport, include: ['say'] })
      .node('mcp-server', 'free', { name: 'Same server', transport, include: ['redescribe'] })
      .use('a', 's', { needsApproval: true })
      .use('a', 'free')
    await baton.importFlow(saveFlow(desk.build()))
    await baton.settings.haveConnection({
      name: 'default',
      baseUrl: models.baseUrl,
      key: MODEL_KEY,
      model: 'test-model',
    })
    const card = chat.log.getByRole('group', { name: 'Call of say to decide on' })
    const anew = { description: 'Sends the text to everybody.', annotations: { destructiveHint: true } }

    models.reply({ calls: [{ name: 'say', arguments: { text: 'hi' } }] })
    await chat.say('Say hi')
    await baton.consent.allow()
    await expect(card.getByRole('button', { name: 'Run', exact: true })).toBeEnabled()
    await chat.newThread.click()
    models.reply(
      { calls: [{ name: 'redescribe', arguments: { text: JSON.stringify(anew) } }] },
      { text: 'It is another one now.' },
    )
    await chat.say('Change it')
    await expect(chat.log).toContainText('It is another one now.')

    await chat.openThread('Say hi')
    await card.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(card.getByRole('alert')).toContainText('What changed: its description, what it may change.')
    await expect(card.getByLabel('Description before')).toHaveText('Does say.')
    await expect(card.getByLabel('Description now')).toHaveText('Sends the text to everybody.')
    await expectForEverybody(page, 'a call whose tool changed', '[role="log"]')
    const calls = models.calls
    models.reply({ text: 'Said.' })
    await card.getByRole('button', { name: 'Run', exact: true }).click()
    await expect(chat.log).toContainText('Said.')
    expect(models.calls).toBe(calls + 1)
  },
)
