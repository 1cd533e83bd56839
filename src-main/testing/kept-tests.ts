/** Tests of flows in tests: a thread is kept, the file of it read back, and played; what came out is told in words. */
import { expect } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import type { Flow } from '../../src-shared/flow/records'
import { ENGLISH } from '../../src-shared/languages/translate'
import { differenceWords } from '../../src-shared/run/tests/difference-words'
import { openTests, saveTests, type FlowTest } from '../../src-shared/run/tests/test-file'
import type { PlayedBy } from '../flow-tests/play-test'
import type { TestCore } from './core-bench'

/** A thread as a test, after it has travelled as a file. */
export async function keptOf(core: TestCore, threadId = 't1'): Promise<FlowTest> {
  const test = await core.core().services.flowTests.keep({ threadId, name: 'A refund' })
  const [read] = openTests(saveTests({ flow: { id: 'desk', name: 'Desk' }, tests: [test] })).tests
  expect(read).toEqual(test)
  return test
}

/** `passes`, or the turn, the node to look at and the difference. */
export async function playedOn(
  core: TestCore,
  test: FlowTest,
  drawn: Flow,
  by: PlayedBy = 'recorded',
): Promise<string> {
  const flow = { id: drawn.id, text: saveFlow(drawn) }
  const { difference } = await core.core().services.flowTests.play({ test, flow, by, signal: NEVER })
  if (difference === null) return 'passes'
  const nameOf = (id: string): string => drawn.nodes[id]?.name ?? test.nodes[id] ?? id
  return `${difference.turn} ${difference.node}: ${differenceWords(difference, nameOf, ENGLISH)}`
}

const NEVER = new AbortController().signal
