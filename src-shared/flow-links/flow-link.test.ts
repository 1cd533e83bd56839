/** Links that anybody may write: two forms are read, everything else is refused. */
import { expect, it } from 'vitest'
import { toAppError } from '../errors'
import { saveFlow } from '../flow/editing/save'
import { flow } from '../testing/flow-builder'
import { flowLink, isFlowLink, LONGEST_LINK, readFlowLink } from './flow-link'

const text = saveFlow(flow('Ärger – 日本 \uFFFD').start('a').agent('a', { name: 'A' }).build())

it('brings a flow along, to the letter, or says where one lies', () => {
  expect(readFlowLink(flowLink(text))).toEqual({ is: 'flow', text })
  expect(
    readFlowLink('BATON://Open/?from=https%3A%2F%2Fexample.com%3A8443%2Fa.baton%3Fx%3D1%26y%3D%C3%A9%23part'),
  ).toEqual({
    is: 'address',
    address: 'https://example.com:8443/a.baton?x=1&y=%C3%A9',
    host: 'example.com:8443',
  })
  // A name that only looks like another one is shown as what it is.
  expect(readFlowLink('baton://open?from=https%3A%2F%2Fex%D0%B0mple.com%2F')).toMatchObject({
    host: 'xn--exmple-4nf.com',
  })
  expect([isFlowLink('Baton://open'), isFlowLink('https://baton/'), isFlowLink('./baton:x.baton')]).toEqual([
    true,
    false,
    false,
  ])
  expect(() => flowLink('x'.repeat(LONGEST_LINK))).toThrow('too large for a link')
})

const from = (address: string) => `baton://open?from=${encodeURIComponent(address)}`

it.each([
  ['nothing', 'baton://open'],
  ['no value', 'baton://open?flow='],
  ['another host', 'baton://run?flow=e30'],
  ['a path', 'baton://open/run?flow=e30'],
  ['a port', 'baton://open:1?flow=e30'],
  ['somebody before the host', 'baton://me@open?flow=e30'],
  ['two values', 'baton://open?flow=e30&from=https%3A%2F%2Fexample.com'],
  ['the same value twice', 'baton://open?flow=e30&flow=e30'],
  ['a fragment', 'baton://open?flow=e30#/flow/1'],
  ['a line break', 'baton://open?flow=e30\n--inspect'],
  ['an option behind it', 'baton://open?flow=e30 --data=/tmp'],
  ['something else than base64url', 'baton://open?flow=%7B%7D'],
  ['base64url that is encoded', 'baton://open?flow=ZTMw%3D'],
  ['bytes that are no text', 'baton://open?flow=_____w'],
  ['a file', from('file:///etc/passwd')],
  ['plain http', from('http://example.com/a.baton')],
  ['a script', from('javascript:alert(1)')],
  ['a link within the link', from('baton://open?flow=e30')],
  ['an address without its slashes', from('https:example.com')],
  ['a third slash', from('https:///example.com')],
  ['a backslash', from('https://example.com\\@evil.example/')],
  ['a password', from('https://a:b@example.com/')],
  ['an address encoded twice', from(encodeURIComponent('https://example.com/'))],
  ['a part encoded twice', from('https://example.com/%252e%252e/a')],
  ['a sign that turns words round', from('https://example.com/\u202eg.baton')],
  ['a broken encoding', 'baton://open?from=https%3A%2F%2Fexample.com%2F%ZZ'],
  ['a long address', from(`https://example.com/${'a'.repeat(3000)}`)],
  ['a huge link', `baton://open?flow=${'A'.repeat(LONGEST_LINK)}`],
])('refuses %s', (_what, link) => {
  const error = toAppError(attempt(() => readFlowLink(link)))
  expect(error.code).toBe('bad-input')
  expect(error.message).toMatch(/^This link is not opened: .+\. Nothing was read, fetched or stored\.$/)
})

function attempt(work: () => unknown): unknown {
  try {
    return work()
  } catch (cause) {
    return cause
  }
}
