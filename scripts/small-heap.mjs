/** Memory of what runs for weeks: V8 and the allocator take less of it ahead. What that spares and costs stands in docs/performance.md. */

/** By default V8 takes a young generation of 128 MB where there is enough, and lets the old one grow to several times what is alive. */
export const SMALL_HEAP = ['--max-semi-space-size=8', '--heap-growing-percent=30']

/** By default glibc keeps what was given back to it, in several places for each core; other allocators do not know the names. */
export const SMALL_ARENAS = { MALLOC_ARENA_MAX: '1' }

/**
 * Begins this process anew with such a heap, under its id and with its streams; comes back where it has one, where the person chose another one,
 * and where the system knows no such beginning.
 */
export function withSmallHeap() {
  const isChosen = process.env['NODE_OPTIONS']?.includes('-space-size') === true
  const hasIt = SMALL_HEAP.every((flag) => process.execArgv.includes(flag))
  if (hasIt) forgetArenas()
  if (isChosen || hasIt || process.platform === 'win32') return
  const args = [...SMALL_HEAP, ...process.execArgv, ...process.argv.slice(1)]
  process.execve?.(process.execPath, [process.execPath, ...args], { ...SMALL_ARENAS, ...process.env })
}

/** The allocator has read it; programs that this one starts are to have their own. */
function forgetArenas() {
  for (const [name, value] of Object.entries(SMALL_ARENAS)) if (process.env[name] === value) delete process.env[name]
}
