/** The fence around the pure program, which has neither a page nor a process: the type check fails where one of them is known. */

// @ts-expect-error Only the interface has a page.
export const page: unknown = document
// @ts-expect-error Only the core has a process.
export const program: unknown = process
export const signal: unknown = new AbortController().signal
