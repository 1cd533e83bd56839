/** Deadlines of approvals that passed while nobody could answer: in the bin, and while a turn had failed. */
import { afterEach, expect, it } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { Answer } from '../../src-shared/run/log/questions'
import { flow } from '../../src-shared/testing/flow-builder'
import { manualClock } from '../clock'
import { openLibraryDatabase } from '../store/database'
import { openTestCore, type TestCore } from '../testing/core-bench'

let test: TestCore
afterEach(async () => {
  await test.close()
})

const MINUTE = 60_000
const APPROVE: Answer = { kind: 'approval', outcome: 'approved' }
const context = { signal: new AbortController().signal }

/** Asks for a minute; whoever is behind it says something. */
const gate = () =>
  flow('Gate')
    .start('q')
    .node('approval', 'q', { name: 'Gate', message: 'Open?', timeout: 60 })
    .agent('y', { name: 'Y', prompt: 'Y' })
    .agent('l', { name: 'L', prompt: 'L' })
    .edge('next', { from: 'q', to: 'y', port: 'approved' })
    .edge('next', { from: 'q', to: 'l', port: 'timeout' })

function waiting(thread: string) {
  return test
    .core()
    .services.runner.waiting(thread)
    .flatMap(({ id, question }) => (question.kind === 'approval' ? [{ id, until: question.until ?? '' }] : []))
}

it('one whose time passed in the bin waits for a person; the time counts then', async () => {
  const clock = manualClock(Date.parse('2026-01-01T10:00:00Z'))
  test = await openTestCore(gate().build(), { clock })
  test.server.on({}, { text: 'Late.' }, { text: 'Late.' }, { text: 'Late.' })
  const text = saveFlow(gate().build())
  const begin = async (threadId: string): Promise<string> => {
    const { services, handlers } = test.core()
    const { id: flowId } = await handlers['flows.import']({ text, fileName: null }, context)
    services.threads.createThread({ flowId, id: threadId })
    await (
      await services.runner.start({ flowId, flowText: text, revision: null, threadId, text: 'go' })
    ).done
    return flowId
  }
  const binned = await begin('binned')
  await begin('kept')
  const { services, handlers } = test.core()
  await handlers['flows.remove']({ id: binned }, context)
  clock.advance(2 * MINUTE)
  await handlers['flows.restore']({ id: binned }, context)
  services.deadlines.keep(() => true)
  const kept = () => [waiting('kept').length, services.threads.read('kept').state]
  await expect.poll(kept).toEqual([0, 'idle'])
  expect(waiting('binned')).toHaveLength(1)
  await test.answer(waiting('binned')[0]?.id ?? '', APPROVE, 'binned')
  const answers = services.events
    .eventsOfTurn('binned', 1)
    .flatMap((event) => (event.type === 'answer' ? [event.answer] : []))
  expect(answers).toEqual([{ kind: 'approval', outcome: 'timeout' }])
})

it('nothing acts in the bin; restored in time, it can be answered still', async () => {
  const clock = manualClock(Date.parse('2026-01-01T10:00:00Z'))
  test = await openTestCore(gate().build(), { clock })
  const text = saveFlow(gate().build())
  const { services, handlers } = test.core()
  const { id: flowId } = await handlers['flows.import']({ text, fileName: null }, context)
  services.threads.createThread({ flowId, id: 't' })
  const begun = await services.runner.start({ flowId, flowText: text, revision: null, threadId: 't', text: 'go' })
  await begun.done
  services.deadlines.keep(() => true)
  await handlers['flows.remove']({ id: flowId }, context)
  clock.advance(MINUTE / 2)
  await handlers['flows.restore']({ id: flowId }, context)
  test.server.reply({ text: 'Open.' })
  const { said } = await test.answer(waiting('t')[0]?.id ?? '', APPROVE, 't')
  expect(said).toEqual(['Open.'])
})

it('one whose time passed in the bin takes that nobody answered as the answer of a person too', async () => {
  const clock = manualClock(Date.parse('2026-01-01T10:00:00Z'))
  test = await openTestCore(gate().build(), { clock })
  const text = saveFlow(gate().build())
  const { services, handlers } = test.core()
  const { id: flowId } = await handlers['flows.import']({ text, fileName: null }, context)
  services.threads.createThread({ flowId, id: 't' })
  const begun = await services.runner.start({ flowId, flowText: text, revision: null, threadId: 't', text: 'go' })
  await begun.done
  const over: Answer = { kind: 'approval', outcome: 'timeout' }
  await expect(test.answer(waiting('t')[0]?.id ?? '', over, 't')).rejects.toThrow('There is still time')
  await handlers['flows.remove']({ id: flowId }, context)
  clock.advance(2 * MINUTE)
  await handlers['flows.restore']({ id: flowId }, context)
  services.deadlines.keep(() => true)
  test.server.reply({ text: 'Late.' })
  expect((await test.answer(waiting('t')[0]?.id ?? '', over, 't')).said).toEqual(['Late.'])
})

it('a turn that is tried again gives the whole time once more', async () => {
  const clock = manualClock(Date.parse('2026-01-01T10:00:00Z'))
  test = await openTestCore(gate().build(), { clock })
  await test.turn('go')
  const [before] = waiting('t1')
  const db = openLibraryDatabase(test.dataDir)
  // As a step beside it leaves the turn that fails.
  db.exec("UPDATE runs SET state = 'failed'")
  db.close()
  clock.advance(5 * MINUTE)
  await test.resume()
  const [after] = waiting('t1')
  expect([Date.parse(after?.until ?? '') - clock.now(), after?.id === before?.id]).toEqual([MINUTE, false])
  test.server.reply({ text: 'Open.' })
  expect((await test.answer(after?.id ?? '', APPROVE)).said).toEqual(['Open.'])
})
