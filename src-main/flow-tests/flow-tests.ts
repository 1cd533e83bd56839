/** Tests of flows as the core offers them: made of a thread, and played. */
import { createTestKeeper, type KeepTestParts, type TestKeeper } from './keep-test'
import { createPlayer, type PlayerParts, type PlayTest } from './play-test'

export type FlowTests = TestKeeper & { play: PlayTest }

export type FlowTestParts = KeepTestParts & PlayerParts

export function createFlowTests(parts: FlowTestParts): FlowTests {
  return {
    ...createTestKeeper(parts),
    play: createPlayer(parts),
  }
}
