/** Pictures that chat clients send to `baton serve`, by the real `openai` client. */
import type OpenAI from 'openai'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ModelServer, RecordedRequest } from '../testing/model-server'
import { pngOf } from '../testing/pictures'
import { assistant, failure, host, openServing, type ChatParam } from './testing/chat-client'

let serving: Awaited<ReturnType<typeof openServing>>
let server: ModelServer
let openai: OpenAI
beforeEach(async () => {
  const script = ({ index }: RecordedRequest) => ({ text: `Answer ${index}` })
  serving = await openServing((terminal) => [terminal.file(host().build())], { script })
  ;({ server, openai } = serving)
})
afterEach(() => serving.close())

const url = (rgb: string) => `data:image/png;base64,${pngOf(4, 3, rgb).toString('base64')}`
const RED = url('e03131')
const BLUE = url('1971c2')
const shows = (text: string, ...urls: string[]): ChatParam => ({
  role: 'user',
  content: [
    ...(text === '' ? [] : [{ type: 'text' as const, text }]),
    ...urls.map((one) => ({ type: 'image_url' as const, image_url: { url: one } })),
  ],
})
const ask = async (messages: ChatParam[], headers = {}) =>
  (await openai.chat.completions.create({ model: 'host', messages }, { headers })).choices[0]?.message.content
const seen = (index: number) =>
  server.requests[index]?.messages.map(({ images = [] }) => images).filter((one) => one.length > 0)

it('they go to the model, alone or with words; a conversation is known by its pictures too', async () => {
  const first = [shows('Which colour?', RED, BLUE)]
  expect(await ask(first)).toBe('Answer 1')
  expect(seen(0)).toEqual([[RED, BLUE]])
  const more = [...first, assistant('Answer 1'), shows('', RED)]
  expect(await ask(more)).toBe('Answer 2')
  expect(seen(1)).toEqual([[RED, BLUE], [RED]])
  // With another picture it is another conversation: its history is read from the client.
  expect(await ask([shows('Which colour?', BLUE), assistant('Answer 1'), shows('And this?', RED)])).toBe('Answer 3')
  expect(seen(2)).toEqual([[BLUE], [RED]])
  expect(server.violations).toEqual([])
})

it('the same message after a failure goes on with its turn, another picture begins a new one', async () => {
  const thread = { 'x-baton-thread': 't' }
  server.reply({ status: 401, body: { error: { message: 'no' } } }, { text: 'Red.' })
  expect((await failure(ask([shows('', RED)], thread))).status).toBe(422)
  expect(await ask([shows('', RED)], thread)).toBe('Red.')
  expect(seen(1)).toEqual([[RED]])
  server.reply({ status: 401, body: { error: { message: 'no' } } })
  await failure(ask([shows('', RED)], thread))
  await ask([shows('', BLUE)], thread)
  expect(seen(3)).toEqual([[RED], [RED, BLUE]])
})

it('what cannot be taken is said: addresses are not fetched, other parts and what is no picture are refused', async () => {
  const refused = async (...messages: ChatParam[]) => {
    const { status, message } = await failure(ask(messages))
    return [status, message.replace(/^\d+ /, '')]
  }
  expect(await refused(shows('x', 'http://169.254.169.254/latest'))).toEqual([
    400,
    'messages.0.content: images are not fetched (http://169.254.169.254/latest). Send the image itself as a data: URL: data:image/png;base64,...',
  ])
  const svg = `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`
  expect(await refused(shows('x', svg))).toEqual([
    400,
    '“image-1.png” is not a picture that can be attached, whatever its name says. Save it as PNG, JPEG, GIF or WebP.',
  ])
  expect(await refused(shows('x', ...Array.from({ length: 9 }, () => RED)))).toEqual([
    400,
    'messages.0.content: a message can have 8 images at most.',
  ])
  expect(
    await refused({ role: 'user', content: [{ type: 'input_audio', input_audio: { data: '', format: 'wav' } }] }),
  ).toEqual([400, 'messages.0.content: a flow takes text and images, not parts of type "input_audio".'])
  expect(server.calls).toBe(0)
})
