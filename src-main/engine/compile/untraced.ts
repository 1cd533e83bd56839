/**
 * LangGraph makes a run of LangSmith's tracing for each function that it calls, four for a step, with an id from the system's source of
 * randomness each, also where nothing is traced. Baton traces by its own events: its steps, and what writes their results, are called without.
 */
import { Runnable } from '@langchain/core/runnables'
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'
import { untilAborted } from '../../until-aborted'

/** What is read and replaced of a compiled node. */
type CompiledNode = {
  bound: Runnable
  /** What writes a result into the channels; LangGraph takes it from here for a state that is written from outside. */
  writers: Runnable[]
  getWriters: () => Runnable[]
  /** What a task calls. */
  getNode: () => Runnable | undefined
}

/** What is read here of the configuration that LangGraph calls with. */
type StepConfig = { signal?: AbortSignal }
type Call<Input = unknown, Output = unknown> = (input: Input, config: StepConfig) => Output | Promise<Output>
/** LangGraph's runnable around a function, which it does not export. */
type WrappedCall = Runnable & { func: Call }
/** LangGraph's writer of results into channels; a mapper makes what is written out of a result. */
type ChannelWriter = WrappedCall & { writes: readonly { mapper?: unknown }[] }

/** A function as LangGraph wants one, and nothing around it. */
export class UntracedCall<Input = unknown, Output = unknown> extends Runnable<Input, Output> {
  lc_namespace = ['baton']
  readonly #call: Call<Input, Output>

  constructor(call: Call<Input, Output>) {
    super()
    this.#call = call
  }

  override async invoke(input: Input, config: StepConfig = {}): Promise<Output> {
    return this.#call(input, config)
  }
}

/**
 * Makes one call of each node of a compiled graph: its step, and then what writes the result. Where LangGraph would call a sequence, which
 * configures callbacks for each of its two. What is not made as LangGraph 1 makes it is left as it is.
 */
export function withoutTracing(nodes: { readonly [name: string]: CompiledNode }): void {
  for (const node of Object.values(nodes)) {
    const writers = node.getWriters()
    const writes = writers.flatMap((writer) => untracedWriter(writer) ?? [])
    if (writes.length !== writers.length) continue
    const { bound } = node
    const write: Call = async (result, config) => {
      for (const one of writes) await one(result, config)
      return result
    }
    if (writes.length > 0) node.writers = [new UntracedCall(write)]
    if (!isWrapped(bound)) continue
    const whole = inOneCall(inItsConfig(bound.func), write)
    node.getNode = () => whole
  }
}

function inOneCall(step: ReturnType<typeof inItsConfig>, write: Call): UntracedCall {
  return new UntracedCall(async (input, config) => {
    // A step that goes on after a stop is left, and writes nothing.
    const result = await untilAborted(step(input, config), config.signal)
    config.signal?.throwIfAborted()
    return write(result, config)
  })
}

/** Where LangChain looks for the configuration of the step that runs, among others for `interrupt` and `task`. */
const CONFIG_OF_STEP = Symbol.for('lc:child_config')

/** As LangChain does it, but for the run of LangSmith that it makes to hold the configuration. */
function inItsConfig(call: Call) {
  return async (input: unknown, config: StepConfig): Promise<unknown> =>
    AsyncLocalStorageProviderSingleton.getInstance().run(
      { tracingEnabled: false, extra: { [CONFIG_OF_STEP]: config } },
      () => call(input, config),
    )
}

function untracedWriter(writer: Runnable): Call | null {
  if (!isWrapped(writer)) return null
  if (isChannelWriter(writer)) writer.writes = writer.writes.map(withUntracedMapper)
  return writer.func
}

function withUntracedMapper<Entry extends { mapper?: unknown }>(entry: Entry): Entry {
  const { mapper } = entry
  return isWrapped(mapper) ? { ...entry, mapper: new UntracedCall(mapper.func) } : entry
}

function isWrapped(runnable: unknown): runnable is WrappedCall {
  return Runnable.isRunnable(runnable) && 'func' in runnable && typeof runnable.func === 'function'
}

function isChannelWriter(runnable: WrappedCall): runnable is ChannelWriter {
  return 'writes' in runnable && Array.isArray(runnable.writes)
}
