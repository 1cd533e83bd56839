/**
 * What Baton does for a person, in short, where there is no network (`npm run silence`): the command line, the endpoint and the app as they are built. That
 * no name was looked up and nothing tried to leave is counted outside of it; the ledger is read here.
 */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, LINK_LOST, MODEL_KEY, test } from '../fixtures/app'

const ROOT = path.resolve(import.meta.dirname, '../..')
const BATON = path.join(ROOT, 'out/main/cli.js')
const DESK = path.join(ROOT, 'resources/examples/support-desk.flow.json')
const STARTER = 'I was charged twice and want my money back'
const ANSWER = /Which order is it about\?/

/** The command line in a program of its own: what it printed. */
async function baton(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [BATON, ...args])
  return stdout
}

/** What the ledger has. */
async function ledger(data: string) {
  const lines = (await baton('ledger', '--json', '--data', data)).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as { host: string; state: string; uses: { why: string }[] })
}

/** Serves a flow while a question is asked; the answer. */
async function askServed(data: string, question: string): Promise<unknown> {
  const child = spawn(
    process.execPath,
    [BATON, 'serve', DESK, '--allow', 'all', '--key', 'key-of-the-story', '--data', data],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const gone = once(child, 'exit')
  try {
    let address: string | undefined
    for await (const line of createInterface({ input: child.stdout })) {
      address = /http:\S+/.exec(line)?.[0]
      if (address !== undefined) break
    }
    const response = await fetch(`${address}/chat/completions`, {
      method: 'POST',
      headers: { authorization: 'Bearer key-of-the-story', 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'support-desk', messages: [{ role: 'user', content: question }] }),
    })
    return await response.json()
  } finally {
    child.kill('SIGTERM')
    await gone
  }
}

test('runs, serves, shows and talks, and all that it reaches is loopback', async ({
  app,
  consoleErrors,
  models,
  page,
}) => {
  const { dataDir } = app
  await test.step('the command line runs a flow on the rehearsal model', async () => {
    expect(await baton('run', DESK, '--allow', 'all', '-m', STARTER, '--data', dataDir)).toMatch(ANSWER)
  })
  await test.step('baton serve answers at its endpoint', async () => {
    expect(await askServed(dataDir, STARTER)).toMatchObject({
      choices: [{ message: { content: expect.stringMatching(ANSWER) } }],
    })
  })
  await test.step('none of this opened a connection', async () => {
    expect(await ledger(dataDir)).toEqual([])
  })
  await test.step('--offline refuses a server elsewhere before its name is looked up, and that is all the ledger has', async () => {
    const elsewhere = ['--base-url', 'https://models.example/v1', '--model', 'm', '--offline']
    const failed = baton('run', DESK, '--allow', 'all', '-m', STARTER, '--data', dataDir, ...elsewhere)
    await expect(failed).rejects.toThrow('Baton is offline, so it did not connect to models.example')
    const entries = await ledger(dataDir)
    expect(entries.length).toBeGreaterThan(0)
    expect(new Set(entries.map(({ host, state }) => `${host} ${state}`))).toEqual(new Set(['models.example offline']))
    await baton('ledger', '--clear', '--data', dataDir)
  })
  await test.step('the browser opens the app, draws a template and talks to it; then a model server on this machine answers', async () => {
    consoleErrors.forgive(LINK_LOST)
    await app.stop()
    await app.start()
    const opened = await app.open(page)
    await opened.newFlow('Quiet')
    await opened.chat.say('Hello')
    await expect(opened.chat.log).toContainText('Rehearsal for')
    models.reply({ text: 'I am on this machine.' })
    const { baseUrl } = models
    await opened.settings.addConnection({ name: 'default', baseUrl, key: MODEL_KEY, model: 'test-model' })
    await opened.chat.say('And now?')
    await expect(opened.chat.log).toContainText('I am on this machine.')
    await app.stop()
  })
  await test.step('what the ledger has is loopback, and says for what', async () => {
    const entries = await ledger(dataDir)
    expect(new Set(entries.map(({ host }) => host))).toEqual(new Set(['127.0.0.1']))
    expect(entries.flatMap(({ uses }) => uses.map(({ why }) => why))).not.toContain('unknown')
  })
})
