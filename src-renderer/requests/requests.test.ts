import { ENGLISH } from '../../src-shared/languages/translate'
import fc from 'fast-check'
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { RequestRecord } from '../../src-shared/run/log/requests'
import { curlOf } from './request-curl'
import { differenceOf } from './request-diff'
import { readRequest, type ShownMessage, type ShownRequest } from './request-reading'
import { reasonWords } from './request-words'

const record = (body: unknown, more: Partial<RequestRecord> = {}): RequestRecord => ({
  connection: 'work',
  url: 'https://api.example.com/v1/chat/completions',
  model: 'm',
  ms: 1,
  pictures: [],
  sources: [],
  outcome: { kind: 'stopped' },
  body: JSON.stringify(body),
  isWhole: true,
  ...more,
})

it('reads messages with their reasons, pictures by name, calls, tools and parameters', () => {
  const picture = { id: 'r_1', name: 'cat.png', mimeType: 'image/png' }
  const parts = [
    { type: 'text', text: 'Look' },
    { type: 'image_url', image_url: { url: 'baton-picture:r_1' } },
  ]
  const shown = readRequest(
    record(
      {
        model: 'm',
        temperature: 0.2,
        messages: [
          { role: 'system', content: 'Be kind.' },
          { role: 'user', content: parts },
          { role: 'assistant', content: '', tool_calls: [{ id: 'c1', function: { name: 'see', arguments: '{}' } }] },
          { role: 'tool', tool_call_id: 'c1', content: 'a cat' },
        ],
        tools: [{ type: 'function', function: { name: 'see', description: 'Looks.', parameters: { type: 'object' } } }],
      },
      {
        pictures: [picture],
        sources: [[{ why: 'instructions' }], [{ why: 'conversation', entry: 'e1', attached: true }]],
      },
    ),
  )
  expect(shown.messages.map(({ role, text, calls, answers }) => [role, text, calls.length, answers])).toEqual([
    ['system', 'Be kind.', 0, null],
    ['user', 'Look\n[image: cat.png]', 0, null],
    ['assistant', '', 1, null],
    ['tool', 'a cat', 0, 'see'],
  ])
  expect(reasonWords(shown.messages[1]?.sources ?? [], ENGLISH)).toEqual(['From the conversation, with attachments'])
  expect(shown.tools).toEqual([{ name: 'see', description: 'Looks.', parameters: '{\n  "type": "object"\n}' }])
  expect(shown.parameters).toEqual([
    { name: 'model', value: 'm' },
    { name: 'temperature', value: '0.2' },
  ])
})

it('shows what is no chat request as nothing, rather than failing', () => {
  for (const body of ['', 'no JSON', '[]', '{"messages":{"a":1},"tools":7}', '{"messages":[null,3]}'])
    expect(() => readRequest({ ...record({}), body })).not.toThrow()
})

it('a line for the terminal has no key, and holds any text', () => {
  expect(curlOf(record({ text: "it's $HOME `x` \\" }))).toBe(
    `curl 'https://api.example.com/v1/chat/completions' \\
  -H 'Content-Type: application/json' \\
  -H "Authorization: Bearer $API_KEY" \\
  --data-raw '{"text":"it'\\''s $HOME \`x\` \\\\"}'`,
  )
  expect(curlOf(record({}, { url: null }))).toBeNull()
})

it('a body that is too long for an argument comes to the server to the byte all the same', () => {
  const long = record({ text: `it's $HOME \`x\` \\ EOF\n${'é'.repeat(300_000)}` })
  // In the place of curl: what it is given to send.
  const sent = execFileSync('sh', ['-s'], { input: `curl() { cat; }\n${curlOf(long)}`, maxBuffer: 10_000_000 })
  expect(sent.toString()).toBe(`${long.body}\n`)
})

const message = (text: string): ShownMessage => ({
  role: 'user',
  text,
  calls: [],
  answers: null,
  sources: [],
  tokens: 1,
})
const request = (texts: readonly string[]): ShownRequest => ({
  messages: texts.map(message),
  tools: [],
  parameters: [],
})

it('the difference of two requests: what went and what came, in order', () => {
  const { messages } = differenceOf(request(['s', 'a', 'b', 'c']), request(['s', 'b', 'c', 'd']))
  expect(messages.map(({ change, message: { text } }) => `${change} ${text}`)).toEqual([
    'same s',
    'removed a',
    'same b',
    'same c',
    'added d',
  ])
})

it('both requests can be told from their difference, whatever they are', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const { messages } = differenceOf(request(before), request(after))
      const without = (change: string) => messages.filter((one) => one.change !== change).map((one) => one.message.text)
      expect([without('added'), without('removed')]).toEqual([before, after])
    }),
  )
})

it('tools and parameters by their names', () => {
  const tool = (name: string, description: string) => ({ name, description, parameters: '{}' })
  const before: ShownRequest = {
    messages: [],
    tools: [tool('a', '1'), tool('b', '1')],
    parameters: [{ name: 't', value: '0' }],
  }
  const after: ShownRequest = {
    messages: [],
    tools: [tool('b', '2'), tool('c', '1')],
    parameters: [{ name: 't', value: '1' }],
  }
  const { tools, parameters } = differenceOf(before, after)
  expect(tools.map(({ change, name }) => `${change} ${name}`)).toEqual(['removed a', 'changed b', 'added c'])
  expect(parameters).toEqual([{ change: 'changed', name: 't', before: '0', after: '1' }])
})
