import path from 'node:path'
import { expect, test } from 'vitest'
import { dataDir } from './data-dir'

const home = '/home/ada'

test.each([
  ['the variable', { env: { BATON_DATA: '/tmp/b' }, platform: 'darwin', home }, '/tmp/b'],
  ['a relative variable', { env: { BATON_DATA: 'b' }, platform: 'linux', home }, path.resolve('b')],
  ['Linux', { env: { BATON_DATA: '' }, platform: 'linux', home }, '/home/ada/.local/share/baton'],
  ['Linux with XDG', { env: { XDG_DATA_HOME: '/data' }, platform: 'linux', home }, '/data/baton'],
  ['Linux with a bad XDG', { env: { XDG_DATA_HOME: 'data' }, platform: 'linux', home }, '/home/ada/.local/share/baton'],
  ['macOS', { env: {}, platform: 'darwin', home }, '/home/ada/Library/Application Support/Baton'],
  ['Windows', { env: { APPDATA: '/roaming' }, platform: 'win32', home }, '/roaming/Baton'],
])('The data folder by %s.', (_name, facts, expected) => {
  expect(dataDir(facts)).toBe(expected)
})
