import { expect, test } from 'vitest'
import { pdfFile } from '../documents/testing/pdf-file'
import { createReader } from '../reading/reader'
import { documentHandlers } from './documents'

async function toText(name: string, bytes: Uint8Array): Promise<string> {
  const handlers = documentHandlers({ reader: createReader() })
  const file = { name, base64: Buffer.from(bytes).toString('base64') }
  const { text } = await handlers['documents.toText'](file, { signal: new AbortController().signal })
  return text
}

test('a PDF and text of another encoding become plain text', async () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Zürich\r\nopen', 'utf16le')])
  expect([await toText('hours.pdf', pdfFile(['Open from 8\nto 18'])), await toText('hours.txt', utf16)]).toEqual([
    'Open from 8\nto 18',
    'Zürich\nopen',
  ])
})

test('what is no document is said in words', async () => {
  const zip = Buffer.from('PK\u0003\u0004 not a document \u0000', 'latin1')
  await expect(toText('prices.docx', zip)).rejects.toMatchObject({ code: 'bad-input', message: /archive or an office/ })
  await expect(toText('big.txt', Buffer.alloc(20_000_001, 'a'))).rejects.toMatchObject({
    code: 'bad-input',
    message: /larger than 20 MB/,
  })
})
