/** Kill -9 while messages wait: the real program is killed, started again, and each message is said once. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { buildProgram, kill, runBaton, startBaton, type Killable } from '../testing/killable'
import { startModelServer, type ModelServer } from '../testing/model-server'

let folder = ''
let server: ModelServer

beforeAll(buildProgram, 120_000)
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-talk-'))
  server = await startModelServer()
  const drawn = flow('Talk').start('a').agent('a', { name: 'Ann', prompt: 'You are Ann.' }).build()
  writeFileSync(path.join(folder, 'f.flow.json'), saveFlow(drawn))
})
afterEach(async () => {
  expect(server.violations).toEqual([])
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const place = () => ({ folder, file: path.join(folder, 'f.flow.json'), baseUrl: server.baseUrl })
const baton = (...args: string[]): Killable => startBaton(place(), args)
const goOn = (...args: string[]): Promise<string> => runBaton(place(), args)

/** What users said in the newest request. */
function heardLast(): string[] {
  const { messages } = server.requests.at(-1) ?? { messages: [] }
  return messages.flatMap(({ role, content }) =>
    role === 'user' && typeof content === 'string' ? content.split('\n') : [],
  )
}

it('killed in the turn before, and in its own turn: nothing is said by itself, lost or said twice', async () => {
  server.reply({ hang: true })
  const first = baton('-m', 'one')
  await server.waitForRequest(1)
  expect(await goOn('--when', 'after', '-m', 'two')).toContain('The message waits until it is over.')
  await kill(first)
  // The turn that was killed goes on, and only then is said what waits; that turn is killed too.
  server.reply({ text: 'One.' }, { hang: true })
  const second = baton()
  await server.waitForRequest(3)
  expect(heardLast().filter((line) => line === 'two')).toHaveLength(1)
  await kill(second)
  expect(second.output()).toBe('One.\n')
  server.reply({ text: 'Two.' }, { text: 'Three.' })
  expect(await goOn()).toBe('Two.\n')
  expect(await goOn('-m', 'three')).toBe('Three.\n')
  expect(heardLast()).toEqual(['one', 'two', 'three'])
})

it('said to another program at its next step: the turn ends there, and this is answered', async () => {
  const slow = Promise.withResolvers<undefined>()
  server.reply({ text: 'One.', gate: slow.promise }, { text: 'Both.' })
  const first = goOn('-m', 'one')
  await server.waitForRequest(1)
  expect(await goOn('--when', 'now', '-m', 'two')).toContain('The message is heard at its next step.')
  slow.resolve(undefined)
  expect(await first).toBe('One.\nBoth.\n')
  expect(heardLast()).toEqual(['one', 'two'])
})
