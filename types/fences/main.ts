/** The fence around the core, which has a process and no page: the type check fails where a page is known. */

// @ts-expect-error Only the interface has a page.
export const page: unknown = document
export const program: unknown = process.pid
export const signal: unknown = new AbortController().signal
