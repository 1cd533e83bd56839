/** Documents of every form, read from real files. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadDocument } from './load'
import { pdfFile } from './testing/pdf-file'

/** A text that a pattern matches, without the `any` of Vitest. */
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern)

let folder = ''
let baseDir = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'documents-'))
  baseDir = path.join(folder, 'flows')
  mkdirSync(path.join(baseDir, 'docs'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const put = (name: string, content: string | Uint8Array) => writeFileSync(path.join(baseDir, name), content)
const load = (file: string) => loadDocument({ name: 'Handbook', path: file }, { baseDir })

describe('loadDocument', () => {
  it('takes a text as it is, line ends made plain', async () => {
    expect(await loadDocument({ name: 'A', text: '\ufeff# Title\r\n\r\ntext\r' })).toEqual({
      name: 'A',
      text: '# Title\n\ntext\n',
    })
    expect(await loadDocument({ name: 'A', text: '' })).toEqual({ name: 'A', text: '' })
  })

  it('reads text files in UTF-8 and UTF-16, and text that only mentions PDF', async () => {
    put('docs/a.md', '# Доставка\nВ день заказа.')
    put('b.txt', Buffer.from('\ufeffпривет', 'utf16le'))
    put('c.pdf', 'A PDF begins with %PDF-1.4.')
    expect([await load('docs/a.md'), await load(path.join(baseDir, 'b.txt')), await load('./docs/../c.pdf')]).toEqual([
      { name: 'Handbook', text: '# Доставка\nВ день заказа.' },
      { name: 'Handbook', text: 'привет' },
      { name: 'Handbook', text: 'A PDF begins with %PDF-1.4.' },
    ])
  })

  it('reads a PDF by its bytes, whatever its name says, page by page', async () => {
    put('handbook.txt', pdfFile(['Delivery (daily)\nuntil noon', 'Returns']))
    expect((await load('handbook.txt')).text).toBe('Delivery (daily)\nuntil noon\n\nReturns')
  })

  it.each<[string, string | Uint8Array, RegExp]>([
    ['locked', pdfFile(['secret'], { isLocked: true }), /^The document "Handbook" is a PDF with a password\./],
    ['broken', '%PDF-1.4\nnothing more', /^The document "Handbook" is a broken PDF/],
    ['scanned', pdfFile(['']), /^The document "Handbook" has no text, only pictures/],
    [
      'zip',
      Buffer.from('PK\u0003\u0004\u0000\u0000'),
      /^The document "Handbook" is an archive or an office document\. Save it as/,
    ],
    ['binary', Buffer.from([1, 0, 2]), /^The document "Handbook" is neither text nor a PDF/],
    ['latin', Buffer.from('caf\u00e9', 'latin1'), /^The document "Handbook" is not text in UTF-8/],
  ])('a %s file is refused in plain words', async (_what, content, message) => {
    put('file', content)
    await expect(load('file')).rejects.toMatchObject({
      code: 'bad-input',
      message: matching(message),
      details: { document: 'Handbook' },
    })
  })

  it('refuses what is too large, missing, a folder, or nothing at all', async () => {
    put('large', '')
    truncateSync(path.join(baseDir, 'large'), 20_000_001)
    await expect(load('large')).rejects.toMatchObject({
      code: 'bad-input',
      message: matching(/larger than 20 MB/),
    })
    await expect(loadDocument({ name: 'A', text: 'ж'.repeat(10_000_001) })).rejects.toThrow(/larger than 20 MB/)
    await expect(load('nowhere.md')).rejects.toMatchObject({
      code: 'not-found',
      message: matching(/no file "nowhere.md" beside the flow/),
    })
    await expect(load('docs')).rejects.toThrow(/is not a file/)
    await expect(loadDocument({ name: 'A' }, { baseDir })).rejects.toThrow(/neither text nor a path/)
  })

  it('reads nothing outside the folder of the flow, links included, and nothing where there is no folder', async () => {
    writeFileSync(path.join(folder, 'secret.txt'), 'secret')
    symlinkSync(path.join(folder, 'secret.txt'), path.join(baseDir, 'link.txt'))
    const refused = { code: 'consent-needed', message: matching(/outside the flow's folder/) }
    for (const file of [
      '../secret.txt',
      path.join(folder, 'secret.txt'),
      'link.txt',
      '../nothing.txt',
      '/etc/hostname',
      '.',
    ])
      await expect(load(file)).rejects.toMatchObject(refused)
    for (const base of [null, undefined])
      await expect(loadDocument({ name: 'A', path: 'a.md' }, { baseDir: base })).rejects.toMatchObject({
        code: 'consent-needed',
        message: matching(/is a file \("a\.md"\).*In the app, add its text to the worker with "Add files"\.$/),
      })
  })

  it('stops when it is told to', async () => {
    put('a.pdf', pdfFile(['text']))
    await expect(
      loadDocument({ name: 'A', path: 'a.pdf' }, { baseDir, signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ name: 'AbortError' })
  })
})
