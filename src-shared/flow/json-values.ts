/** What JSON can hold, as types. */
import type { z } from 'zod'

/** A JSON value. */
export type Json = z.infer<ReturnType<typeof z.json>>
/** A JSON object. */
export type JsonObject = { [name: string]: Json }
