/** Stop reaches everything that would never end by itself: a tool that hangs, and all chats that run side by side. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/save'
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

it('an HTTP tool that does not answer', async () => {
  const shop = createServer(() => shop.emit('visited')).listen(0, '127.0.0.1')
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
    test.server.reply({ calls: [{ name: 'price', arguments: {} }] })
    await stopOnce(test, drawn, once(shop, 'visited'))
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
