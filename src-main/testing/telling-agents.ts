/** Agents whose prompts tell who they are, so that a test can say who was asked, and in which order. */
import type { NodeFields } from '../../src-shared/testing/flow-builder'
import type { ModelServer } from './model-server'

export function tellingAgent(name: string): NodeFields {
  return { name, prompt: `I am ${name}.` }
}

/** Who a system prompt belongs to; absent where it is no agent's of these. */
export function tellerOf(system: string): string | undefined {
  return /I am (\w+)\./.exec(system)?.[1]
}

/** Who was asked by the model server, in order: `A B A`. */
export function orderOf(server: ModelServer): string {
  return server.requests.map(({ system }) => tellerOf(system)).join(' ')
}
