import { expect, test } from 'vitest'
import { ENGLISH } from '../../src-shared/languages/translate'
import { codeNeed, commandNeed, fileNeed, hostNeed, secretNeed } from '../../src-shared/kinds/needs'
import type { ConsentNeed } from '../../src-shared/kinds/kind'
import type { ConsentView } from '../../src-shared/rpc/contract'
import { consentGroups, countedWords, newsWord, noteOf, refusedWords, shownItem } from './consent-words'

function item(need: ConsentNeed | null): ConsentView {
  if (need === null) throw new Error('That is no need.')
  const key = `${need.type}:${need.value}`
  return {
    ...need,
    key,
    hash: `${key} ${need.content}`,
    nodes: [{ id: 'n', name: 'N' }],
    allowed: false,
    byHand: false,
  }
}

const command = item(commandNeed({ command: 'npx', args: ['-y', 'server', 'x'.repeat(400)], env: { TOKEN: 'github' } }))
const code = item(codeNeed('Sum', 'export function run() {\n\treturn 1 // \u202e\n}'))
const any = item(hostNeed('https://{sub}.example.com/'))
const open = item(hostNeed('http://example.com/'))
const local = item(hostNeed('http://127.0.0.1:8080/'))
const file = item(fileNeed('notes/a.md'))
const secret = item(secretNeed('github', hostNeed('http://example.com/') ?? { program: '' }))
const given = item(secretNeed('github', { program: 'npx' }))

test('commands come first, hosts below the code that reaches them, private ones by themselves', () => {
  const all = [secret, file, open, local, any, code, command]
  expect(consentGroups(all, all).map(({ key, sentence, items }) => [key, sentence, items.length])).toEqual([
    ['command', 'Runs this program on your computer', 1],
    ['code', 'Runs this code in a sandbox: no files, no network but for the hosts below', 1],
    ['any-host', 'Reaches any public address that a call of the tool names', 1],
    ['private-host', 'Reaches a private address: this machine or your network', 1],
    ['host', 'Reaches this address', 1],
    ['file', 'Reads this file', 1],
    ['secret', 'Hands over this secret', 1],
  ])
  const others = { ...open, nodes: [{ id: 'other', name: 'Other' }] }
  expect(consentGroups([code], [code, others])[0]?.sentence).toBe('Runs this code in a sandbox: no files, no network')
})

test('many things are counted', () => {
  expect(countedWords(consentGroups([code, { ...code, hash: 'c2' }, command, secret], []), ENGLISH)).toBe(
    '1 program, 2 pieces of code and 1 secret',
  )
  expect(countedWords(consentGroups([file], []), ENGLISH)).toBe('1 file')
})

test('an item is shown whole, with nothing hidden in it', () => {
  expect([command, code, any, open].map((item) => shownItem(item, ENGLISH))).toEqual([
    { name: `TOKEN=$github npx -y server ${'x'.repeat(400)}`, whole: null },
    { name: 'Sum', whole: 'export function run() {\n\treturn 1 // \\u{202e}\n}' },
    { name: 'https://{sub}.example.com/', whole: null },
    { name: 'http://example.com', whole: null },
  ])
  expect([[open, local, any, code, command].map((one) => noteOf(one, ENGLISH)), [code, open].map(newsWord)]).toEqual([
    ['not encrypted', '', '', '3 lines', ''],
    ['New or changed', 'New'],
  ])
  expect([secret, given].map((one) => [shownItem(one, ENGLISH).name, noteOf(one, ENGLISH)])).toEqual([
    ['github', 'to http://example.com'],
    ['github', 'to the program npx'],
  ])
})

test('what was refused while it ran says where to, and what to do', () => {
  const rest =
    'Nobody allowed that, so nothing was sent there. If it is meant, write that address into the node: you are asked for it with the next message.'
  const words = (details: { place: string; address?: string }) => refusedWords({ message: 'Raw.', details }, ENGLISH)
  expect(words({ place: 'wiki.example.com:443', address: '10.0.0.1' })).toBe(
    `It wanted to reach wiki.example.com:443, which leads to the private address 10.0.0.1. ${rest}`,
  )
  expect(words({ place: '10.0.0.1:80', address: '10.0.0.1' })).toBe(`It wanted to reach 10.0.0.1:80. ${rest}`)
  expect(refusedWords({ message: 'Raw.' }, ENGLISH)).toBe('Raw.')
})
