import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { openFlow } from '../editing/open'
import { FLOW_VERSION } from '../records'
import { saveFlow } from '../editing/save'
import { checkedMigrations, MIGRATIONS, runMigrations, type Migration } from './index'

const here = import.meta.dirname
const fixtures = path.join(here, '../fixtures')
const head = { format: 'baton/flow', version: 1, id: 'f', name: 'F' }

/** Two made-up steps: version 2 calls the name a title, version 3 calls it a name again and adds a note. */
const steps: Migration[] = [
  {
    to: 2,
    describe: 'the name becomes a title',
    migrate: ({ name = '', ...file }) => ({ ...file, title: name }),
  },
  {
    to: 3,
    describe: 'the title becomes a name again',
    migrate: ({ title = '', ...file }) => ({ ...file, name: title, description: 'migrated' }),
  },
]

describe('the folder', () => {
  const files = readdirSync(here).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'index.ts',
  )
  const index = readFileSync(path.join(here, 'index.ts'), 'utf8')

  test('every file is called NNN-words.ts, is listed, and makes the version of its name', () => {
    const wrong = files.filter(
      (file) => !/^\d{3}-[a-z0-9-]+\.ts$/.test(file) || !index.includes(`'./${file.slice(0, -3)}'`),
    )
    expect(wrong).toEqual([])
    expect(files.map((file) => Number(file.slice(0, 3))).sort((first, second) => first - second)).toEqual(
      MIGRATIONS.map((step) => step.to),
    )
  })

  test('every version has its frozen file, and what that opens to', () => {
    const versions = Array.from({ length: FLOW_VERSION }, (_, index) => index + 1)
    const expected = versions.flatMap((version) => [`v${version}.flow.json`, `v${version}.opened.flow.json`])
    expect(readdirSync(fixtures).sort()).toEqual(expected.sort())
  })

  test.each(readdirSync(fixtures).filter((file) => /^v\d+\.flow\.json$/.test(file)))(
    '%s opens to the same bytes as ever',
    (file) => {
      const opened = openFlow(readFileSync(path.join(fixtures, file), 'utf8'))
      const text = opened.ok ? saveFlow(opened.flow) : JSON.stringify(opened.error)
      const expected = readFileSync(path.join(fixtures, file.replace('.flow.json', '.opened.flow.json')), 'utf8')
      expect(text).toBe(expected)
      const again = openFlow(expected)
      expect(again.ok ? saveFlow(again.flow) : again.error).toBe(expected)
    },
  )
})

describe('the runner', () => {
  test('gaps, repeats and missing steps are refused', () => {
    const message = 'must make the versions [2,3] in order'
    expect(checkedMigrations(steps, 3)).toBe(steps)
    for (const wrong of [steps.slice(0, 1), steps.slice(1), [...steps].reverse(), [...steps, ...steps]]) {
      expect(() => checkedMigrations(wrong, 3)).toThrow(message)
    }
  })

  test('runs the steps beyond the version of the file, on a copy', () => {
    const file = { ...head, extra: [1] }
    expect(runMigrations(file, 1, steps)).toEqual({ ...file, version: 3, description: 'migrated' })
    expect(runMigrations({ ...head, version: 2, title: 'T' }, 2, steps)).toMatchObject({ version: 3, name: 'T' })
    expect(file).toEqual({ ...head, extra: [1] })
  })

  test('the door runs them before it validates', () => {
    // The schema of this Baton knows version 1 alone, so the version that the steps wrote is all that is left to refuse.
    const opened = openFlow(head, { newest: 3, migrations: steps })
    expect(opened).toMatchObject({
      ok: false,
      error: { code: 'invalid-flow', details: { issues: [{ path: 'version' }] } },
    })
    expect(openFlow({ ...head, version: 4 }, { newest: 3, migrations: steps })).toMatchObject({
      error: { code: 'newer-version' },
    })
  })

  test('a step that fails is a coded failure', () => {
    const failing: Migration = {
      to: 2,
      describe: 'x',
      migrate: () => {
        throw new Error('no such thing')
      },
    }
    expect(openFlow(head, { newest: 2, migrations: [failing] })).toMatchObject({
      ok: false,
      error: {
        code: 'invalid-flow',
        details: { issues: [{ path: 'version', message: 'cannot be brought from 1 up to 2: no such thing' }] },
      },
    })
  })
})
