/** The handlers of `flowTests.*`. */
import { fromErrorRecord } from '../../src-shared/errors'
import { openingFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import type { BatonContract } from '../../src-shared/rpc/contract'
import type { AreaHandlers } from '../../src-shared/rpc/define'
import { differenceMessage, namesOfTest } from '../../src-shared/run/tests/difference-words'
import { expectedExpense } from '../../src-shared/run/tests/expected-expense'
import { saveTests } from '../../src-shared/run/tests/test-file'
import type { FlowTests } from '../flow-tests/flow-tests'
import type { Library } from '../flows/library'
import { inSlices } from '../in-slices'
import type { FlowTestStore } from '../store/flow-tests'
import type { Threads } from '../store/threads'

type FlowTestServices = {
  readonly flowTests: FlowTests
  readonly keptTests: Omit<FlowTestStore, 'forget'>
  readonly threads: Pick<Threads, 'read'>
  readonly library: Pick<Library, 'read'>
}

export function flowTestHandlers({ flowTests, keptTests, threads, library }: FlowTestServices) {
  const flowOf = async (flowId: string): Promise<{ flow: Flow; text: string }> => {
    const { text } = library.read(flowId)
    const opened = await inSlices(openingFlow(text))
    if (!opened.ok) throw fromErrorRecord(opened.error)
    return { flow: opened.flow, text }
  }
  return {
    'flowTests.list': async ({ flowId }) => keptTests.ofFlow(flowId),
    'flowTests.outlook': ({ threadId }) => flowTests.outlook(threadId),
    'flowTests.keep': async ({ threadId, name }) => {
      const { flowId } = threads.read(threadId)
      const test = await flowTests.keep({ threadId, name })
      keptTests.add(flowId, test)
      return { id: test.id, name: test.name, turns: test.turns.length }
    },
    'flowTests.rename': async ({ id, name }) => {
      keptTests.rename(id, name)
      return {}
    },
    'flowTests.remove': async ({ id }) => {
      keptTests.remove(id)
      return {}
    },
    'flowTests.restore': async ({ id }) => {
      keptTests.restore(id)
      return {}
    },
    'flowTests.play': async ({ id, by }, { signal }) => {
      const { flowId, test } = keptTests.read(id)
      const { flow, text } = await flowOf(flowId)
      const { difference, spent, inner } = await flowTests.play({ test, flow: { id: flowId, text }, by, signal })
      if (difference === null) return { difference: null, spent }
      const { turn, node } = difference
      const nameOf = namesOfTest(test, { ...inner, ...flow.nodes })
      const said = differenceMessage(difference, nameOf)
      return { difference: { turn, node, name: node === null ? '' : nameOf(node), said }, spent }
    },
    'flowTests.price': async ({ flowId }) => expectedExpense(keptTests.wholeOfFlow(flowId)),
    'flowTests.export': async ({ flowId }) => {
      const { flow } = await flowOf(flowId)
      return { text: saveTests({ flow: { id: flowId, name: flow.name }, tests: keptTests.wholeOfFlow(flowId) }) }
    },
  } satisfies AreaHandlers<BatonContract, 'flowTests'>
}
