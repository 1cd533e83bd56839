/** The settings of the person: connections, secrets, keys that never come back out, and the look. */
import type { Locator } from '@playwright/test'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, MODEL_KEY, test, wholeRun } from './fixtures/app'
import { setupD } from './fixtures/setup-d'
import { ableModel } from '../src-main/testing/able-model'
import { startModelServer } from '../src-main/testing/model-server'
import { typeOver } from './pages/typing'

test(
  'connections: added from a preset, kept with their key, and removed',
  wholeRun(),
  async ({ baton, models, page }) => {
    test.setTimeout(240_000)
    const { chat, settings } = baton
    const { dialog } = settings
    await test.step('adds one from a preset: a wrong key, nobody there, a wrong path, then its models, the test and its words', async () => {
      const gone = await startModelServer()
      await gone.close()
      const names = ['codestral-latest', 'mistral-small-latest', 'pixtral-latest']
      const server = await startModelServer({ key: MODEL_KEY, models: names, strict: 'mistral', script: ableModel })
      const { origin, host } = new URL(server.baseUrl)
      await baton.newFlow()
      await settings.open()
      await dialog.getByRole('button', { name: 'Add connection' }).click()
      await settings.server('Google Vertex AI').click()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText('Fill in “Project id”')).toBeVisible()
      await dialog.getByRole('button', { name: 'Other servers' }).click()
      await settings.server('Mistral').click()
      await expect(dialog).toContainText('Saved as “default”')
      const list = dialog.getByRole('button', { name: 'List models' })
      await list.click()
      await expect(dialog.getByText('This server wants a key.')).toBeVisible()
      await dialog.getByText('Name and address').click()
      await expect(dialog.getByRole('textbox', { name: 'Base URL' })).toHaveValue('https://api.mistral.ai/v1')

      // Nobody listens at that address, also when another test has got the port by now.
      await settings.write({ baseUrl: gone.baseUrl.replace('127.0.0.1', '127.77.0.1'), key: 'sk-wrong' })
      await expect(async () => {
        await list.click()
        await expect(dialog.getByRole('alert')).toContainText('refused the connection', { timeout: 5000 })
      }).toPass()
      await settings.write({ baseUrl: 'not an address' })
      await list.click()
      await expect(dialog.getByText('must begin with http')).toBeVisible()
      await settings.write({ baseUrl: origin })
      await list.click()
      await expect(dialog.getByRole('alert')).toContainText('refused the key (401)')
      await settings.write({ key: MODEL_KEY })
      await list.click()
      await expect(dialog.getByRole('alert')).toContainText(
        `Nothing answers at this address, but ${server.baseUrl} does.`,
      )
      await dialog.getByRole('button', { name: 'Use this address' }).click()
      await list.click()
      await expect(page.getByRole('option')).toHaveText(names)
      await page.keyboard.type('small')
      await expect(page.getByRole('option')).toHaveText(['mistral-small-latest'])
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('combobox', { name: 'Model' })).toHaveValue('mistral-small-latest')

      // The next Enter tries it, and saves nothing yet.
      await page.keyboard.press('Enter')
      const rows = dialog.getByRole('status', { name: 'Test' }).getByRole('listitem')
      await expect(rows).toHaveText([
        /^Models.*works.*lists 3 models/i,
        /^Text.*adapted.*Baton adapts: it leaves out the wish for token counts/i,
        /^Streaming.*works/i,
        /^Tools.*adapted.*it gives calls ids of nine letters and digits/i,
        /^Instructions.*adapted.*at the beginning only/i,
        /^Images.*works/i,
      ])
      await dialog.getByText('Context and price').click()
      await typeOver(dialog.getByRole('textbox', { name: 'Context of its models' }), '32000')
      await typeOver(dialog.getByRole('textbox', { name: 'Price of what it reads' }), '2')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText('Enter both prices')).toBeVisible()
      await typeOver(dialog.getByRole('textbox', { name: 'Price of what it writes' }), '8')
      await settings.save()
      await expect(settings.connection('default')).toContainText(
        `http://${host}/v1 · mistral-small-latest · key stored`,
      )
      await settings.close()

      const refused = server.violations.length
      await baton.chat.say('Hi')
      await expect(baton.chat.log.getByLabel('Cost of the turn')).toContainText(
        /about \d+ \+ \d+ tokens · about \$0\.000\d/,
      )
      // What the test learnt is known.
      expect(server.violations).toHaveLength(refused)
      await server.close()
    })

    await test.step('a stored key stays with its server: another address asks for its own key, and is sent nothing before', async () => {
      const other = await startModelServer({ key: 'sk-other-4711', script: ableModel })
      await settings.addConnection({ name: 'lab', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
      await settings.open()
      await dialog.getByRole('button', { name: 'Edit lab' }).click()
      const type = async (label: string, text: string): Promise<void> => {
        await dialog.getByLabel(label, { exact: true }).click()
        await page.keyboard.press('ControlOrMeta+A')
        await page.keyboard.type(text)
      }
      await type('Base URL', other.baseUrl)
      const attempt = dialog.getByRole('button', { name: 'Test' })
      await attempt.click()
      const origins = [models.baseUrl, other.baseUrl].map((address) => new URL(address).origin)
      const words = `The stored key belongs to ${origins[0]}. Enter the key for ${origins[1]}, or remove the stored one.`
      await expect(dialog.getByRole('alert')).toHaveText(words)
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByRole('alert')).toHaveText(words)
      await dialog.getByRole('button', { name: 'Replace' }).click()
      await type('Key', 'sk-other-4711')
      await attempt.click()
      await expect(dialog.getByRole('status', { name: 'Test' })).toContainText('1 model')
      await expect(dialog.getByRole('status', { name: 'Test' })).toContainText('“test-model” answers')
      // Another model was not tried yet: Enter tries it, and the next one saves, also while it is being tried.
      await type('Model', 'other-model')
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('status', { name: 'Test' })).toContainText('“other-model” answers')
      await expect(dialog.getByRole('form')).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(dialog.getByRole('form')).toBeHidden()
      await expect(settings.connection('lab')).toContainText(`${other.baseUrl} · other-model · key stored`)
      await other.close()
    })

    await test.step('removes one, and a flow that names it says so in plain words', async () => {
      await settings.close()
      await baton.toLibrary()
      await baton.importFlow(setupD())
      await baton.runsOn('lab')
      await settings.open()
      await settings.dialog.getByRole('button', { name: 'Remove lab' }).click()
      await settings.dialog.getByRole('button', { name: 'Keep', exact: true }).click()
      await expect(settings.connection('lab')).toContainText('key stored')
      await settings.dialog.getByRole('button', { name: 'Remove lab' }).click()
      await settings.dialog.getByRole('button', { name: 'Remove lab for good' }).click()
      await expect(settings.connection('lab')).toHaveCount(0)
      await settings.close()

      await chat.say('Hello')
      await expect(chat.log.getByRole('alert')).toContainText('"lab", which is not set up here')
      await chat.log.getByRole('alert').getByRole('button', { name: 'Open settings' }).click()
      await expect(settings.dialog).toBeVisible()
    })
  },
)

test(
  'secrets by their names, parameters and headers that are sent, keys that never come back, and the look',
  wholeRun(),
  async ({ app, baton, models, page }) => {
    test.setTimeout(240_000)
    const { canvas, chat, consent, inspector, settings } = baton
    const { dialog } = settings

    const heard: string[] = []
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => void heard.push(String(payload))))
    await baton.newFlow()
    await test.step('secrets are added, replaced, removed, and never shown again', async () => {
      const add = dialog.getByRole('button', { name: 'Add secret' })
      await settings.open()
      await settings.tab('Secrets')
      await expect(dialog).toContainText('For MCP servers: in their environment, and as {NAME} in their headers.')
      await add.click()
      await settings.saveSecret({ name: 'two words', value: 'ssssh-1' })
      await expect(dialog.getByText('Letters, digits, “_”, “.” and “-” only')).toBeVisible()
      await settings.saveSecret({ name: 'GITHUB_TOKEN', value: 'ssssh-1' })
      await expect(settings.secret('GITHUB_TOKEN')).toContainText('never shown again')
      // What is saved or removed hands the keyboard on within the dialog.
      await expect(dialog.getByRole('button', { name: 'Replace GITHUB_TOKEN' })).toBeFocused()
      await add.click()
      await settings.saveSecret({ name: 'GITHUB_TOKEN', value: 'ssssh-2' })
      await expect(dialog.getByText('Replace its value instead')).toBeVisible()
      await dialog.getByRole('button', { name: 'Cancel' }).click()

      await dialog.getByRole('button', { name: 'Replace GITHUB_TOKEN' }).click()
      await settings.saveSecret({ value: 'ssssh-2' })
      await expect(settings.secret('GITHUB_TOKEN')).toHaveCount(1)
      await settings.close()
      await page.reload()
      await settings.open()
      await settings.tab('Secrets')
      await expect(settings.secret('GITHUB_TOKEN')).toBeVisible()
      expect(await page.content()).not.toContain('ssssh')

      await dialog.getByRole('button', { name: 'Remove GITHUB_TOKEN' }).click()
      await expect(settings.secret('GITHUB_TOKEN')).toContainText('Flows that name it cannot use it any more.')
      await dialog.getByRole('button', { name: 'Remove GITHUB_TOKEN for good' }).press('Enter')
      await expect(dialog).toContainText('No secrets yet')
      await expect(add).toBeFocused()
    })

    await test.step('looks light, dark, or as the system does, and stays so', async () => {
      await settings.close()
      const scheme = (wanted: string) =>
        expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', wanted)
      await page.emulateMedia({ colorScheme: 'dark' })
      await scheme('dark')
      const choose = async (look: string): Promise<void> => {
        await settings.open()
        await settings.tab('Preferences')
        await settings.dialog.getByText(look, { exact: true }).click()
        await settings.close()
      }
      await choose('Light')
      await scheme('light')
      await page.reload()
      await scheme('light')
      await choose('Dark')
      await page.emulateMedia({ colorScheme: 'light' })
      await scheme('dark')
      await choose('System')
      await scheme('light')
      await page.emulateMedia({ colorScheme: 'dark' })
      await scheme('dark')
    })

    await test.step('parameters and a secret header: typed into an agent and a connection, asked for, sent, and found again', async () => {
      await baton.toLibrary()
      const typed = async (field: Locator, text: string): Promise<void> => {
        await field.click()
        await page.keyboard.type(text)
      }
      await baton.importFlow(saveFlow(flow('Tuned').start('a').agent('a', { name: 'Ann' }).build()))
      await settings.open()
      await settings.tab('Secrets')
      await dialog.getByRole('button', { name: 'Add secret' }).click()
      await settings.saveSecret({ name: 'TEAM', value: 'team-secret-4711' })
      await settings.tab('Connections')
      await settings.add()
      await settings.write({ name: 'default', baseUrl: models.baseUrl, key: MODEL_KEY, model: 'test-model' })
      await dialog.getByText('Parameters', { exact: true }).click()
      await typed(dialog.getByRole('textbox', { name: 'Temperature' }), '0.4')
      await typed(dialog.getByRole('textbox', { name: 'Extra fields' }), '{"top_k": 20, "stream": 1')
      await expect(dialog.getByText('not a JSON object yet')).toBeVisible()
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByRole('textbox', { name: 'Extra fields' })).toBeFocused()
      await page.keyboard.press('End')
      await page.keyboard.type('}')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByRole('alert')).toContainText("“stream” is Baton's own")
      await typeOver(dialog.getByRole('textbox', { name: 'Extra fields' }), '{"top_k": 20}')
      await dialog.getByText('How requests are written').click()
      await dialog.getByRole('combobox', { name: 'Name of the token limit' }).click()
      await page.getByRole('option', { name: 'max_completion_tokens' }).click()
      await settings.save()
      await dialog.getByRole('button', { name: 'Edit default' }).click()
      await expect(dialog.getByRole('textbox', { name: 'Temperature' })).toHaveValue('0.4')
      await expect(dialog.getByRole('combobox', { name: 'Name of the token limit' })).toHaveValue(
        'max_completion_tokens',
      )
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      await settings.close()

      await canvas.node('Ann').click()
      await inspector.region.getByRole('switch', { name: 'Model of its own' }).press('Space')
      await typed(inspector.text('Tokens, at most'), '99')
      await inspector.region.getByText('More settings of the model').click()
      await typed(inspector.text('Top P'), '0.5')
      await typed(inspector.text('Stop texts'), 'END\n\\nUser:')
      await typed(inspector.region.getByRole('combobox', { name: 'Reasoning effort' }), 'low')
      await inspector.region.getByRole('button', { name: 'Add to extra headers' }).click()
      await typed(inspector.text('Extra headers name 1'), 'X-Team')
      await typed(inspector.text('Extra headers value 1'), '{TEAM}')
      const own = {
        topP: 0.5,
        stop: ['END', '\nUser:'],
        reasoningEffort: 'low',
        headers: { 'X-Team': '{TEAM}' },
        maxTokens: 99,
      }
      expect((await baton.exportFlow()).nodes['a']?.data['model']).toEqual({ connection: 'default', ...own })

      models.reply({ text: 'Hello.' })
      await chat.say('Hi')
      const { host } = new URL(models.baseUrl)
      await expect(consent.sheet).toContainText(`to ${host}`)
      await consent.allow()
      await expect(chat.saidBy('Ann')).toContainText('Hello.')
      const { body, headers } = models.requests[0] ?? {}
      const sent = { temperature: 0.4, top_k: 20, top_p: 0.5, stop: own.stop, reasoning_effort: 'low' }
      expect(body).toMatchObject({ ...sent, max_completion_tokens: 99 })
      expect(headers?.['x-team']).toBe('team-secret-4711')
    })

    await test.step('a key is never seen again: not in the page, the link, the address or an export', async () => {
      await page.reload()
      const before = models.calls
      models.reply({ text: 'Hello again.' })
      await chat.say('Hello')
      await expect(chat.saidBy('Ann').last()).toContainText('Hello again.')
      expect(models.requests.slice(before).map(({ authorization }) => authorization)).toEqual([`Bearer ${MODEL_KEY}`])

      await settings.open()
      await settings.dialog.getByRole('button', { name: 'Edit default' }).click()
      await expect(settings.dialog).toContainText('A key is stored')
      await settings.dialog.getByRole('button', { name: 'List models' }).click()
      await expect(settings.dialog.getByRole('status')).toContainText('1 model')
      const fields = await page.getByRole('textbox').all()
      const values = await Promise.all(fields.map((field) => field.inputValue()))
      expect(JSON.stringify(values)).not.toContain(MODEL_KEY)
      expect(await page.content()).not.toContain(MODEL_KEY)
      await settings.dialog.getByRole('button', { name: 'Cancel' }).click()
      await settings.close()
      expect(await baton.exportText()).not.toContain(MODEL_KEY)
      // The link of a desktop window is no socket.
      if (app.host === 'web') expect(heard.length).toBeGreaterThan(0)
      expect(heard.filter((frame) => frame.includes(MODEL_KEY))).toEqual([])
    })
  },
)
