import Database from 'better-sqlite3'
import { expect, test, vi } from 'vitest'
import { LateDatabase } from './late-database'

function things() {
  const db = new LateDatabase(':memory:')
  db.exec("CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT); INSERT INTO things VALUES (1, 'a'), (2, 'b')")
  return db
}

test('a statement is compiled when it is first run, and once', () => {
  const db = things()
  const compile = vi.spyOn(Database.prototype, 'prepare')
  const named = db.prepare<[number], { name: string }>('SELECT name FROM things WHERE id = ?')
  const unused = db.prepare('SELECT name FROM nowhere')
  expect(compile).not.toHaveBeenCalled()
  expect([named.get(1), named.get(2), named.get(3)]).toEqual([{ name: 'a' }, { name: 'b' }, undefined])
  expect(compile.mock.calls).toEqual([[named.source]])
  expect(() => unused.all()).toThrow('no such table: nowhere')
  db.close()
})

test('it is what was asked for, before it is compiled and after', () => {
  const db = things()
  const names = db.prepare('SELECT name FROM things ORDER BY id').pluck()
  expect([names.get(), [...names.iterate()], names.reader, names.readonly]).toEqual(['a', ['a', 'b'], true, true])
  expect(names.pluck(false).all()).toEqual([{ name: 'a' }, { name: 'b' }])
  expect(names.raw().all()).toEqual([['a'], ['b']])
  expect(names.raw(false).expand().get()).toEqual({ things: { name: 'a' } })
  expect(names.columns()).toMatchObject([{ name: 'name', table: 'things' }])
  expect(db.prepare('SELECT id FROM things WHERE name = ?').safeIntegers().bind('b').get()).toEqual({ id: 2n })
  const added = db.prepare('INSERT INTO things (name) VALUES (?)')
  expect([added.run('c'), added.database, added.busy]).toEqual([{ changes: 1, lastInsertRowid: 3 }, db, false])
  db.close()
  expect(() => names.all()).toThrow('The database connection is not open')
})
