/**
 * The numbered schema steps of the checkpoint database: step 1 is the first entry. A step that was released is never edited.
 *
 * One track is one (thread, namespace). A checkpoint row holds what changed since its parent ("head"), with every 32nd in full, beside
 * the columns that the timeline reads. Array values live in chains: entry `p` of chain `c` is the item with id `c * 2^24 + p`, so that
 * reading an array is one range scan; a fork is a chain with a base. Large or non-JSON values have a row of their own in `value`.
 */
export const SCHEMA_STEPS: readonly string[] = [
  `
  CREATE TABLE track (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    thread TEXT NOT NULL,
    ns TEXT NOT NULL,
    UNIQUE (thread, ns)
  );
  CREATE TABLE checkpoint (
    n INTEGER PRIMARY KEY,
    track INTEGER NOT NULL,
    cp BLOB NOT NULL,    -- 16 bytes of a UUID, or any other id as text
    parent INTEGER,      -- n of the parent
    parentCp BLOB,       -- its id, only if it is not stored here
    depth INTEGER NOT NULL, -- 0: head is complete; else it is a difference to the parent's
    rev INTEGER NOT NULL, -- counts how often this very id was put again
    v INTEGER NOT NULL,
    at INTEGER NOT NULL, -- milliseconds, or the text that was given
    step INTEGER,
    source TEXT,
    turn TEXT,           -- JSON: a number or a string
    run TEXT,
    nodes TEXT,
    meta BLOB,           -- only if more than step, source and empty parents
    metaType TEXT,
    head TEXT NOT NULL,
    UNIQUE (track, cp)
  );
  CREATE TABLE pending (
    track INTEGER NOT NULL,
    cp BLOB NOT NULL,
    task TEXT NOT NULL,
    idx INTEGER NOT NULL,
    path TEXT NOT NULL,
    channel TEXT NOT NULL,
    type TEXT NOT NULL,
    data BLOB NOT NULL,
    PRIMARY KEY (track, cp, task, idx)
  ) WITHOUT ROWID;
  CREATE TABLE chain (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    track INTEGER NOT NULL,
    base INTEGER,        -- chain that holds the entries before baseLength
    baseLength INTEGER NOT NULL,
    depth INTEGER NOT NULL,
    sealed INTEGER NOT NULL -- 1: entries were cut off, so their positions are not given out again
  );
  CREATE INDEX chainTrack ON chain (track);
  CREATE TABLE item (
    id INTEGER PRIMARY KEY,
    json TEXT NOT NULL
  );
  CREATE TABLE value (
    id INTEGER PRIMARY KEY,
    track INTEGER NOT NULL,
    type TEXT NOT NULL,
    data BLOB NOT NULL
  );
  CREATE INDEX valueTrack ON value (track);
  `,
]
