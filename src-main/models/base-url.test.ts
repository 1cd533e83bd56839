/** Addresses as people paste them, and the header that a key goes in. */
import { expect, it } from 'vitest'
import { cleanBaseUrl, partsOf, underBase } from './base-url'
import { keyHeaders } from './headers'

const TARGET = 'https://desk.openai.azure.com/openai/deployments/gpt-4o'

it('an address of Azure as its portal shows it leads to the same place, with its version', () => {
  const base = cleanBaseUrl(` ${TARGET}/chat/completions?api-version=2025-01-01-preview `)
  expect(base).toBe(`${TARGET}?api-version=2025-01-01-preview`)
  expect(underBase(base, '/chat/completions')).toBe(`${TARGET}/chat/completions?api-version=2025-01-01-preview`)
  expect(partsOf(base)).toEqual({ path: TARGET, query: '?api-version=2025-01-01-preview' })
  expect([cleanBaseUrl('http://127.0.0.1:1/v1/?'), underBase('http://127.0.0.1:1/v1', '/models')]).toEqual([
    'http://127.0.0.1:1/v1',
    'http://127.0.0.1:1/v1/models',
  ])
})

it('its key goes in the header of its own, and in no other; a token, and the key of any other server, as everywhere', () => {
  const bearer = { authorization: 'Bearer k' }
  expect(keyHeaders(TARGET, 'k')).toEqual({ 'api-key': 'k' })
  expect(keyHeaders(TARGET, 'eyJ0')).toEqual({ authorization: 'Bearer eyJ0' })
  for (const other of [
    'https://desk.openai.azure.com/openai/v1',
    'https://evil.example/.azure.com/openai/deployments/x',
    'https://evil.example?.azure.com/openai/deployments/x',
  ])
    expect(keyHeaders(other, 'k')).toEqual(bearer)
  expect(keyHeaders(TARGET, null)).toEqual({})
})
