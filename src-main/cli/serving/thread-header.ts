/** The header that names a thread, in requests and in answers. */
export const THREAD_HEADER = 'x-baton-thread'
