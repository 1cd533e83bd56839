/** A flow as a LangGraph graph for LangGraph's own server: the module of an exported project. It is built by itself, and the program does not import it. */
import type { BaseCheckpointSaver } from '@langchain/langgraph'
import { consentItems } from '../../src-shared/consent/items'
import { AppError, fromErrorRecord } from '../../src-shared/errors'
import { inEnglish } from '../../src-shared/languages/translate'
import { blocksRunning, checkFlow, problemText } from '../../src-shared/flow/checks/check'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import { secretPlace } from '../../src-shared/kinds/needs'
import { compileFlow } from '../engine/compile/compile'
import { inSlices } from '../in-slices'
import { messageDoor } from './door'
import { keysIn, type Environment } from './environment'
import { serverServices } from './services'

export type ServedFlow = {
  /** The text of a `.flow.json`. */
  flow: string
  /** Where connections and secrets are; by default the environment of the process. */
  env?: Environment
  /** Absent: LangGraph's server gives the graph its own. */
  checkpointer?: BaseCheckpointSaver
}

/** LangGraph's own bound on steps; turns end by the flow's limits long before. */
const STEP_BOUND = 10_000

/** Compiles a flow. Throws why it cannot run. */
export async function createGraph({ flow: text, env = process.env, checkpointer }: ServedFlow) {
  const flow = readFlow(text)
  const secrets = consentItems(flow).flatMap((item) => secretPlace(item)?.name ?? [])
  const services = serverServices({ version: VERSION, keys: keysIn(env, flow, secrets) })
  const door = { ...messageDoor(services.now), checkpointer }
  const { graph } = await inSlices(compileFlow(flow, services, door))
  return graph.withConfig({ recursionLimit: STEP_BOUND })
}

/** Put in by the build: of the program that exported it. */
declare const BATON_VERSION: string | undefined
const VERSION = typeof BATON_VERSION === 'string' ? BATON_VERSION : 'unknown'

function readFlow(text: string): Flow {
  const opened = openFlow(text)
  if (!opened.ok) throw fromErrorRecord(opened.error)
  const { flow } = opened
  const problems = checkFlow(flow)
  const [first] = problems.filter(({ severity }) => severity === 'error')
  if (blocksRunning(problems) && first !== undefined)
    throw new AppError(
      'flow-has-problems',
      inEnglish(`The flow cannot run: ${problemText(flow, first)} Mend it in Baton, and export it again.`),
    )
  return flow
}
