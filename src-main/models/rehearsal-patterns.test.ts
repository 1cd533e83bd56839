/** Patterns of a rehearsal script that never end: whoever else is there goes on meanwhile, and a stop ends them. */
import { describe, expect, test } from 'vitest'
import { AppError } from '../../src-shared/errors'
import type { ModelRequest } from './contract/model'
import { createPatterns, type Patterns } from './patterns'
import { questionPrompt } from './contract/prompt'
import { createRehearsalModel } from './rehearsal'
import type { RehearsalRule } from './rehearsal-script'

function asked(text: string, signal = new AbortController().signal): ModelRequest {
  const purpose = { kind: 'reply' } as const
  return { prompt: questionPrompt('en', text), tools: [], speaker: 'Host', nth: 1, purpose, signal }
}

describe('a pattern that never ends', () => {
  const rules: RehearsalRule[] = [{ when: { last: '/^(a|a)*$/' }, text: 'x' }]
  const endless = `${'a'.repeat(45)}!`
  const model = (patterns: Patterns) => createRehearsalModel({ rules, patterns })

  test('holds up nobody else, and the next question is answered', async () => {
    const patterns = createPatterns()
    const order: string[] = []
    const slow = model(patterns).call(asked(endless))
    const told = slow.catch(() => order.push('the pattern was given up'))
    setImmediate(() => order.push('somebody else'))
    await told
    expect(order).toEqual(['somebody else', 'the pattern was given up'])
    expect((await model(patterns).call(asked('aaa'))).text).toBe('x')
    await patterns.close()
  })

  test('ends with the stop, and so does what waits behind it', async () => {
    const patterns = createPatterns({ patternMs: 60_000, totalMs: 60_000 })
    const stops = [new AbortController(), new AbortController()]
    const calls = stops.map(({ signal }) => model(patterns).call(asked(endless, signal)))
    const codes = calls.map((call) =>
      call.then(String, (cause: unknown) => (cause instanceof AppError ? cause.code : cause)),
    )
    setImmediate(() => stops[1]?.abort())
    expect(await codes[1]).toBe('cancelled')
    stops[0]?.abort()
    expect(await codes[0]).toBe('cancelled')
    expect((await model(patterns).call(asked('aaa'))).text).toBe('x')
    await patterns.close()
  })

  test('all patterns of a reply share their time', async () => {
    const patterns = createPatterns({ patternMs: 60_000, totalMs: 50 })
    const failure = await model(patterns)
      .call(asked(endless))
      .catch((cause: unknown) => cause)
    expect(String(failure)).toContain('was still being tried after 50 ms for all patterns')
    await patterns.close()
  })
})
