import { readdirSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { migrate } from '../database'
import { SCHEMA_STEPS } from './index'
import { inOrder } from './step'

const FILES = /^(\d{3})-[a-z]+(?:-[a-z]+)*\.ts$/

test('every step file of the folder is in the list, numbered without a gap', () => {
  const numbers = readdirSync(import.meta.dirname)
    .map((file) => FILES.exec(file)?.[1])
    .filter((number) => number !== undefined)
    .map(Number)
    .sort((first, second) => first - second)
  expect(numbers).toEqual(SCHEMA_STEPS.map(({ number }) => number))
  expect(numbers).toEqual(numbers.map((_, index) => index + 1))
})

test('a gap, a double and a wrong start are refused', () => {
  const step = (number: number) => ({ number, sql: '' })
  for (const numbers of [[2], [1, 3], [1, 1], [0]]) {
    expect(() => inOrder(numbers.map(step))).toThrow(/stands where/)
  }
})

test('step 1 makes the tables of the library', () => {
  const db = new Database(':memory:')
  migrate(db, SCHEMA_STEPS.slice(0, 1))
  const names = db.prepare(`SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY 1`)
  expect({ version: db.pragma('user_version', { simple: true }), names: names.pluck().all() }).toEqual({
    version: 1,
    names: [
      'index events_of_run',
      'index events_of_thread',
      'index runs_of_snapshot',
      'index runs_of_thread',
      'index threads_of_flow',
      'index versions_of_flow',
      'index versions_of_snapshot',
      'table connections',
      'table events',
      'table flows',
      'table preferences',
      'table runs',
      'table snapshots',
      'table threads',
      'table versions',
    ],
  })
})

test('a step that fails leaves the database at the step before', () => {
  const db = new Database(':memory:')
  const steps = [
    { number: 1, sql: 'CREATE TABLE one (id INTEGER)' },
    { number: 2, sql: 'CREATE TABLE two (id INTEGER); CREATE TABLE one (id INTEGER)' },
  ]
  expect(() => migrate(db, steps)).toThrow(/already exists/)
  const tables = db.prepare('SELECT name FROM sqlite_schema').pluck().all()
  expect({ tables, version: db.pragma('user_version', { simple: true }) }).toEqual({ tables: ['one'], version: 1 })
})

test('step 30 keeps the breakpoints that there are, and lets one that pauses once lie beside them', () => {
  const db = new Database(':memory:')
  migrate(db, SCHEMA_STEPS.slice(0, 29))
  const columns = 'id, flow, place, condition, from_hit, is_on'
  db.exec(`INSERT INTO breakpoints (number, ${columns}) VALUES (7, 'b1', 'f', 'p', 'x', 3, 0)`)
  migrate(db, SCHEMA_STEPS.slice(0, 30))
  db.exec(`INSERT INTO breakpoints (${columns}, once) VALUES ('b2', 'f', 'p', '', 1, 1, 1)`)
  expect(() => db.exec(`INSERT INTO breakpoints (${columns}, once) VALUES ('b3', 'f', 'p', '', 1, 1, 1)`)).toThrow(
    /UNIQUE/,
  )
  expect(db.prepare(`SELECT number, ${columns}, once FROM breakpoints ORDER BY number`).raw().all()).toEqual([
    [7, 'b1', 'f', 'p', 'x', 3, 0, 0],
    [8, 'b2', 'f', 'p', '', 1, 1, 1],
  ])
})
