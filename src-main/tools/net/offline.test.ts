/** Offline nothing but this machine is reached, and no name is looked up. */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isOffline, offlineRefusal, takeOfflineFlag } from './offline'
import { ENGLISH } from '../../../src-shared/languages/translate'

const OFFLINE = { BATON_OFFLINE: '1' }

it.each([
  'http://localhost:1234/v1',
  'http://LOCALHOST./v1',
  'http://models.localhost/',
  'https://127.0.0.1/',
  'http://127.9.9.9:8080/',
  'http://2130706433/',
  'http://[::1]:3000/',
  'http://[::ffff:127.0.0.1]/',
])('%s is this machine', (address) => {
  expect(offlineRefusal(address, OFFLINE)).toBeNull()
})

it.each([
  'https://api.openai.com/v1',
  'http://192.168.1.20:11434/v1',
  'http://10.0.0.1/',
  'http://169.254.169.254/',
  'http://localhost.example/',
  'http://127.0.0.1.nip.io/',
  'http://0.0.0.0/',
  'http://[::]/',
  'http://[fe80::1]/',
  'http://xn--bcher-kva.example/',
  'not an address',
])('%s is not', (address) => {
  expect(ENGLISH.message(offlineRefusal(address, OFFLINE) ?? '')).toMatch(
    /^Baton is offline, so it did not connect to .+\. Use a server/,
  )
  expect(offlineRefusal(address, {})).toBeNull()
})

it('the environment says so, or the flag of any entry', () => {
  expect(['', '0', 'false', undefined, '1', 'true', 'yes'].map((value) => isOffline({ BATON_OFFLINE: value }))).toEqual(
    [false, false, false, false, true, true, true],
  )
  const env: NodeJS.ProcessEnv = {}
  expect(takeOfflineFlag(['run', 'a.flow.json', '-m', 'hi'], env)).toEqual(['run', 'a.flow.json', '-m', 'hi'])
  expect(isOffline(env)).toBe(false)
  expect(takeOfflineFlag(['run', '--offline', 'a', '--', '--offline'], env)).toEqual(['run', 'a', '--', '--offline'])
  expect(isOffline(env)).toBe(true)
})

/** What goes out by itself, and whoever is given a guarded fetch, which asks. */
const WAYS_OUT = /(?<![.\w])fetch\(|\brequest\(url|undici\.fetch\(|net\.connect\(/

it('each way out asks first', () => {
  const files = globSync('src-main/**/*.ts').filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  const ways = files.filter((file) => WAYS_OUT.test(readFileSync(file, 'utf8')))
  const asks = (file: string) => /refuseOffline\(|offlineRefusal\(|reachOut\(/.test(readFileSync(file, 'utf8'))
  expect(ways.filter((file) => !asks(file)).toSorted()).toEqual([
    // These are given the guarded fetch.
    'src-main/tools/api/api-documents.ts',
    'src-main/tools/http.ts',
    'src-main/tools/net/guarded-fetch.ts',
  ])
  expect(asks('src-main/tools/net/guard.ts')).toBe(true)
  expect(ways).toContain('src-main/models/post.ts')
})
