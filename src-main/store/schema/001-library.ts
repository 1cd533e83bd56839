/** Schema step 1: the library as the first Baton wrote it. A step that was released is never edited. */
import type { SchemaStep } from './step'

/*
 * Times are milliseconds since 1970. Threads, runs and snapshots have a number beside their public id: events refer to
 * it, which keeps their rows small. A snapshot is a flow's text, stored once however many versions and runs have it.
 * Columns of type ANY hold texts in their short form (`compact.ts`). `events.body` is JSON without what its columns and
 * its run already say.
 */
export const library: SchemaStep = {
  number: 1,
  sql: `
    CREATE TABLE flows (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      description TEXT NOT NULL,
      revision INTEGER NOT NULL,
      created_at INTEGER NOT NULL,
      changed_at INTEGER NOT NULL,
      deleted_at INTEGER,
      nodes INTEGER NOT NULL,
      problems INTEGER NOT NULL,
      text TEXT NOT NULL
    ) STRICT;

    CREATE TABLE snapshots (
      number INTEGER PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE,
      text ANY NOT NULL
    ) STRICT;

    CREATE TABLE versions (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      flow TEXT NOT NULL REFERENCES flows (id) ON DELETE CASCADE,
      revision INTEGER NOT NULL,
      label TEXT NOT NULL,
      origin TEXT NOT NULL CHECK (origin IN ('auto', 'manual')),
      created_at INTEGER NOT NULL,
      snapshot INTEGER NOT NULL REFERENCES snapshots (number)
    ) STRICT;
    CREATE INDEX versions_of_flow ON versions (flow);
    CREATE INDEX versions_of_snapshot ON versions (snapshot);

    CREATE TABLE threads (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      flow TEXT NOT NULL, -- not a reference: the command line talks to flows that are in no library
      title TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      changed_at INTEGER NOT NULL,
      turns INTEGER NOT NULL,
      holder TEXT,
      newest_run INTEGER
    ) STRICT;
    CREATE INDEX threads_of_flow ON threads (flow);

    CREATE TABLE runs (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      thread INTEGER NOT NULL REFERENCES threads (number) ON DELETE CASCADE,
      turn INTEGER NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'failed', 'stopped')),
      revision INTEGER,
      snapshot INTEGER NOT NULL REFERENCES snapshots (number),
      started_at INTEGER NOT NULL,
      owner TEXT, -- the process that runs it, while it runs
      lease INTEGER, -- until when the owner counts as alive
      input ANY
    ) STRICT;
    CREATE INDEX runs_of_thread ON runs (thread);
    CREATE INDEX runs_of_snapshot ON runs (snapshot);

    CREATE TABLE events (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      run INTEGER NOT NULL REFERENCES runs (number) ON DELETE CASCADE,
      thread INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      at INTEGER NOT NULL,
      type TEXT NOT NULL,
      body ANY NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX events_of_run ON events (run, seq);
    CREATE INDEX events_of_thread ON events (thread);

    CREATE TABLE connections (
      key TEXT PRIMARY KEY, -- the name in lower case
      name TEXT NOT NULL,
      provider TEXT NOT NULL,
      base_url TEXT NOT NULL,
      model TEXT NOT NULL,
      key_sealed TEXT
    ) STRICT;

    CREATE TABLE preferences (
      key TEXT PRIMARY KEY,
      json TEXT NOT NULL
    ) STRICT;
  `,
}
