/** `baton ledger`: the connections of earlier commands on the same data folder, and what allowed them. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { outboundEntrySchema } from '../../src-shared/outbound/outbound'
import { flow } from '../../src-shared/testing/flow-builder'
import { startModelServer } from '../testing/model-server'
import { openTerminal } from './testing/terminal'

test('lists them with what allowed them, sums them up by host, and forgets them', async () => {
  const terminal = openTerminal()
  const server = await startModelServer({ key: 'sk-1234567' })
  try {
    const file = path.join(terminal.folder, 'desk.flow.json')
    writeFileSync(file, saveFlow(flow('Desk').start('a').agent('a', { name: 'A' }).build()))
    expect(await terminal.baton(['ledger', '--last', '9'])).toMatchObject({ code: 0, out: '' })
    server.reply({ text: 'Hello.' })
    const run = ['run', file, '-m', 'Hi', '--thread', 'first', '--model', 'm']
    expect(await terminal.baton([...run, '--base-url', server.baseUrl, '--api-key', 'sk-1234567'])).toMatchObject({
      code: 0,
    })
    const { host } = new URL(server.baseUrl)
    const { out } = await terminal.baton(['ledger', '--last', '9'])
    expect(out).toMatch(`  ${host}  `)
    expect(out).toMatch(/sent \d.*, received \d.* Asked a model: A command-line option, flow ".*", thread first$/m)
    expect(out).not.toContain('1234567')
    const [newest] = (await terminal.baton(['ledger', '--json', '--last', '1'])).out.split('\n')
    expect(outboundEntrySchema.parse(JSON.parse(newest ?? '')).uses).toMatchObject([{ why: 'model', requests: 1 }])
    const totals = (await terminal.baton(['ledger', '--totals', '--clear'])).out
    expect(totals).toContain(`${host}: 1 connection, sent `)
    expect((await terminal.baton(['ledger', '--last', '9'])).out).toBe('')
  } finally {
    await server.close()
    terminal.close()
  }
})
