/** Schema step 6: which processes of MCP servers were started, and what tools sources offered. A step that was released is never edited. */
import type { SchemaStep } from './step'

/*
 * `mcp_processes`: a row for each group of processes that is not known to be gone. `owner` and `members` name processes so that no other
 * process is taken for them; `members` is a JSON list. `offered_tools`: what a node's source offered when a flow last asked it, as a JSON
 * object of hashes by tool; `source` is a hash of the node's data. `flow` is no reference, as in `consents`.
 */
export const mcpServers: SchemaStep = {
  number: 6,
  sql: `
    CREATE TABLE mcp_processes (
      number INTEGER PRIMARY KEY,
      place TEXT NOT NULL, -- machine, its start and its space of process ids
      owner TEXT NOT NULL,
      process_group INTEGER NOT NULL,
      members TEXT NOT NULL,
      command TEXT NOT NULL -- without arguments, which may hold secrets
    ) STRICT;

    CREATE TABLE offered_tools (
      flow TEXT NOT NULL,
      node TEXT NOT NULL,
      source TEXT NOT NULL,
      tools TEXT NOT NULL,
      PRIMARY KEY (flow, node)
    ) STRICT, WITHOUT ROWID;
  `,
}
