/** Where a list stands that is worked on item by item, as the state keeps it. */
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import type { Scope } from '../../../src-shared/run/log/log'

/** Where a list stands that is worked on item by item; `scope` is where that happens. */
export type MappingState = { scope: Scope; items: MappedItem[]; begun: string[] }
/** `result` counts when it is done. `branch`: where it runs beside others; null: it does not. */
export type MappedItem = { value: Json; state: 'waiting' | 'running' | 'done'; branch: string | null; result: Json }

/** Where one item stands. `locals` are variables that only whoever works on it has; `error`: why that failed. */
export type ItemRun = {
  /** From 0. */
  place: number
  locals: JsonObject
  isTold: boolean
  error: string | null
  result: { value: Json } | null
}
