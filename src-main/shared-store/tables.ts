/** THE map of the library's tables between processes: what belongs to a thread and is shared, what is shared by its contents, and what stays in each process. */

/** `thread`: the column with the number of the thread. `contents`: columns that refer to a table which is shared by its contents. */
export type SharedTable = { is: 'thread'; thread: string; contents?: Readonly<Record<string, ContentTable>> }

/** Its rows are the same for all who have them; `hash` names one everywhere, and its number only in one process. */
export type ContentTable = 'snapshots' | 'results'
export const CONTENT_HASH: Readonly<Record<ContentTable, string>> = { snapshots: 'hash', results: 'id' }

/** `why` it is of no use to other processes. `given`: taken from the data folder when a process starts. */
export type LocalTable = { is: 'local'; why: string; given?: true }

/** In the order in which rows are put in: what others refer to first. */
export const LIBRARY_TABLES: Readonly<Record<string, SharedTable | { is: 'content' } | LocalTable>> = {
  snapshots: { is: 'content' },
  results: { is: 'content' },
  threads: { is: 'thread', thread: 'number', contents: { drawing: 'snapshots' } },
  runs: { is: 'thread', thread: 'thread', contents: { snapshot: 'snapshots' } },
  events: { is: 'thread', thread: 'thread' },
  result_uses: { is: 'thread', thread: 'thread', contents: { result: 'results' } },
  thread_keys: { is: 'thread', thread: 'thread' },
  model_requests: { is: 'thread', thread: 'thread' },
  repeat_decisions: { is: 'thread', thread: 'thread' },
  answers: { is: 'thread', thread: 'thread' },
  call_rules: { is: 'thread', thread: 'thread' },
  queued_messages: { is: 'thread', thread: 'thread' },
  flows: { is: 'local', why: 'flows are given as files' },
  versions: { is: 'local', why: 'of flows in a library' },
  undo_histories: { is: 'local', why: 'of flows in a library' },
  undo_steps: { is: 'local', why: 'of flows in a library' },
  connections: { is: 'local', why: 'holds keys', given: true },
  secrets: { is: 'local', why: 'holds secrets', given: true },
  lessons: { is: 'local', why: 'learnt anew', given: true },
  server_models: { is: 'local', why: 'learnt anew', given: true },
  preferences: { is: 'local', why: 'of a person', given: true },
  consents: { is: 'local', why: 'the command line allows' },
  mcp_processes: { is: 'local', why: 'processes of one machine' },
  offered_tools: { is: 'local', why: 'asked for anew' },
  said: { is: 'local', why: 'an index, made anew' },
  said_until: { is: 'local', why: 'an index, made anew' },
  retention: { is: 'local', why: 'of flows in a library' },
  outbound: { is: 'local', why: 'connections of one process' },
  breakpoints: { is: 'local', why: 'of a person at the app' },
  pinned_steps: { is: 'local', why: 'of a person at the app' },
  replays: { is: 'local', why: 'of a person at the app' },
  replay_results: { is: 'local', why: 'of a person at the app' },
  flow_tests: { is: 'local', why: 'of a person at the app' },
}

/** The tables of a thread's checkpoints, all of which belong to it; a thread has a file of its own for them. */
export const CHECKPOINT_TABLES = ['track', 'chain', 'item', 'value', 'checkpoint', 'pending'] as const
