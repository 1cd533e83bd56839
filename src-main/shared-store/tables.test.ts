/** What is shared between processes: every table of the schema is named, and a thread that travels arrives as it was. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { BatonSaver } from '../engine/checkpoints'
import { openLibraryDatabase } from '../store/database'
import { tablesOf } from './capture'
import { CHECKPOINT_TABLES, LIBRARY_TABLES } from './tables'

const references = z.array(z.object({ table: z.string(), from: z.string() }))

it('every table is shared or local, refers to what is shared as said, and none of those that hold keys is shared', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'baton-tables-'))
  const db = openLibraryDatabase(folder)
  const file = path.join(folder, 'c.sqlite')
  new BatonSaver({ file }).close()
  const checkpoints = new Database(file)
  try {
    expect(tablesOf(db).toSorted()).toEqual(Object.keys(LIBRARY_TABLES).toSorted())
    expect(tablesOf(checkpoints).toSorted()).toEqual([...CHECKPOINT_TABLES].toSorted())
    for (const [table, known] of Object.entries(LIBRARY_TABLES)) {
      if (known.is !== 'thread') continue
      const all = references.parse(db.pragma(`foreign_key_list(${table})`))
      const contents = all.filter((one) => LIBRARY_TABLES[one.table]?.is === 'content')
      expect(Object.fromEntries(contents.map((one) => [one.from, one.table])), table).toEqual(known.contents ?? {})
      expect(
        all.filter((one) => LIBRARY_TABLES[one.table]?.is === 'local'),
        table,
      ).toEqual([])
      const columns = z.array(z.object({ name: z.string() })).parse(db.pragma(`table_info(${table})`))
      expect(
        columns.filter(({ name }) => /sealed|secret|value_/.test(name)),
        table,
      ).toEqual([])
    }
  } finally {
    checkpoints.close()
    db.close()
    rmSync(folder, { recursive: true })
  }
})
