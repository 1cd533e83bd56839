import { join } from 'node:path'
import { expect, test } from 'vitest'
import { addUp, lastLine, readPlaywright, readVitest, skipLines, slowestLines } from './reports.mjs'
import { root } from './setup.mjs'

test('a Vitest report: tests count one each, a file that does not load counts as a failure', () => {
  const tally = readVitest({
    testResults: [
      {
        name: join(root, 'src-shared/a.test.ts'),
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          { status: 'failed', fullName: 'subtracts', failureMessages: ['expected 1 to be 2'] },
          { status: 'skipped', fullName: 'divides' },
          { status: 'skipped', fullName: 'asks (there) (skipped: there is no PostgreSQL (apt-get))' },
          { status: 'skipped', fullName: 'on its server (skipped: it takes long (minutes)) goes on (slowly)' },
        ],
      },
      {
        name: join(root, 'src-shared/b.test.ts'),
        status: 'failed',
        message: 'Cannot find module',
        assertionResults: [],
      },
    ],
  })
  expect(tally).toEqual({
    passed: 1,
    failures: [
      { name: 'src-shared/a.test.ts > subtracts', reason: 'expected 1 to be 2' },
      { name: 'src-shared/b.test.ts', reason: 'Cannot find module' },
    ],
    skipped: ['no reason is given', 'there is no PostgreSQL (apt-get)', 'it takes long (minutes)'],
  })
})

test('a Playwright report: nested suites, and a test that needed a second try failed', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'draw.spec.ts',
    line: 3,
    tests: [
      {
        projectName: 'web',
        status,
        annotations: [
          { type: 'web only', description: 'two tabs' },
          { type: 'skip', description: 'there is no display' },
        ],
        results: [{ error: { message: `${status}!` } }],
      },
    ],
  })
  const tally = readPlaywright({
    errors: [{ message: 'a spec could not be loaded' }],
    suites: [
      {
        title: 'draw.spec.ts',
        specs: [spec('draws', 'expected'), spec('wires', 'skipped')],
        suites: [{ title: 'inner', specs: [spec('undoes', 'unexpected'), spec('redoes', 'flaky')] }],
      },
    ],
  })
  expect(tally).toEqual({
    passed: 1,
    failures: [
      { name: 'browser tests', reason: 'a spec could not be loaded' },
      { name: 'draw.spec.ts:3 > undoes [web]', reason: 'unexpected!' },
      { name: 'draw.spec.ts:3 > redoes [web]', reason: 'flaky!' },
    ],
    skipped: ['there is no display'],
  })
})

test('the last line is about what passed and failed, also where tests were skipped', () => {
  const one = { passed: 1, failures: [], skipped: [] }
  const two = { passed: 2, failures: [{ name: 'a', reason: 'b' }], skipped: ['no display'] }
  expect([lastLine(one), lastLine(addUp([one, two]))]).toEqual(['1 passed, 0 failed', '3 passed, 1 failed'])
})

test('each reason for skipping is said once', () => {
  const skipped = ['there is no display', 'not on Windows', 'there is no display']
  expect([
    skipLines({ passed: 1, failures: [], skipped }),
    skipLines({ passed: 1, failures: [], skipped: [] }),
  ]).toEqual([['Skipped 2: there is no display.', 'Skipped 1: not on Windows.'], []])
})

test('the slowest files come first, behind the sum of all', () => {
  const files = [
    { name: join(root, 'src-shared/a.test.ts'), seconds: 0.5 },
    { name: join(root, 'src-main/b.test.ts'), seconds: 12.04 },
    { name: join(root, 'src-main/c.test.ts'), seconds: 3 },
  ]
  expect(slowestLines(files, 2)).toEqual([
    '   15.5 s  of processor time in 3 test files; most of it:',
    '   12.0 s  src-main/b.test.ts',
    '    3.0 s  src-main/c.test.ts',
  ])
})
