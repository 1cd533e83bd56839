/** Tests of flows as the core offers them: made of a thread, and played. */
import { keepTest, outlookOfTest, type KeepTestParts, type TestOutlook } from './keep-test'
import { createPlayer, type PlayerParts, type PlayTest } from './play-test'
import type { FlowTest } from '../../src-shared/run/tests/test-file'

export type FlowTests = {
  /** A thread as a test. Throws what `keepTest` throws. */
  keep: (asked: { threadId: string; name: string }) => Promise<FlowTest>
  /** What to know of a thread before that. */
  outlook: (threadId: string) => Promise<TestOutlook>
  play: PlayTest
}

export type FlowTestParts = KeepTestParts & PlayerParts

export function createFlowTests(parts: FlowTestParts): FlowTests {
  return {
    keep: (asked) => keepTest(parts, asked),
    outlook: (threadId) => outlookOfTest(parts, threadId),
    play: createPlayer(parts),
  }
}
