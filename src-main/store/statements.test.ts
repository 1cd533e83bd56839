/**
 * SQLite plans a statement again each time that a bare parameter is given a value which the plan may depend on: in a query over several tables, one
 * that sorts, one with `max` or `min`, and behind LIMIT. That costs ten times the query, so parameters there are written `+?`.
 */
import { readFileSync, globSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, it, vi } from 'vitest'
import { flow } from '../../src-shared/testing/flow-builder'
import { LateDatabase } from '../late-database'
import { openTestCore } from '../testing/core-bench'

const STRINGS = /(['`])(?:\\.|(?!\1)[\s\S])*?\1/g
const BARE = /(?:=|<|>|LIKE|MATCH) ?\?/
const PLANNED = /\b(?:JOIN|ORDER BY|max\(|min\()/

/** Queries of a source whose parameters make SQLite plan them again. */
function plannedAgain(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm, '')
  const texts = [...code.matchAll(STRINGS)].map(([text]) => text)
  return texts.filter(
    (text) => /LIMIT \?/.test(text) || (/\bSELECT\b/.test(text) && PLANNED.test(text) && BARE.test(text)),
  )
}

it('no query is planned again with each value', () => {
  const files = globSync('src-main/**/*.ts').filter((file) => !/\.test\.ts$|\/testing\//.test(file))
  expect(files.length).toBeGreaterThan(300)
  expect(files.flatMap((file) => plannedAgain(readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`))).toEqual(
    [],
  )
})

it('such queries are found', () => {
  expect(plannedAgain("db.prepare('SELECT a FROM b WHERE c = ? ORDER BY a')")).toHaveLength(1)
  expect(plannedAgain('db.prepare(`${EVENTS} WHERE a = +? ORDER BY b LIMIT ?`)')).toHaveLength(1)
  expect(plannedAgain("db.prepare('SELECT a FROM b WHERE c = +? ORDER BY a LIMIT +?')")).toEqual([])
  expect(plannedAgain("db.prepare('SELECT a FROM b WHERE c = ?')")).toEqual([])
})

it('every statement of a core fits the schema, also those that no test runs', async () => {
  const atOnce = vi.spyOn(LateDatabase.prototype, 'prepare')
  atOnce.mockImplementation(function (this: LateDatabase, source) {
    return Database.prototype.prepare.call(this, source)
  })
  const bench = await openTestCore(flow('F').start('a').agent('a').build())
  expect(atOnce.mock.calls.length).toBeGreaterThan(300)
  await bench.close()
})
