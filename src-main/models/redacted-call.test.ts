/** What a model call tells on the way holds no secret, in whatever language it is read. */
import { expect, test } from 'vitest'
import { inARow, message } from '../../src-shared/languages/translate'
import { toReason } from '../../src-shared/run/log/reasons'
import { createRedactor } from '../redaction/redactor'
import { modelRequest } from '../testing/model-call'
import type { ChatModel, RetryNotice } from './contract/model'
import { callRedacted } from './redacted-call'

const SECRET = 'sk-canary-4711'

async function heardOf(retry: RetryNotice): Promise<RetryNotice[]> {
  const heard: RetryNotice[] = []
  const model: ChatModel = {
    label: 'm',
    async call({ onRetry }) {
      onRetry?.(retry)
      return { text: 'ok', calls: [], usage: null, model: 'm' }
    },
  }
  await callRedacted(model, modelRequest({ onRetry: (told) => heard.push(told) }), createRedactor([SECRET]))
  return heard
}

test('a secret is taken out of the reason of a retry, and of its values wherever they stand', async () => {
  const what = message('refused the key (401){said}', { said: `: ${SECRET} has expired` })
  const said = inARow([what, message('Asked again in another form: {how}.', { how: 'x' })], ' ')
  const hidden = message('refused the key (401){said}', { said: ': *** has expired' })
  expect(await heardOf({ attempt: 1, waitMs: 5, ...toReason(said) })).toEqual([
    {
      attempt: 1,
      waitMs: 5,
      reason: 'refused the key (401): *** has expired Asked again in another form: x.',
      said: { ...said, values: { ...said.values, part0: hidden } },
    },
  ])
})

test('one that reaches beyond a value leaves the English words alone', async () => {
  const said = inARow([SECRET.slice(0, 5), SECRET.slice(5)], '')
  expect(await heardOf({ attempt: 1, waitMs: 0, ...toReason(said) })).toEqual([
    { attempt: 1, waitMs: 0, reason: '***' },
  ])
})
