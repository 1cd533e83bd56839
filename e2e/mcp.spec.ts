/** MCP servers in the inspector: written by hand, pasted as their instructions give them, with secrets that only their names are of. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test, wholeRun } from './fixtures/app'
import { seriousFindings } from './pages/axe'
import type { Baton } from './pages/baton'
import { expectLegible } from './pages/legibility'
import { typeOver } from './pages/typing'

const FILE_SERVER = path.join(
  import.meta.dirname,
  '../node_modules/@modelcontextprotocol/server-filesystem/dist/index.js',
)
const TOKEN = 'ghp_value4711value4711value4711value4711'
const configOf = (forge: string): string =>
  JSON.stringify({
    mcpServers: {
      files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/me/notes'] },
      [forge]: { url: 'https://mcp.example.com/mcp', headers: { Authorization: `Bearer ${TOKEN}` } },
      search: { command: 'npx', args: ['search-server'], env: { SEARCH_KEY: '${env:SEARCH_KEY}' } },
    },
  })
const CONFIG = configOf('github')

async function open(baton: Baton): Promise<void> {
  const drawn = flow('Desk').start('a').agent('a', { name: 'Clerk' }).node('mcp-server', 's', { name: 'Server' })
  await baton.importFlow(saveFlow(drawn.use('a', 's').build()))
  await baton.canvas.node('Server').click()
}

/** What the flow holds of the server. */
async function transportIn(baton: Baton): Promise<unknown> {
  return (await baton.exportFlow()).nodes['s']?.data['transport']
}

test(
  'MCP servers are written by hand, pasted as their instructions give them, and switched from one place to the other',
  wholeRun(),
  async ({ baton, page }) => {
    test.setTimeout(240_000)
    const { canvas, inspector } = baton
    await test.step('a pasted configuration: one of its servers is chosen, its values become secrets', async () => {
      await open(baton)
      await inspector.region.getByRole('button', { name: 'Paste configuration' }).click()
      const dialog = page.getByRole('dialog', { name: 'Paste a configuration' })
      const text = dialog.getByRole('textbox', { name: 'Configuration' })
      await test.step('what cannot be read is told', async () => {
        await typeOver(text, '{ "mcpServers": ')
        await expect(dialog).toContainText('This is not JSON')
        await expect(dialog.getByRole('button', { name: 'Use it' })).toBeDisabled()
      })
      await typeOver(text, CONFIG)
      await dialog.getByRole('radio', { name: 'search' }).check()
      await expect(dialog).toContainText('SEARCH_KEY has no value in the text')
      await dialog.getByRole('radio', { name: 'github' }).check()
      expect(await seriousFindings(page, '[role="dialog"]')).toEqual([])
      await expect(dialog).toContainText('What may be secret in it is stored in Settings, Secrets, as GITHUB_TOKEN.')
      await dialog.getByRole('button', { name: 'Use it and store secrets' }).click()
      await expect(dialog).toBeHidden()
      await expect(inspector.region.getByRole('textbox', { name: 'Address' })).toHaveValue(
        'https://mcp.example.com/mcp',
      )
      await expect(inspector.region).not.toContainText('is not stored yet')
      expect(await transportIn(baton)).toEqual({
        type: 'http',
        url: 'https://mcp.example.com/mcp',
        headers: { Authorization: 'Bearer {GITHUB_TOKEN}' },
      })
      expect(await baton.exportText()).not.toContain('4711')
      await test.step('one undo takes it back', async () => {
        await page.keyboard.press('Control+z')
        await expect(inspector.region.getByRole('textbox', { name: 'Command' })).toHaveValue('')
      })
    })

    await test.step('a node that nobody has named is called as the server is in the configuration, in one step', async () => {
      await baton.toLibrary()
      await baton.importFlow(
        saveFlow(flow('F').start('a').agent('a').node('mcp-server', 's', { name: 'MCP server' }).use('a', 's').build()),
      )
      await canvas.select('MCP server')
      await inspector.region.getByRole('button', { name: 'Paste configuration' }).focus()
      await page.keyboard.press('Enter')
      await page.keyboard.type('{"mcpServers": {"notes": {"command": "npx", "args": ["-y", "notes-server"]}}}')
      await page
        .getByRole('dialog', { name: 'Paste a configuration' })
        .getByRole('button', { name: 'Use it' })
        .press('Enter')
      await expect(inspector.region.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('notes')
      await expect(canvas.node('notes')).toBeVisible()
      await expect(inspector.region.getByRole('textbox', { name: 'Command' })).toHaveValue('npx')
      await baton.undo.press('Enter')
      await expect(canvas.node('MCP server')).toBeVisible()
      await expect(inspector.region.getByRole('textbox', { name: 'Command' })).toHaveValue('')
    })

    await test.step('a program is written by hand; a secret that is missing is stored right there', async () => {
      await baton.toLibrary()
      await open(baton)
      await expect(inspector.region).toContainText('The server has no program yet')
      await inspector.write({ Command: 'npx', Arguments: '-y\n\nsome-server' })
      await inspector.region.getByRole('button', { name: 'Add a variable' }).click()
      await typeOver(inspector.region.getByRole('textbox', { name: 'Variable 1' }), 'API_KEY')
      await expect(inspector.region.getByLabel('Secret 1')).toHaveValue('API_KEY')
      await inspector.region.getByRole('button', { name: 'Store API_KEY' }).click()
      const dialog = page.getByRole('dialog', { name: 'Store API_KEY' })
      await typeOver(dialog.getByLabel('Value'), TOKEN)
      await dialog.getByRole('button', { name: 'Store' }).click()
      await expect(dialog).toBeHidden()
      await expect(inspector.region.getByRole('button', { name: 'Store API_KEY' })).toBeHidden()
      expect(await transportIn(baton)).toEqual({
        type: 'stdio',
        command: 'npx',
        args: ['-y', 'some-server'],
        env: { API_KEY: 'API_KEY' },
      })
      await inspector.region.getByRole('button', { name: 'Settings, Secrets' }).click()
      await expect(page.getByRole('dialog', { name: 'Settings' })).toContainText('API_KEY')
      await page.keyboard.press('Escape')
    })

    await test.step('the other place keeps what was written for it', async () => {
      await baton.toLibrary()
      await open(baton)
      await inspector.write({ Command: 'some-server' })
      await inspector.region.getByText('Web address', { exact: true }).click()
      await inspector.write({ Address: 'https://mcp.example.com/sse' })
      await inspector.choose('Speaks', 'Server-sent events (older servers)')
      await inspector.region.getByText('Program', { exact: true }).click()
      await expect(inspector.region.getByRole('textbox', { name: 'Command' })).toHaveValue('some-server')
      await inspector.region.getByText('Web address', { exact: true }).click()
      expect(await transportIn(baton)).toEqual({ type: 'sse', url: 'https://mcp.example.com/sse', headers: {} })
    })

    await test.step('a configuration that is pasted onto the drawing becomes nodes', async () => {
      await baton.toLibrary()
      await open(baton)
      await baton.inspector.close()
      await page.evaluate((text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, configOf('forge'))
      const dialog = page.getByRole('dialog', { name: 'Add MCP servers' })
      await expect(dialog).toContainText('is stored in Settings, Secrets, as FORGE_TOKEN.')
      await dialog.getByRole('checkbox', { name: 'search' }).uncheck()
      await dialog.getByRole('button', { name: 'Add 2 servers' }).click()
      await expect(dialog).toBeHidden()
      await expect(canvas.node('files')).toBeVisible()
      const { nodes } = await baton.exportFlow()
      expect(
        Object.values(nodes).flatMap(({ kind, name, data }) =>
          kind === 'mcp-server' ? [[name, data['transport']]] : [],
        ),
      ).toEqual([
        ['Server', undefined],
        [
          'files',
          {
            type: 'stdio',
            command: 'npx',
            args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/me/notes'],
            env: {},
          },
        ],
        [
          'forge',
          { type: 'http', url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer {FORGE_TOKEN}' } },
        ],
      ])
    })

    await test.step('all of it can be read at 1024 x 700', async () => {
      await baton.toLibrary()
      await page.setViewportSize({ width: 1024, height: 700 })
      await open(baton)
      await baton.inspector.write({ Command: 'npx', Arguments: '-y\n@modelcontextprotocol/server-github' })
      await baton.inspector.region.getByRole('button', { name: 'Add a variable' }).click()
      await typeOver(
        baton.inspector.region.getByRole('textbox', { name: 'Variable 1' }),
        'GITHUB_PERSONAL_ACCESS_TOKEN',
      )
      await expect(baton.inspector.region).toContainText('is not stored yet')
      await expectLegible(page)
      await baton.inspector.region.getByRole('button', { name: 'Paste configuration' }).click()
      const dialog = page.getByRole('dialog', { name: 'Paste a configuration' })
      await typeOver(dialog.getByRole('textbox', { name: 'Configuration' }), CONFIG)
      await dialog.getByRole('radio', { name: 'github' }).check()
      await expect(dialog).toContainText('GITHUB_TOKEN')
      await expectLegible(page)
      await dialog.getByRole('button', { name: 'Use it' }).click()
      await expect(dialog).toBeHidden()
      await expectLegible(page)
    })
  },
)

test(
  'the files of a folder, by the server from the registry: pasted, connected and tried by hand, then joined and allowed to the flow',
  wholeRun(),
  async ({ baton, page }) => {
    const { canvas, chat, consent, inspector } = baton
    const folder = mkdtempSync(path.join(tmpdir(), 'baton-notes-'))
    writeFileSync(path.join(folder, 'cakes.txt'), 'Two apple cakes on Friday')
    const drawn = flow('Files').start('a').agent('a', { name: 'Clerk' }).node('mcp-server', 's', { name: 'MCP server' })
    await baton.importFlow(saveFlow(drawn.build()))
    const line = inspector.region.getByRole('button', { name: 'list_directory', exact: true })
    const connect = inspector.region.getByRole('button', { name: 'Connect', exact: true })
    await test.step('a server that nobody uses shows what would run; nothing runs before it is allowed', async () => {
      await canvas.select('MCP server')
      await inspector.region.getByRole('button', { name: 'Paste configuration' }).press('Enter')
      const server = { command: process.execPath, args: [FILE_SERVER, folder] }
      await page.keyboard.type(JSON.stringify({ mcpServers: { files: server } }))
      await page.getByRole('button', { name: 'Use it' }).press('Enter')
      await expect(canvas.node('files')).toBeVisible()
      await connect.press('Enter')
      await expect(consent.sheet).toContainText('You connect and try files yourself.')
      expect(await consent.items()).toEqual([
        `Runs this program on your computer: ${process.execPath} ${FILE_SERVER} ${folder} (for files)`,
      ])
      await consent.cancel()
      await expect(line).toBeHidden()
    })

    await test.step('allowed, it lists its tools, and one of them is tried', async () => {
      await connect.press('Enter')
      await consent.allow()
      await line.press('Enter')
      await inspector.region.getByRole('button', { name: 'Try it' }).first().press('Enter')
      const dialog = page.getByRole('dialog', { name: /^Try / })
      await dialog.getByRole('textbox', { name: 'path' }).pressSequentially(folder)
      await dialog.getByRole('button', { name: 'Run', exact: true }).press('Enter')
      await expect(dialog).toContainText('cakes.txt')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    })

    await test.step('another folder is asked for anew', async () => {
      const words = inspector.text('Arguments')
      await words.press('Control+End')
      await page.keyboard.type('/..')
      await connect.press('Enter')
      await expect(consent.sheet).toContainText(`${folder}/..`)
      await consent.cancel()
      await words.press('Control+End')
      for (const _letter of '/..') await page.keyboard.press('Backspace')
    })

    await test.step('it is taken back in the flow settings', async () => {
      await baton.flowMenu('Flow settings')
      await expect(consent.allowed).toHaveCount(1)
      await expect(consent.allowed).toContainText('only to try it out, for files')
      await consent.allowed.getByRole('button', { name: /^Revoke/ }).press('Enter')
      await expect(consent.allowed).toHaveCount(0)
      // It lies under the settings.
      await inspector.close()
      await canvas.select('files')
      await inspector.region.getByRole('button', { name: 'Ask files for its tools again' }).press('Enter')
      await consent.allow()
      await expect(line).toBeVisible()
    })

    await test.step('an agent that is joined to it is allowed nothing by that', async () => {
      await page.getByRole('group', { name: 'Agent Clerk', exact: true }).press('Enter')
      await inspector.connect('Tools').press('Enter')
      await page.keyboard.type('files')
      await page.keyboard.press('Enter')
      await chat.say(`List the directory ${folder}`)
      await expect(consent.sheet).toContainText('wants to use what is listed here')
      await consent.allow()
      await expect(chat.saidBy('Clerk')).toContainText('cakes.txt')
    })
    rmSync(folder, { recursive: true, force: true })
  },
)
