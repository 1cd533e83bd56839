/**
 * LangGraph makes a run of LangSmith's tracing for each function that it calls, four for a step, with an id from the system's source of
 * randomness each, also where nothing is traced. Baton traces by its own events: its steps, and what writes their results, are called without.
 */
import { Runnable } from '@langchain/core/runnables'
import { AsyncLocalStorageProviderSingleton } from '@langchain/core/singletons'

/** What is read and replaced of a compiled node. */
type CompiledNode = { bound: Runnable; writers: Runnable[]; getWriters: () => Runnable[] }

type Call<Input = unknown, Output = unknown> = (input: Input, config: unknown) => Output | Promise<Output>
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

  override async invoke(input: Input, config?: unknown): Promise<Output> {
    return this.#call(input, config)
  }
}

/** Changes the nodes of a compiled graph. What is not made as LangGraph 1 makes it is left as it is. */
export function withoutTracing(nodes: { readonly [name: string]: CompiledNode }): void {
  for (const node of Object.values(nodes)) {
    const writers = node.getWriters()
    const calls = writers.flatMap((writer) => untracedWriter(writer) ?? [])
    // Two runnables in turn, as LangGraph makes them, so that it leaves a step that goes on after a stop.
    if (isWrapped(node.bound)) node.bound = new UntracedCall(inItsConfig(node.bound.func))
    if (calls.length !== writers.length || calls.length === 0) continue
    const write = async (result: unknown, config: unknown) => {
      for (const call of calls) await call(result, config)
      return result
    }
    node.writers = [new UntracedCall(write)]
  }
}

/** Where LangChain looks for the configuration of the step that runs, among others for `interrupt` and `task`. */
const CONFIG_OF_STEP = Symbol.for('lc:child_config')

/** As LangChain does it, but for the run of LangSmith that it makes to hold the configuration. */
function inItsConfig(call: Call): Call {
  return (input, config) =>
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
