/** The fence around the interface, which has a page and no process: the type check fails where a process is known. */

export const page: unknown = document.title
// @ts-expect-error Only the core has a process.
export const program: unknown = process
export const signal: unknown = new AbortController().signal
