/** How a graph is driven where Baton's runner does not do it: by a server that writes messages into its state and reads them there. */
import type { BaseCheckpointSaver, LangGraphRunnableConfig, StateDefinition } from '@langchain/langgraph'
import type { NewRunEvent } from '../../../src-shared/run/log/events'
import type { CompiledFlow, StepContext } from '../contract/runtime'
import type { BatonState, BatonUpdate } from '../state/state'
import type { RunParts } from './run-config'

/** One step of a graph with a door. */
export type DoorStep = {
  /** What a runner would pass through LangGraph's `configurable`. */
  run: RunParts
  ask: StepContext['ask']
  /** Hears what the step tells, beside LangGraph's own stream. */
  hear: (event: NewRunEvent) => void
  /** What of an update goes into the door's own channels, once all that was heard has been handed on. */
  leave: (update: BatonUpdate) => Promise<object>
}

export type GraphDoor = {
  /** Absent: whoever serves the graph gives it one. */
  checkpointer?: BaseCheckpointSaver | undefined
  /** Channels beside those of the state. */
  channels: StateDefinition
  /** Names of the channels that an input may write; all others are the engine's own. */
  inputs: readonly string[]
  /** The first step of a run that is given an input: a turn begins with what the door's channels say. */
  begin: (flow: CompiledFlow, state: BatonState, config: LangGraphRunnableConfig) => Promise<BatonUpdate>
  step: (flow: CompiledFlow, state: BatonState, config: LangGraphRunnableConfig) => DoorStep
}

/** The graph node in which a turn begins. */
export const BEGIN_STEP = 'begin.flow'

/** Whether a graph is driven through a door, rather than by a runner with this checkpointer. */
export function isDoor(given: BaseCheckpointSaver | GraphDoor): given is GraphDoor {
  return 'begin' in given
}
