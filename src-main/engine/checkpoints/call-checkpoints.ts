/**
 * The checkpoints of a conversation that a tool's call is: in the thread of the turn that called it, under a namespace of its own, so that
 * they go with the thread and are no part of its timeline.
 */
import type { RunnableConfig } from '@langchain/core/runnables'
import {
  BaseCheckpointSaver,
  MemorySaver,
  type CheckpointListOptions,
  type CheckpointTuple,
} from '@langchain/langgraph-checkpoint'
import { CALL_MARK } from './retention'
import type { BatonSaver } from './saver'

/** The checkpointer of a call, by its key. */
export type CheckpointsOfCall = (key: string) => BaseCheckpointSaver

/** Those of calls that are gone on with as long as somebody holds what this returns, and no longer: in memory. */
export function checkpointsInMemory(): CheckpointsOfCall {
  const savers = new Map<string, MemorySaver>()
  return (key) => {
    const known = savers.get(key) ?? new MemorySaver()
    savers.set(key, known)
    return known
  }
}

/** A checkpointer for one call's graph, over the thread's own. `key`: of the call within its thread. */
export class CallCheckpoints extends BaseCheckpointSaver {
  /** That of the thread. */
  readonly saver: BatonSaver
  readonly #ns: string

  constructor(saver: BatonSaver, key: string) {
    super(saver.serde)
    this.saver = saver
    this.#ns = `${CALL_MARK}${key}`
  }

  override async getTuple(config: RunnableConfig): Promise<CheckpointTuple | undefined> {
    const tuple = await this.saver.getTuple(this.#inside(config))
    return tuple === undefined ? undefined : this.#outside(tuple)
  }

  override async *list(config: RunnableConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const { before, ...rest } = options
    const within = before === undefined ? rest : { ...rest, before: this.#inside(before) }
    for await (const tuple of this.saver.list(this.#inside(config), within)) yield this.#outside(tuple)
  }

  override async put(...given: Parameters<BaseCheckpointSaver['put']>): Promise<RunnableConfig> {
    const [config, ...rest] = given
    return named(await this.saver.put(this.#inside(config), ...rest), '')
  }

  override async putWrites(...given: Parameters<BaseCheckpointSaver['putWrites']>): Promise<void> {
    const [config, ...rest] = given
    await this.saver.putWrites(this.#inside(config), ...rest)
  }

  /** All that calls of the thread keep. */
  override async deleteThread(threadId: string): Promise<void> {
    await this.saver.deleteCalls(threadId)
  }

  #inside(config: RunnableConfig): RunnableConfig {
    return named(config, this.#ns)
  }

  #outside(tuple: CheckpointTuple): CheckpointTuple {
    const { config, parentConfig } = tuple
    const parent = parentConfig === undefined ? {} : { parentConfig: named(parentConfig, '') }
    return { ...tuple, config: named(config, ''), ...parent }
  }
}

function named(config: RunnableConfig, ns: string): RunnableConfig {
  return { ...config, configurable: { ...config.configurable, checkpoint_ns: ns } }
}
