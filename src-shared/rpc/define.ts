/**
 * The words in which the contract between the interface and the core is written: methods answer once, streams yield
 * items, each with an id after which a client that lost the connection goes on.
 */

import type { z } from 'zod'

/** A method: one input, one answer. */
export type MethodSpec<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> = {
  readonly kind: 'method'
  readonly input: Input
  readonly output: Output
}

/** A stream: one input, any number of items, then an end or an error. */
export type StreamSpec<Input extends z.ZodType = z.ZodType, Item extends z.ZodType = z.ZodType> = {
  readonly kind: 'stream'
  readonly input: Input
  readonly item: Item
}

/** All that can be asked over a link, by name (`area.verb`). */
export type Contract = { readonly [name: string]: MethodSpec | StreamSpec }

/** Declares a method. */
export function method<Input extends z.ZodType, Output extends z.ZodType>(spec: {
  input: Input
  output: Output
}): MethodSpec<Input, Output> {
  return { kind: 'method', input: spec.input, output: spec.output }
}

/** Declares a stream. */
export function stream<Input extends z.ZodType, Item extends z.ZodType>(spec: {
  input: Input
  item: Item
}): StreamSpec<Input, Item> {
  return { kind: 'stream', input: spec.input, item: spec.item }
}

/** A contract with the exact type of each of its entries. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract
}

/** The names of a contract's methods. */
export type MethodName<C extends Contract> = {
  [Name in keyof C]: C[Name] extends MethodSpec ? Name : never
}[keyof C] &
  string

/** The names of a contract's streams. */
export type StreamName<C extends Contract> = {
  [Name in keyof C]: C[Name] extends StreamSpec ? Name : never
}[keyof C] &
  string

/** What a caller sends: the input before the schema filled in its defaults. */
export type InputOf<C extends Contract, Name extends keyof C> = z.input<C[Name]['input']>

/** What a handler receives: the input after the schema. */
export type ParsedInputOf<C extends Contract, Name extends keyof C> = z.output<C[Name]['input']>

/** What a caller of a method receives. */
export type OutputOf<C extends Contract, Name extends keyof C> =
  C[Name] extends MethodSpec<z.ZodType, infer Output> ? z.output<Output> : never

/** One item of a stream as its listener receives it. */
export type ItemOf<C extends Contract, Name extends keyof C> =
  C[Name] extends StreamSpec<z.ZodType, infer Item> ? z.output<Item> : never

/**
 * An item on its way; a listener that saw this id is resumed after it. Ids are unique within one stream. `more`: the next one is there already, so
 * that whoever shows items may wait for it.
 */
export type StreamItem<Item> = { readonly id: string; readonly item: Item; readonly more?: true }

/** What a method handler is told: `signal` aborts when the caller cancels or its link closes. */
export type CallContext = { readonly signal: AbortSignal }

/** What a stream handler is told: `after` is the last id that the listener saw, null for a first listener. */
export type StreamContext = { readonly signal: AbortSignal; readonly after: string | null }

/** The function that serves one entry of a contract. */
export type HandlerOf<Spec extends MethodSpec | StreamSpec> =
  Spec extends MethodSpec<infer Input, infer Output>
    ? (input: z.output<Input>, context: CallContext) => Promise<z.input<Output>>
    : Spec extends StreamSpec<infer Input, infer Item>
      ? (input: z.output<Input>, context: StreamContext) => AsyncIterable<StreamItem<z.input<Item>>>
      : never

/** One function for each entry of a contract. */
export type Handlers<C extends Contract> = { readonly [Name in keyof C]: HandlerOf<C[Name]> }

/** The handlers of one area: every entry whose name begins with `area.`. */
export type AreaHandlers<C extends Contract, Area extends string> = Pick<
  Handlers<C>,
  Extract<keyof C, `${Area}.${string}`>
>
