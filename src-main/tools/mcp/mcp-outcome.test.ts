import { expect, test } from 'vitest'
import type { ResultPart } from './results'
import { outcomeOf, type ReadResource } from './mcp-outcome'

const { signal } = new AbortController()
const nothing: ReadResource = () => Promise.reject(new Error('no such resource'))
const outcome = (parts: ResultPart[], { isError = false, read = nothing } = {}) =>
  outcomeOf({ parts, isError }, { read, signal })
const link = (uri: string, mimeType = 'text/plain', name = '') => ({ type: 'link' as const, uri, name, mimeType })

test('texts in lines; images and files beside them', async () => {
  const image = { type: 'image' as const, mimeType: 'image/png', base64: 'AAAA' }
  const file = { type: 'file' as const, mimeType: 'application/gzip', base64: 'BBBB', name: 'a.gz' }
  expect(await outcome([{ type: 'text', text: 'one' }, image, { type: 'text', text: 'two' }, file])).toEqual({
    text: 'one\ntwo',
    isError: false,
    media: [
      { mimeType: 'image/png', base64: 'AAAA' },
      { mimeType: 'application/gzip', base64: 'BBBB', name: 'a.gz' },
    ],
  })
})

test('an error says so once', async () => {
  const texts = async (text: string) => (await outcome([{ type: 'text', text }], { isError: true })).text
  expect([await texts('no such file'), await texts('Error: gone')]).toEqual(['Error: no such file', 'Error: gone'])
})

test('short texts that are linked to are read, everything else is told by its address', async () => {
  const asked: string[] = []
  const read: ReadResource = (uri) => {
    asked.push(uri)
    if (uri === 'a:gone') return Promise.reject(new Error('gone'))
    if (uri === 'a:blob') return Promise.resolve([{ type: 'file', mimeType: 'a/b', base64: '' }])
    return Promise.resolve([{ type: 'text', text: uri === 'a:long' ? 'x'.repeat(20_001) : 'words' }])
  }
  const links = [link('a:text'), link('a:gone'), link('a:blob'), link('a:image', 'image/png', 'Photo'), link('a:long')]
  const { text } = await outcome([...links, link('a:sixth')], { read })
  expect(text.split('\n')).toEqual([
    'Resource a:text:',
    'words',
    '[Resource: a:gone]',
    '[Resource: a:blob]',
    '[Resource Photo: a:image]',
    '[Resource: a:long]',
    '[Resource: a:sixth]',
  ])
  expect(asked).toEqual(['a:text', 'a:gone', 'a:blob', 'a:long'])
})

test('a stop while a link is read is a stop', async () => {
  const controller = new AbortController()
  const read: ReadResource = () => {
    controller.abort(new Error('stopped'))
    return Promise.reject(new Error('aborted'))
  }
  const reading = outcomeOf({ parts: [link('a:text')], isError: false }, { read, signal: controller.signal })
  await expect(reading).rejects.toThrow('stopped')
})
