/** `baton run` with documents that are files: those beside the flow are read, others are refused. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { startModelServer, type ModelServer } from '../testing/model-server'
import { openTerminal, type Terminal } from './testing/terminal'

let server: ModelServer
let terminal: Terminal
beforeEach(async () => {
  server = await startModelServer()
  terminal = openTerminal()
})
afterEach(async () => {
  await server.close()
  terminal.close()
})

const reader = (document: { name: string; path: string }) =>
  flow('Reader')
    .start('g')
    .node('task-graph', 'g')
    .node('rag-worker', 'r', { name: 'Reader', documents: [document] })
    .edge('intent', { from: 'g', to: 'r' }, { intent: 'none' })
    .build()

test('a document beside the flow is read; one elsewhere is refused and named', async () => {
  const file = terminal.file(reader({ name: 'hours', path: 'hours.md' }))
  writeFileSync(path.join(path.dirname(file), 'hours.md'), '# Hours\n\nWe open at nine.')
  server.reply({ text: 'At nine.' })
  const line = ['--base-url', server.baseUrl, '--model', 'm']
  expect(
    await terminal.baton(['run', file, '-m', 'When do you open?', '--allow', 'file:hours.md', ...line]),
  ).toMatchObject({
    code: 0,
    out: 'At nine.\n',
  })
  expect(server.requests[0]?.user).toContain('We open at nine.')
  const outside = terminal.file(reader({ name: 'passwords', path: '/etc/passwd' }))
  const refused = await terminal.baton(['run', outside, '-m', 'x', '--allow', 'file:/etc/passwd', ...line])
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.notes.join(' ')).toContain('passwords')
  expect(server.calls).toBe(1)
})
