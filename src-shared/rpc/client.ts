/**
 * The interface's end of a link: calls that are answered once, streams that survive a lost connection, and a check of
 * everything that comes back.
 */

import { AppError } from '../errors'
import { message as sentence } from '../languages/translate'
import type { Contract, InputOf, ItemOf, MethodName, OutputOf, StreamItem, StreamName } from './define'
import { itemsOf } from './items'
import type { Link } from './link'
import type { ItemsOptions, StreamListener } from './listener'
import { createWire } from './wire'
import type { OpenStream, Wire } from './wire'

/** Options of a call. */
export type CallOptions = { readonly signal?: AbortSignal | undefined }

/** A contract as something to call. */
export type Client<C extends Contract> = {
  /** Rejects with the core's AppError, `cancelled` when the signal aborts, `disconnected` when the link is down. */
  call<Name extends MethodName<C>>(
    name: Name,
    input: InputOf<C, Name>,
    options?: CallOptions,
  ): Promise<OutputOf<C, Name>>
  /** Listens until the returned function is called; resumes by itself, no item lost or doubled. */
  stream<Name extends StreamName<C>>(
    name: Name,
    input: InputOf<C, Name>,
    listener: StreamListener<ItemOf<C, Name>>,
  ): () => void
  /** The same stream for `for await`: leaving the loop stops it, an error is thrown. */
  items<Name extends StreamName<C>>(
    name: Name,
    input: InputOf<C, Name>,
    options?: ItemsOptions,
  ): AsyncIterable<StreamItem<ItemOf<C, Name>>>
  /** Closes the link; what is under way fails with `disconnected`. */
  close(): void
}

/** A client of a contract on a link. */
export function createClient<C extends Contract>(contract: C, link: Link): Client<C> {
  const wire = createWire(link)
  const stream: Client<C>['stream'] = (name, input, listener) => {
    return listen({ wire, schema: streamItemSchema(contract, name), name, input }, listener)
  }
  return {
    call: (name, input, options) => callMethod({ wire, schema: outputSchema(contract, name), name, input }, options),
    stream,
    items: (name, input, options = {}) => itemsOf((listener) => stream(name, input, listener), options),
    close: () => wire.close(),
  }
}

type Schema = { parse(value: unknown): unknown; safeParse(value: unknown): SafeResult }
type SafeResult = { success: true; data: unknown } | { success: false; error: { message: string } }
type MethodCall = { readonly wire: Wire; readonly schema: Schema; readonly name: string; readonly input: unknown }

// The schema of the name decides the type of the answer: TypeScript cannot follow that, so it is said once, here.
function callMethod<Output>(ask: MethodCall, options: CallOptions = {}): Promise<Output> {
  const { wire, schema, name, input } = ask
  const { signal } = options
  return new Promise<Output>((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(cancelled(name))
      return
    }
    const stopListening = (): void => signal?.removeEventListener('abort', onAbort)
    const id = wire.call(input, {
      name,
      resolve(value) {
        stopListening()
        const parsed = schema.safeParse(value)
        if (parsed.success) resolve(parsed.data as Output)
        else reject(badAnswer(name, parsed.error.message))
      },
      reject(error) {
        stopListening()
        reject(error)
      },
    })
    function onAbort(): void {
      wire.cancel(id)
      reject(cancelled(name))
    }
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

function listen<Item>(ask: MethodCall, listener: StreamListener<Item>): () => void {
  const { wire, schema, name, input } = ask
  const { signal } = listener
  if (signal?.aborted === true) return () => undefined
  const finish = (): void => signal?.removeEventListener('abort', stop)
  const stream: OpenStream & { after: string | null } = {
    name,
    input,
    after: listener.after ?? null,
    item(value, id, more) {
      const parsed = schema.safeParse(value)
      if (parsed.success) {
        stream.after = id
        listener.onItem(parsed.data as Item, id, more)
      } else {
        stop()
        listener.onError?.(badAnswer(name, parsed.error.message))
      }
    },
    end() {
      finish()
      listener.onEnd?.()
    },
    fail(error) {
      finish()
      listener.onError?.(error)
    },
  }
  function stop(): void {
    finish()
    wire.stop(stream)
  }
  signal?.addEventListener('abort', stop, { once: true })
  wire.begin(stream)
  return stop
}

function outputSchema(contract: Contract, name: string): Schema {
  const spec = contract[name]
  if (spec?.kind !== 'method')
    throw new AppError('unknown-method', sentence('The contract has no method “{name}”.', { name }))
  return spec.output
}

function streamItemSchema(contract: Contract, name: string): Schema {
  const spec = contract[name]
  if (spec?.kind !== 'stream')
    throw new AppError('unknown-method', sentence('The contract has no stream “{name}”.', { name }))
  return spec.item
}

function cancelled(name: string): AppError {
  return new AppError('cancelled', sentence('“{name}” was stopped.', { name }))
}

function badAnswer(name: string, problem: string): AppError {
  return new AppError(
    'internal',
    sentence("Baton's core answered “{name}” in the wrong shape: {problem}", { name, problem }),
  )
}
