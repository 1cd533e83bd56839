/** A flow that runs by itself and is forgotten when it has ended: no thread of the library, no step that could be gone back to. */
import { MemorySaver } from '@langchain/langgraph'
import type { Flow } from '../../src-shared/flow/records'
import { compileFlow, type RunnableFlow } from './compile'
import { inSlices } from '../in-slices'
import type { EngineServices } from './runtime'

/** Compiles a checked flow for one run whose state is in memory only. */
export function compileAlone(flow: Flow, services: EngineServices): Promise<RunnableFlow> {
  return inSlices(compileFlow(flow, services, new MemorySaver()))
}
