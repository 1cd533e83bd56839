/** Schema step 17: an index of what was said, for finding threads. A step that was released is never edited. */
import type { SchemaStep } from './step'

/*
 * `said`: the words of entries, by the number of their event; the texts themselves stand in the events. `said_until`: the last event that was
 * looked at, in its one row.
 */
export const said: SchemaStep = {
  number: 17,
  sql: `
    CREATE VIRTUAL TABLE said USING fts5 (
      text, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
    );
    CREATE TABLE said_until (
      number INTEGER PRIMARY KEY CHECK (number = 1),
      event INTEGER NOT NULL
    ) STRICT;
    INSERT INTO said_until VALUES (1, 0);
    CREATE TRIGGER said_of_event AFTER DELETE ON events WHEN old.type = 'entry' BEGIN
      DELETE FROM said WHERE rowid = old.id;
    END;`,
}
