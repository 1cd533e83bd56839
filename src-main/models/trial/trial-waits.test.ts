/** The test of a connection at a server that is in no hurry: what it asks to wait is waited, and said. */
import { afterEach, expect, test } from 'vitest'
import { message } from '../../../src-shared/languages/translate'
import type { Trial } from '../../../src-shared/providers/trial'
import { ableModel } from '../../testing/able-model'
import {
  startModelServer,
  type ModelServer,
  type ModelServerOptions,
  type RecordedRequest,
} from '../../testing/model-server'
import type { Connection } from '../contract/connection'
import { tryConnection, type TrialOptions } from './trial'

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function serverThat(options: ModelServerOptions): Promise<ModelServer> {
  const server = await startModelServer(options)
  closing.push(server.close)
  return server
}

const tried = ({ baseUrl }: ModelServer, options: Partial<TrialOptions> = {}, more: Partial<Connection> = {}) =>
  tryConnection(
    { name: 'work', provider: 'openai', baseUrl, apiKey: null, model: 'test-model', ...more },
    { signal: new AbortController().signal, ...options },
  )
const verdicts = ({ rows }: Trial) => rows.map(({ part, verdict }) => `${part} ${verdict}`).join(', ')

test('a server that asks to wait is waited for at each row, which says how long; what it says of a key is told', async () => {
  const asked = new Map<string, number>()
  const script = (request: RecordedRequest) => {
    const about = request.messages.some(({ images = [] }) => images.length > 0) ? 'images' : request.toolNames.join()
    const nth = (asked.get(about) ?? 0) + 1
    asked.set(about, nth)
    const headers = { 'retry-after': about === 'images' ? '40' : '2' }
    return nth === 1 ? { status: 429, headers } : ableModel(request)
  }
  const server = await serverThat({ strict: 'openai', script })
  const waits: number[] = []
  const trials: Trial[] = []
  const wait = (ms: number) => Promise.resolve(void waits.push(ms))
  const result = await tried(server, { wait, tell: (trial) => trials.push(trial) })
  expect([verdicts(result), waits]).toEqual([
    'models works, text works, streaming works, tools works, system works, images failed',
    [2000, 2000],
  ])
  const running = trials.flatMap(({ rows }) => rows.filter(({ verdict }) => verdict === 'running'))
  expect(running).toContainEqual({
    part: 'text',
    verdict: 'running',
    words: message('The server asks to wait: trying again in {seconds} s.', { seconds: 2 }),
  })

  const busy = await serverThat({ script: () => ({ status: 429, headers: { 'retry-after': '1' } }) })
  const failed = await tried(busy, { wait })
  expect([verdicts(failed).slice(0, 26), waits.slice(2), busy.calls]).toEqual([
    'models works, text failed,',
    [1000, 1000],
    3,
  ])
  const stopping = new AbortController()
  const stopped = tried(busy, {
    signal: stopping.signal,
    wait: async () => stopping.abort(),
  })
  await expect(stopped).rejects.toMatchObject({ code: 'cancelled' })

  const refusing = await serverThat({
    script: () => ({ status: 401, body: { error: { message: 'The key sk-given has expired. Make a new one.' } } }),
  })
  const refused = await tried(refusing, {}, { apiKey: 'sk-given' })
  expect(refused.error?.message).toContain(
    'refused the key (401): The key *** has expired. Make a new one. Check the key',
  )
})
