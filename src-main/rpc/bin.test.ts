/** Deleting a flow for good, through the core: its threads go with it, and nothing goes that is not in the bin. */
import { expect, onTestFinished, test } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { openTestCore } from '../testing/core-bench'

test('a flow in the bin goes with its threads; one that is not in the bin stays', async () => {
  const drawn = flow('Desk').start('a').agent('a').build()
  const bench = await openTestCore(drawn)
  onTestFinished(bench.close)
  const { handlers, services } = bench.core()
  const context = { signal: new AbortController().signal }
  services.library.importText({ text: saveFlow(drawn) })
  bench.server.reply({ text: 'Hello.' })
  await bench.turn('Hi')
  expect(services.threads.list(drawn.id)).toHaveLength(1)
  await expect(handlers['flows.removeForGood']({ id: drawn.id }, context)).rejects.toMatchObject({ code: 'bad-input' })
  expect(services.threads.list(drawn.id)).toHaveLength(1)
  await handlers['flows.remove']({ id: drawn.id }, context)
  expect((await handlers['flows.bin']({}, context)).map(({ name }) => name)).toEqual(['Desk'])
  await handlers['flows.removeForGood']({ id: drawn.id }, context)
  expect([await handlers['flows.bin']({}, context), services.threads.list(drawn.id)]).toEqual([[], []])
})
