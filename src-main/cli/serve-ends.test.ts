/** How a reply ended reaches chat clients of `baton serve` in OpenAI's words, streamed and whole, by the real `openai` client. */
import type OpenAI from 'openai'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import type { ServerReply } from '../testing/model-reply'
import type { ModelServer } from '../testing/model-server'
import { host, openServing, user, type ChatParam } from './testing/chat-client'

let serving: Awaited<ReturnType<typeof openServing>>
let server: ModelServer
let openai: OpenAI
beforeEach(async () => {
  const guarded = flow('Guarded').start('a').agent('a', { name: 'A' })
  guarded.observer('g', { type: 'guard', when: 'after', prompt: 'GUARD {reply} {history}' }).observe('a', 'g')
  serving = await openServing((terminal) => [
    terminal.file(host().build()),
    terminal.file({ ...guarded.build(), id: 'g' }, 'guarded.flow.json'),
  ])
  ;({ server, openai } = serving)
})
afterEach(() => serving.close())

async function whole(messages: ChatParam[] = [user('Hi')], model = 'host') {
  const { choices } = await openai.chat.completions.create({ model, messages })
  const { message, finish_reason: finish } = choices[0] ?? { message: undefined, finish_reason: undefined }
  return { content: message?.content, refusal: message?.refusal, finish }
}

/** A streamed answer put together, null where nothing of the kind came. */
async function streamed() {
  const stream = await openai.chat.completions.create({ model: 'host', messages: [user('Hi')], stream: true })
  let content: string | null = null
  let refusal: string | null = null
  let finish: string | null = null
  for await (const { choices } of stream) {
    const { delta, finish_reason: reason } = choices[0] ?? { delta: {}, finish_reason: null }
    if (delta.content != null && delta.content !== '') content = (content ?? '') + delta.content
    if (delta.refusal != null) refusal = (refusal ?? '') + delta.refusal
    finish = reason ?? finish
  }
  return { content, refusal, finish }
}

const REFUSED = 'I cannot help with that.'
it.each<[string, ServerReply, { content: string | null; refusal: string | null; finish: string }]>([
  ['by itself', { text: 'Hello.' }, { content: 'Hello.', refusal: null, finish: 'stop' }],
  ['at its limit', { text: 'Once upon', finish: 'length' }, { content: 'Once upon', refusal: null, finish: 'length' }],
  [
    'at a filter',
    { text: 'Take the', finish: 'content_filter' },
    { content: 'Take the', refusal: null, finish: 'content_filter' },
  ],
  [
    "at another server's filter",
    { text: 'Take the', finish: 'refusal' },
    { content: 'Take the', refusal: null, finish: 'content_filter' },
  ],
  ['with a refusal', { refusal: REFUSED }, { content: null, refusal: REFUSED, finish: 'stop' }],
])('a reply that ended %s', async (_how, reply, told) => {
  server.reply(reply, reply)
  expect(await whole()).toEqual(told)
  expect(await streamed()).toEqual(told)
})

it('a filter that lets nothing through, and calls that were cut off, are told though nothing is said', async () => {
  server.reply(
    { text: '', finish: 'content_filter' },
    { calls: [{ name: 'none', arguments: '{"a' }], finish: 'length' },
  )
  expect(await whole()).toEqual({ content: '', refusal: null, finish: 'content_filter' })
  expect(await whole([user('Again')])).toEqual({ content: '', refusal: null, finish: 'length' })
})

it('the end is that of the last reply, and not of one that a guard has replaced', async () => {
  server.reply({ text: 'Wait.', calls: [{ name: 'none' }], finish: 'length' }, { text: 'Done.' })
  expect(await whole()).toEqual({ content: 'Wait.\n\nDone.', refusal: null, finish: 'stop' })
  server.on((request) => JSON.stringify(request.messages).includes('GUARD'), { text: 'Let us talk of tea.' })
  server.reply({ text: 'Secret', finish: 'length' })
  expect(await whole([user('Hi')], 'guarded')).toEqual({
    content: 'Let us talk of tea.',
    refusal: null,
    finish: 'stop',
  })
})

it('a conversation with a refusal in it is known again, as a message of its own or as a part', async () => {
  const last = () => server.requests.at(-1)?.messages.map(({ content }) => content)
  const refusals: ChatParam[] = [
    { role: 'assistant', content: null, refusal: REFUSED },
    { role: 'assistant', content: [{ type: 'refusal', refusal: REFUSED }] },
  ]
  for (const [index, refused] of refusals.entries()) {
    const first = user(`Tell me ${index}`)
    server.reply({ refusal: REFUSED }, { text: 'Fine.' })
    const thread = async (messages: ChatParam[]) => {
      const { response } = await openai.chat.completions.create({ model: 'host', messages }).withResponse()
      return response.headers.get('x-baton-thread')
    }
    const begun = await thread([first])
    expect(await thread([first, refused, user('And tea?')])).toBe(begun)
    expect(last()).toContain(REFUSED)
  }
})
