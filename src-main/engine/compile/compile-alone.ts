/** A flow that runs inside of a tool's call: no thread of the library, no step that could be gone back to. */
import type { BaseCheckpointSaver } from '@langchain/langgraph'
import type { Flow } from '../../../src-shared/flow/records'
import { compileFlow, type RunnableFlow } from './compile'
import { inSlices } from '../../in-slices'
import type { EngineServices } from '../contract/runtime'

/** Compiles a checked flow for one call, over the checkpoints of that call. */
export function compileAlone(
  flow: Flow,
  services: EngineServices,
  checkpoints: BaseCheckpointSaver,
): Promise<RunnableFlow> {
  return inSlices(compileFlow(flow, services, checkpoints))
}
