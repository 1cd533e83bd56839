/** MCP servers in the inspector: written by hand, pasted as their instructions give them, with secrets that only their names are of. */
import { saveFlow } from '../src-shared/flow/editing/save'
import { flow } from '../src-shared/testing/flow-builder'
import { expect, test } from './fixtures/app'
import type { Baton } from './pages/baton'
import { expectLegible } from './pages/legibility'

const TOKEN = 'ghp_value4711value4711value4711value4711'
const CONFIG = JSON.stringify({
  mcpServers: {
    files: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '/home/me/notes'] },
    github: { url: 'https://mcp.example.com/mcp', headers: { Authorization: `Bearer ${TOKEN}` } },
    search: { command: 'npx', args: ['search-server'], env: { SEARCH_KEY: '${env:SEARCH_KEY}' } },
  },
})

async function open(baton: Baton): Promise<void> {
  const drawn = flow('Desk').start('a').agent('a', { name: 'Clerk' }).node('mcp-server', 's', { name: 'Server' })
  await baton.importFlow(saveFlow(drawn.use('a', 's').build()))
  await baton.canvas.node('Server').click()
}

/** What the flow holds of the server. */
async function transportIn(baton: Baton): Promise<unknown> {
  return (await baton.exportFlow()).nodes['s']?.data['transport']
}

test('a program is written by hand; a secret that is missing is stored right there', async ({ baton, page }) => {
  const { inspector } = baton
  await open(baton)
  await expect(inspector.region).toContainText('The server has no program yet')
  await inspector.fill({ Command: 'npx', Arguments: '-y\n\nsome-server' })
  await inspector.region.getByRole('button', { name: 'Add a variable' }).click()
  await inspector.region.getByRole('textbox', { name: 'Variable 1' }).fill('API_KEY')
  await expect(inspector.region.getByLabel('Secret 1')).toHaveValue('API_KEY')
  await inspector.region.getByRole('button', { name: 'Store API_KEY' }).click()
  const dialog = page.getByRole('dialog', { name: 'Store API_KEY' })
  await dialog.getByLabel('Value').fill(TOKEN)
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
})

test('a pasted configuration: one of its servers is chosen, its values become secrets', async ({ baton, page }) => {
  const { inspector } = baton
  await open(baton)
  await inspector.region.getByRole('button', { name: 'Paste configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste a configuration' })
  const text = dialog.getByRole('textbox', { name: 'Configuration' })
  await test.step('what cannot be read is told', async () => {
    await text.fill('{ "mcpServers": ')
    await expect(dialog).toContainText('This is not JSON')
    await expect(dialog.getByRole('button', { name: 'Use it' })).toBeDisabled()
  })
  await text.fill(CONFIG)
  await dialog.getByRole('radio', { name: 'search' }).check()
  await expect(dialog).toContainText('SEARCH_KEY has no value in the text')
  await dialog.getByRole('radio', { name: 'github' }).check()
  await expect(dialog).toContainText('What may be secret in it is stored in Settings, Secrets, as GITHUB_TOKEN.')
  await dialog.getByRole('button', { name: 'Use it and store secrets' }).click()
  await expect(dialog).toBeHidden()
  await expect(inspector.region.getByRole('textbox', { name: 'Address' })).toHaveValue('https://mcp.example.com/mcp')
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

test('a configuration that is pasted onto the drawing becomes nodes', async ({ baton, page }) => {
  const { canvas } = baton
  await open(baton)
  await baton.inspector.close()
  await page.evaluate((text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', text)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, CONFIG)
  const dialog = page.getByRole('dialog', { name: 'Add MCP servers' })
  await expect(dialog).toContainText('is stored in Settings, Secrets, as GITHUB_TOKEN.')
  await dialog.getByRole('checkbox', { name: 'search' }).uncheck()
  await dialog.getByRole('button', { name: 'Add 2 servers' }).click()
  await expect(dialog).toBeHidden()
  await expect(canvas.node('files')).toBeVisible()
  const { nodes } = await baton.exportFlow()
  expect(
    Object.values(nodes).flatMap(({ kind, name, data }) => (kind === 'mcp-server' ? [[name, data['transport']]] : [])),
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
      'github',
      { type: 'http', url: 'https://mcp.example.com/mcp', headers: { Authorization: 'Bearer {GITHUB_TOKEN}' } },
    ],
  ])
})

test('the other place keeps what was written for it', async ({ baton }) => {
  const { inspector } = baton
  await open(baton)
  await inspector.fill({ Command: 'some-server' })
  await inspector.region.getByText('Web address', { exact: true }).click()
  await inspector.fill({ Address: 'https://mcp.example.com/sse' })
  await inspector.choose('Speaks', 'Server-sent events (older servers)')
  await inspector.region.getByText('Program', { exact: true }).click()
  await expect(inspector.region.getByRole('textbox', { name: 'Command' })).toHaveValue('some-server')
  await inspector.region.getByText('Web address', { exact: true }).click()
  expect(await transportIn(baton)).toEqual({ type: 'sse', url: 'https://mcp.example.com/sse', headers: {} })
})

test('all of it can be read at 1024 x 700', async ({ baton, page }) => {
  await page.setViewportSize({ width: 1024, height: 700 })
  await open(baton)
  await baton.inspector.fill({ Command: 'npx', Arguments: '-y\n@modelcontextprotocol/server-github' })
  await baton.inspector.region.getByRole('button', { name: 'Add a variable' }).click()
  await baton.inspector.region.getByRole('textbox', { name: 'Variable 1' }).fill('GITHUB_PERSONAL_ACCESS_TOKEN')
  await expect(baton.inspector.region).toContainText('is not stored yet')
  await expectLegible(page)
  await baton.inspector.region.getByRole('button', { name: 'Paste configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste a configuration' })
  await dialog.getByRole('textbox', { name: 'Configuration' }).fill(CONFIG)
  await dialog.getByRole('radio', { name: 'github' }).check()
  await expect(dialog).toContainText('GITHUB_TOKEN')
  await expectLegible(page)
  await dialog.getByRole('button', { name: 'Use it' }).click()
  await expect(dialog).toBeHidden()
  await expectLegible(page)
})
