/** Waiting in tests for what comes by itself: as long as a busy machine takes, so only what hangs is a failure. */
import { vi } from 'vitest'

/** Bounds for what hangs, in ms; those of `expect.poll` are in `vitest.config.ts`. */
const PATIENCE = { timeout: 60_000, interval: 20 }

/** What `look` gives, once it no longer throws. */
export function eventually<Seen>(look: () => Seen | Promise<Seen>): Promise<Seen> {
  return vi.waitFor(look, PATIENCE)
}
