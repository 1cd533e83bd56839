/** What a node declares may be reached, and from there the internet only. */
import { expect, test } from 'vitest'
import { hostNeed } from '../../src-shared/kinds/needs'
import { reachOf } from './reach'

const needs = (...addresses: string[]) => addresses.map(hostNeed).filter((need) => need !== null)

test('the declared host anywhere, redirects in public, nothing else', () => {
  const { mayReach } = reachOf(needs('http://127.0.0.1:8080/x', 'https://api.example.com/'), () => false)
  const reach = (url: string, isRedirect = false) => mayReach(new URL(url), { isRedirect })
  expect(
    [
      'http://127.0.0.1:8080/y',
      'http://127.0.0.1:8081/',
      'http://localhost:8080/',
      'https://api.example.com/',
      'https://api.example.com:444/',
      'http://api.example.com/',
      'ftp://127.0.0.1:8080/',
    ].map((url) => [reach(url), reach(url, true)]),
  ).toEqual([
    ['anywhere', 'anywhere'],
    ['no', 'public'],
    ['no', 'public'],
    ['anywhere', 'anywhere'],
    ['no', 'public'],
    ['no', 'public'],
    ['no', 'no'],
  ])
})

test('a host from the arguments in public; what was allowed by name anywhere', () => {
  const { mayReach } = reachOf(needs('https://{host}/'), (key) => key === 'host:10.0.0.1')
  const reach = (url: string) => mayReach(new URL(url), { isRedirect: false })
  expect(['https://example.com/', 'https://127.0.0.1/', 'https://10.0.0.1/'].map(reach)).toEqual([
    'public',
    'public',
    'anywhere',
  ])
  expect(reachOf([], () => false).mayReach(new URL('https://example.com/'), { isRedirect: false })).toBe('no')
})
