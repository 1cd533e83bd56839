/** Stop reaches everything that would never end by itself: a tool that hangs, and all chats that run side by side. A run has one end, whatever goes wrong. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { isTerminal } from '../../src-shared/run/log/event-types'
import type { RunEvent } from '../../src-shared/run/log/events'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { Flow } from '../../src-shared/flow/records'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTestCore, type TestCore } from '../testing/core-bench'

/** Stops a turn once it hangs where it should. */
async function stopOnce(test: TestCore, drawn: Flow, hangs: Promise<unknown>): Promise<void> {
  const { runner } = test.core().services
  const turn = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId: null, text: 'go' }
  const { runId, done } = await runner.start(turn)
  await hangs
  await runner.stop(runId)
  expect(await done).toEqual({ state: 'stopped' })
}

it('HTTP tools that do not answer, called at once', async () => {
  let visits = 0
  const shop = createServer(() => {
    visits += 1
    if (visits === 2) shop.emit('visited twice')
  }).listen(0, '127.0.0.1')
  await once(shop, 'listening')
  const address = shop.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const drawn = flow('Shop')
    .start('s')
    .supervisor('s', { name: 'Host' })
    .httpTool('price', { toolName: 'price', url: `http://127.0.0.1:${port}/` })
    .use('s', 'price')
    .build()
  const test = await openTestCore(drawn)
  try {
    const call = { name: 'price', arguments: {} }
    test.server.reply({ calls: [call, call] })
    await stopOnce(test, drawn, once(shop, 'visited twice'))
    expect(test.server.calls).toBe(1)
  } finally {
    await test.close()
    shop.closeAllConnections()
    shop.close()
  }
})

it('every chat that runs side by side', async () => {
  const drawn = flow('Side by side')
    .start('w')
    .agent('w', { name: 'Writer', prompt: 'You are Writer.' })
    .agent('a', { name: 'A', prompt: 'You are A.' })
    .agent('b', { name: 'B', prompt: 'You are B.' })
    .node('nested-chat', 'n', { name: 'Ask both', async: true })
    .handoff('w', 'n')
    .edge('recipient', { from: 'n', to: 'a' }, { message: 'ask A', chatId: 'A' })
    .edge('recipient', { from: 'n', to: 'b' }, { message: 'ask B', chatId: 'B' })
    .build()
  const test = await openTestCore(drawn)
  try {
    test.server.on(
      { system: 'You are Writer.' },
      { calls: [{ name: 'transfer_Writer_to_nested_chat_Writer_1', arguments: {} }] },
    )
    test.server.on({}, { hang: true }, { hang: true })
    await stopOnce(test, drawn, test.server.waitForRequest(3))
    await Promise.all([test.server.waitForHangUp(2), test.server.waitForHangUp(3)])
  } finally {
    await test.close()
  }
})

const alone = () => flow('Alone').start('a').agent('a', { name: 'A', prompt: 'You are A.' }).build()

/** A turn of a new thread, with what it told. */
async function begin(test: TestCore, drawn: Flow, hear: (event: RunEvent) => void = () => undefined) {
  const types: RunEvent['type'][] = []
  const listen = (event: RunEvent): void => {
    types.push(event.type)
    hear(event)
  }
  const turn = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId: null, text: 'go', listen }
  return { ...(await test.core().services.runner.start(turn)), types }
}

it('a reply that cannot be kept is a warning, and the turn is stopped all the same', async () => {
  const test = await openTestCore(alone())
  try {
    test.server.reply({ pieces: ['Once ', 'upon'], hangAfter: 1 })
    const streams = Promise.withResolvers<undefined>()
    const hear = ({ type }: RunEvent) => type === 'token' && streams.resolve(undefined)
    const { runId, done, types } = await begin(test, alone(), hear)
    await streams.promise
    const other = new Database(path.join(test.dataDir, 'checkpoints.sqlite'))
    other.exec('ALTER TABLE checkpoint RENAME TO gone')
    await test.core().services.runner.stop(runId)
    other.exec('ALTER TABLE gone RENAME TO checkpoint')
    other.close()
    expect([await done, types.slice(-2)]).toEqual([{ state: 'stopped' }, ['warning', 'run.stopped']])
    test.server.reply({ text: 'Again.' })
    const { threadId = '' } = test.core().services.threads.run(runId) ?? {}
    expect((await test.turn('go on', threadId)).said).toEqual(['Again.'])
  } finally {
    await test.close()
  }
})

it('whoever listens may fail at any event: the run has one end, and the next message works', async () => {
  const test = await openTestCore(alone())
  try {
    test.server.on({}, { text: 'Hello.' })
    const whole = await begin(test, alone())
    expect(await whole.done).toMatchObject({ state: 'finished' })
    for (const type of new Set(whole.types)) {
      const hear = (event: RunEvent) => {
        if (event.type === type) throw new Error('the terminal is gone')
      }
      const { runId, threadId, done } = await begin(test, alone(), hear)
      await done
      const ends = test.core().services.events.events(runId).filter(isTerminal)
      expect([type, ends.length]).toEqual([type, 1])
      expect((await test.turn('go on', threadId)).said).toEqual(['Hello.'])
    }
  } finally {
    await test.close()
  }
})
