/** The channel that starts a step, of which a graph has one for each of its nodes: nearly all are empty at any time. */
import { BaseChannel, EmptyChannelError } from '@langchain/langgraph'

/**
 * What an empty channel throws. LangGraph asks every channel at every super-step and takes this for "nothing": an error of its own, with its
 * stack, would cost more than all else that a step of a large flow does.
 */
const EMPTY = new EmptyChannelError()

/** As LangGraph's own `EphemeralValue` without a guard: holds what was written in the step before, and nothing after that. */
export class StepChannel extends BaseChannel<unknown, unknown, unknown> {
  override lc_graph_name = 'EphemeralValue'
  #value: readonly unknown[] = []

  override fromCheckpoint(checkpoint?: unknown): this {
    const channel = new StepChannel()
    if (checkpoint !== undefined) channel.#value = [checkpoint]
    return channel as this
  }

  override update(values: readonly unknown[]): boolean {
    const isChanged = values.length > 0 || this.#value.length > 0
    this.#value = values.slice(-1)
    return isChanged
  }

  override get(): unknown {
    if (this.#value.length === 0) throw EMPTY
    return this.#value[0]
  }

  override checkpoint(): unknown {
    return this.get()
  }

  override isAvailable(): boolean {
    return this.#value.length > 0
  }
}
