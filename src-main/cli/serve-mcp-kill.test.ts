/** `baton mcp` as a program of its own, ended with kill -9 in a turn and started again; and a client that floods it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { beforeAll, expect, test } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { buildProgram } from '../testing/killable'
import { startModelServer } from '../testing/model-server'
import { call, hostClient } from './testing/mcp-client'

/** A busy machine takes longer than the usual second. */

beforeAll(buildProgram, 120_000)

test('a turn that was killed goes on with the same message, which is said once; a message without end is refused', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-mcp-'))
  const models = await startModelServer()
  try {
    const file = path.join(folder, 'f.flow.json')
    writeFileSync(file, saveFlow(flow('Desk').start('a').agent('a', { name: 'Clerk', prompt: 'P' }).build()))
    const start = async () => {
      const program = path.resolve(import.meta.dirname, '../../out/main/cli.js')
      const args = [
        program,
        'mcp',
        file,
        '--data',
        folder,
        '--base-url',
        models.baseUrl,
        '--api-key',
        'k',
        '--model',
        'm',
      ]
      const transport = new StdioClientTransport({ command: process.execPath, args, stderr: 'ignore' })
      const client = hostClient()
      await client.connect(transport)
      return { client, transport }
    }
    const killed = await start()
    models.reply({ text: 'Lost.', gate: new Promise(() => undefined) })
    const told: string[] = []
    const lost = call(killed.client, 'desk', { message: 'Hi' }, { onProgress: (words) => told.push(words) })
    lost.catch(() => undefined)
    await expect.poll(() => models.requests.length).toBe(1)
    await expect.poll(() => told.length).toBeGreaterThan(0)
    process.kill(killed.transport.pid ?? 0, 'SIGKILL')
    await expect(lost).rejects.toThrow()
    const thread = /thread-\S+/.exec(told[0] ?? '')?.[0]

    const again = await start()
    models.reply({ text: 'Hello.' })
    const { report } = await call(again.client, 'desk', { message: 'Hi', thread })
    expect(report).toMatchObject({ thread, state: 'done', text: 'Hello.' })
    const said = models.requests.at(-1)?.messages.filter(({ role }) => role === 'user')
    expect(said?.map(({ content }) => content)).toEqual(['Hi'])
    const over = new Promise((resolve) => (again.client.onclose = () => resolve('over')))
    await again.client.callTool({ name: 'desk', arguments: { message: 'x'.repeat(11_000_000) } }).catch(() => undefined)
    expect(await over).toBe('over')
    const third = await start()
    expect((await third.client.listTools()).tools.length).toBe(2)
    await third.client.close()
  } finally {
    await models.close()
    rmSync(folder, { recursive: true, force: true })
  }
}, 400_000)
