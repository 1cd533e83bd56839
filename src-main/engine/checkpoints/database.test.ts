/** The file: its settings, and what is refused, from a newer Baton to a damaged row. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { converse } from './checkpoints.bench-data'
import { openCheckpointDatabase } from './database'
import { BatonSaver } from './index'
import { SCHEMA_STEPS } from './schema'

let folder = ''
let file = ''
const open: BatonSaver[] = []
function openSaver(): BatonSaver {
  const saver = new BatonSaver({ file })
  open.push(saver)
  return saver
}
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'baton-database-'))
  file = path.join(folder, 'checkpoints.db')
})
afterEach(() => {
  for (const saver of open.splice(0)) saver.close()
  rmSync(folder, { recursive: true })
})

describe('the file', () => {
  test('before a newer Baton changes it, it is copied, and the Baton from before goes on with the copy', async () => {
    await converse(openSaver(), { threadId: 't', charactersPerMessage: 20, firstTurn: 1, turns: 3 })
    open.splice(0).forEach((saver) => saver.close())
    const inside = (of: string) => {
      const database = new Database(of, { readonly: true })
      const rows = database.prepare('SELECT n, head FROM checkpoint ORDER BY n').all()
      const tables = database.prepare('SELECT name FROM sqlite_schema ORDER BY name').pluck().all()
      database.close()
      return { rows, tables }
    }
    const left = inside(file)
    expect(left.rows.length).toBeGreaterThan(3)
    openCheckpointDatabase(file, [...SCHEMA_STEPS, 'CREATE TABLE later (x)']).close()
    const copy = `${file}.schema-${SCHEMA_STEPS.length}`
    expect([inside(copy), inside(file)]).toEqual([left, { ...left, tables: [...left.tables, 'later'].toSorted() }])
    expect(() => openSaver()).toThrow(
      `Update Baton to open it. The file from before that is ${copy}: to go back to it,`,
    )
    for (const ending of ['', '-wal', '-shm']) rmSync(file + ending, { force: true })
    copyFileSync(copy, file)
    await converse(openSaver(), { threadId: 't', charactersPerMessage: 20, firstTurn: 4, turns: 1 })
    expect(inside(file).rows.length).toBeGreaterThan(left.rows.length)
  })

  test('one that is new, or of now, is not copied', () => {
    openSaver().close()
    openSaver().close()
    expect(readdirSync(folder).filter((name) => name.includes('schema'))).toEqual([])
  })

  test('a newer or foreign database is refused and left alone', async () => {
    openSaver().close()
    const database = new Database(file)
    database.pragma('user_version = 99')
    database.close()
    expect(() => openSaver()).toThrow(expect.objectContaining({ code: 'storage', details: { version: 99, newest: 1 } }))
    file = path.join(folder, 'foreign.db')
    const foreign = new Database(file)
    foreign.exec('CREATE TABLE mine (x)')
    foreign.close()
    expect(() => openSaver()).toThrow(expect.objectContaining({ code: 'storage' }))
    file = path.join(folder, 'text.db')
    writeFileSync(file, 'this is no database, only a text that is long enough to look like one to nobody'.repeat(20))
    expect(() => openSaver()).toThrow(`The checkpoint database ${file} is damaged. Nothing was deleted: put a backup`)
    file = path.join(folder, 'no-folder', 'checkpoints.db')
    expect(() => openSaver()).toThrow(
      /could not be opened: .*directory does not exist\. Check that you may write to the file and its folder/,
    )
  })

  test('is in WAL mode with incremental vacuum', () => {
    openSaver()
    const database = new Database(file)
    const settings = ['journal_mode', 'auto_vacuum', 'user_version'].map((name) =>
      database.pragma(name, { simple: true }),
    )
    database.close()
    expect(settings).toEqual(['wal', 2, 1])
  })

  const DAMAGE = {
    'a head that is not JSON': "UPDATE checkpoint SET head = '{' WHERE n = (SELECT max(n) FROM checkpoint)",
    'a head of another shape': `UPDATE checkpoint SET head = '{"c":{"log":"x"}}' WHERE n = (SELECT max(n) FROM checkpoint)`,
    'missing entries': 'DELETE FROM item WHERE id = (SELECT max(id) FROM item)',
    'an entry that is not JSON': "UPDATE item SET json = 'x'",
    'an entry that is two': "UPDATE item SET json = '1,2'",
    'a chain that is its own base': 'UPDATE chain SET base = id, baseLength = 1',
    'a missing first row': 'DELETE FROM checkpoint WHERE n = 1',
  }
  test.each(Object.entries(DAMAGE))('%s fails with the name of the thread', async (_, sql) => {
    const writer = openSaver()
    await converse(writer, { threadId: 'my thread', firstTurn: 1, turns: 2, charactersPerMessage: 1000 })
    writer.close()
    const database = new Database(file)
    database.exec(sql)
    database.close()
    const reading = openSaver().getTuple({ configurable: { thread_id: 'my thread' } })
    await expect(reading).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringMatching(/^Thread my thread in /) as unknown,
    })
  })
})
