/** What is kept of calls, through the core: also of one that ends after its run. */
import { expect, it, onTestFinished } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import type { RunEvent } from '../../src-shared/run/log/events'
import { openTestCore } from '../testing/core-bench'

const drawn = flow('Desk').start('a').agent('a', { name: 'A' }).build()

it('a request that was stopped is kept, though its call ends after the run', async () => {
  const test = await openTestCore(drawn, { recordsPart: true })
  onTestFinished(() => test.close())
  test.server.reply({ hang: true })
  const { runner, threads } = test.core().services
  threads.createThread({ flowId: drawn.id, id: 't1' })
  const events: RunEvent[] = []
  const at = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId: 't1', text: 'hi' }
  const { runId, done } = await runner.start({ ...at, listen: (event) => events.push(event) })
  await test.server.waitForRequest(1)
  await runner.stop(runId)
  await done
  const span = events.find((event) => event.type === 'model.started')?.span ?? ''
  const kept = () => test.core().handlers['requests.ofCall']({ span }, { signal: new AbortController().signal })
  await expect
    .poll(async () => (await kept()).requests)
    .toMatchObject([{ outcome: { kind: 'stopped' }, isWhole: true }])
  const [request] = (await kept()).requests
  expect(request?.body).toBe(test.server.received[0]?.body)
})

it('the calls that were sent an entry are those whose requests have its words', async () => {
  const test = await openTestCore(drawn, { recordsPart: true })
  onTestFinished(() => test.close())
  const { runner, threads } = test.core().services
  threads.createThread({ flowId: drawn.id, id: 't1' })
  const events: RunEvent[] = []
  const at = { flowId: drawn.id, flowText: saveFlow(drawn), revision: null, threadId: 't1' }
  for (const [text, answer] of [
    ['The first question', 'The first answer'],
    ['The second question', 'The second answer'],
    ['The third question', 'The third answer'],
  ] as const) {
    test.server.reply({ text: answer })
    await (
      await runner.start({ ...at, text, listen: (event) => events.push(event) })
    ).done
  }
  const spans = events.flatMap((event) => (event.type === 'model.started' ? [event.span] : []))
  const said = events.flatMap((event) =>
    event.type === 'entry' && event.entry.kind === 'text' ? [{ id: event.entry.id, text: event.entry.text }] : [],
  )
  expect([spans.length, said.length]).toEqual([3, 6])
  for (const { id, text } of said) {
    const found = await test
      .core()
      .handlers['requests.readers']({ threadId: 't1', entries: [id] }, { signal: new AbortController().signal })
    const wanted = spans.filter((_, call) => test.server.received[call]?.body.includes(text))
    expect([text, found.spans]).toEqual([text, wanted])
  }
})
