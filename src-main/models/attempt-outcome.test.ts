import { expect, it } from 'vitest'
import { asWritten } from '../../src-shared/languages/translate'
import { createRedactor } from '../redaction/redactor'
import { failedOutcome } from './attempt-outcome'
import { startAttempt } from './openai-wire'

it('a key where the words of a server are cut is taken out before they are', () => {
  const key = 'sk-a-key-that-is-long-enough'
  const attempt = startAttempt(new AbortController().signal)
  attempt.refuse(400, `${'x'.repeat(3990)}${key} is not known`)
  attempt.end(false)
  const words = { what: asWritten('refused'), next: asWritten('') }
  const failure = { code: 'model-rejected' as const, ...words, canRetry: false, status: 400 }
  const { text: redact } = createRedactor([key])
  const outcome = failedOutcome(failure, attempt, { isStopped: false, redact })
  expect(outcome).toEqual({ kind: 'failed', status: 400, what: 'refused', said: `${'x'.repeat(3990)}*** is not` })
})
