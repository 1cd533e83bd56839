import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { packedPdf } from '../documents/testing/pdf-file'
import { openTestCore } from '../testing/core-bench'
import { startModelServer } from '../testing/model-server'
import { pngOf } from '../testing/pictures'
import { readAttachments } from './attach'
import { readFlowFile } from './options'
import { takeTurn, type TalkOptions } from './talk'
import { openTerminal } from './testing/terminal'
import { heard } from '../testing/heard'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-attach-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const transport = { type: 'stdio', command: 'x', args: [], env: {} }
const desk = flow('Desk')
  .start('a')
  .agent('a', { name: 'Clerk' })
  .node('mcp-server', 's1', { name: 'Price list: old', transport })
  .node('mcp-server', 's2', { name: 'Files', transport })
  .use('a', 's1')
  .use('a', 's2')
  .build()

const file = (name: string, text: string | Buffer): string => {
  writeFileSync(path.join(folder, name), text)
  return path.join(folder, name)
}

it('a server before a colon is meant by its name or id, anything else is a file', async () => {
  const notes = file('notes.md', 'Plums\r\n')
  expect(await readAttachments(desk, ['Files:file:///a.txt', 's1:x://y', 'price list: OLD:demo://1', notes])).toEqual({
    ok: true,
    attachments: [
      { node: 's2', uri: 'file:///a.txt' },
      { node: 's1', uri: 'x://y' },
      { node: 's1', uri: 'demo://1' },
      { name: 'notes.md', mimeType: 'text/plain', text: 'Plums\n' },
    ],
  })
  expect(await readAttachments(desk, undefined)).toEqual({ ok: true, attachments: [] })
})

it('says what cannot be read', async () => {
  const noise = file('noise.bin', Buffer.from([0, 1, 2, 0, 255]))
  const liar = file('cat.png', '<svg/>')
  const issues = []
  for (const what of ['Nobody:x://y', folder, noise, liar]) {
    const read = await readAttachments(desk, [what])
    issues.push(read.ok ? 'read' : read.issue.replace(folder, ''))
  }
  expect(issues).toEqual([
    '--attach Nobody:x://y: there is no such file, and no server of the flow that is called so before a colon.',
    '--attach : there is no such file, and no server of the flow that is called so before a colon.',
    expect.stringMatching(/^--attach \/noise\.bin: .*noise\.bin/),
    '--attach /cat.png: this is no picture, whatever its name says. Save it as PNG, JPEG, GIF or WebP.',
  ])
})

it('goes with the first message, not with what the flow says first', async () => {
  const alone = flow('Alone').start('a').agent('a', { name: 'Clerk' }).build()
  const test = await openTestCore(alone)
  const read = await readAttachments(alone, [file('notes.txt', 'Plums')])
  const talk: TalkOptions = {
    core: test.core(),
    given: readFlowFile(file('alone.flow.json', saveFlow(alone))),
    threadId: null,
    set: {},
    to: null,
    attachments: read.ok ? read.attachments : [],
    onEvent: () => undefined,
    signal: new AbortController().signal,
  }
  test.server.reply({ text: 'Hello.' }, { text: 'Read.' }, { text: 'Yes.' })
  for (const text of [null, '', 'And?']) await takeTurn(talk, text)
  expect(heard(test.server.requests.at(-1)).flatMap(({ role, content }) => (role === 'user' ? [content] : []))).toEqual(
    ['[Attachment 1 of 1: notes.txt, text/plain]\n```\nPlums\n```', 'And?'],
  )
  await test.close()
})

it('a picture goes to the model with the first message of `run` and of `chat`, whatever its name', async () => {
  const server = await startModelServer({ script: () => ({ text: 'Blue.' }) })
  const terminal = openTerminal()
  const flowFile = terminal.file(flow('Alone').start('a').agent('a', { name: 'Clerk' }).build())
  const png = pngOf(4, 3)
  const args = ['--attach', file('cat.dat', png), '--base-url', server.baseUrl, '--model', 'm']
  const ran = await terminal.baton(['run', flowFile, '-m', 'What is it?', ...args])
  const chatted = await terminal.baton(['chat', flowFile, ...args], { stdin: ['What is it?', 'Sure?'] })
  expect([ran.code, chatted.code, server.violations]).toEqual([0, 0, []])
  const url = `data:image/png;base64,${png.toString('base64')}`
  const images = server.requests.map(({ messages }) => messages.flatMap(({ images: shown = [] }) => shown))
  expect(images).toEqual([[url], [url], [url]])
  const refused = await terminal.baton(['chat', flowFile, '--attach', 'none.png'], { stdin: [] })
  expect([refused.code, refused.notes[0]]).toEqual([
    2,
    expect.stringMatching(/^--attach none\.png: there is no such file/),
  ])
  terminal.close()
  await server.close()
})

it('a PDF that takes for ever is left when the command is stopped', async () => {
  const endless = file('endless.pdf', Buffer.from(packedPdf('q '.repeat(100_000) + '['.repeat(100_000))))
  const stop = new AbortController()
  setImmediate(() => stop.abort())
  expect(await readAttachments(desk, [endless], stop.signal)).toEqual({
    ok: false,
    issue: `--attach ${endless}: It was stopped.`,
  })
})
