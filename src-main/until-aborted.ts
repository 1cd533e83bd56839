/** Waiting for something only as long as nobody stops it. */

/** The work's result, or at once what `reason` makes of the stop; the work itself goes on unheard. */
export async function untilAborted<Value>(
  work: Promise<Value>,
  signal: AbortSignal | undefined,
  reason: () => unknown = () => signal?.reason,
): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  const stop = () => reject(reason())
  if (signal?.aborted === true) stop()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([promise, work])
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}
