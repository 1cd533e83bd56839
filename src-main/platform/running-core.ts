/** The core as the hosts need it, whatever its contract. */

import type { Contract, Handlers } from '../../src-shared/rpc/define'
import type { Platform } from './platform'

/** A core that runs. */
export type RunningCore<C extends Contract> = { readonly handlers: Handlers<C>; close(): Promise<void> }

/** Starts a core on a data folder. */
export type StartCore<C extends Contract> = (facts: {
  readonly dataDir: string
  readonly platform: Platform
}) => Promise<RunningCore<C>>

/** A defect for the log: with its stack, where it has one. */
export function describeDefect(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}
