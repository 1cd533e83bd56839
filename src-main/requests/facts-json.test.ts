/** What is known of a request is the same JSON, however much of it is taken from the request before. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MESSAGE_REASONS, type MessageSource } from '../../src-shared/run/log/requests'
import { factsJson, type KnownFacts, type NewFacts } from './facts-json'
import { cutText, placeToGoOn } from './segments'

const source = fc.record(
  { why: fc.constantFrom(...MESSAGE_REASONS), entry: fc.string({ maxLength: 6 }), attached: fc.boolean() },
  { requiredKeys: ['why'] },
)
const sources = fc.array(fc.array(source, { maxLength: 3 }), { maxLength: 12 })

const factsWith = (of: readonly (readonly MessageSource[])[], said: string): NewFacts => ({
  connection: 'default',
  url: null,
  model: said,
  ms: 12.5,
  pictures: [],
  outcome: { kind: 'failed', status: 500, what: 'server', said },
  sources: of,
})

it('is what JSON.stringify writes, after any other request', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(12), sources, fc.string()), { minLength: 1, maxLength: 6 }), (requests) => {
      const known: KnownFacts[] = []
      for (const [kept, more, said] of requests) {
        const before = known.at(-1) ?? null
        const all = [...(before?.sources.slice(0, kept) ?? []), ...more]
        const text = factsJson(factsWith(all, said), before)
        const { sources: own, ...others } = factsWith(all, said)
        expect(text).toBe(JSON.stringify({ sources: own, ...others }))
        known.push({ cut: cutText(text, before?.cut), sources: structuredClone(all) })
      }
    }),
  )
})

it('a conversation goes on behind its last comma, whatever lists stand before it', () => {
  const messages = ['Hello', 'How are you?', 'Fine'].map((content) => ({ role: 'user', content }))
  const body = JSON.stringify({ model: 'm', tools: [{ name: 'get_time' }], messages, stop: ['a'] })
  expect(body.slice(placeToGoOn(cutText(body)))).toMatch(/^,\{"role":"user","content":"Fine"\}\]/)
})
