/** Real programs that end by an error nobody caught: they leave a report, say where it is, and end as they did before. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'

const OUT = path.resolve(import.meta.dirname, '../../out/main')
/** Breaks the program from within, once it is told to. */
const BREAKS = [
  "process.on('SIGUSR2', () => {",
  "  const why = new TypeError('no clerk for ' + process.env.BATON_PLANTED + ' here')",
  "  if (process.env.BATON_BREAKS === 'promise') void Promise.reject(why)",
  '  else throw why',
  '})',
].join('\n')

let dir = ''
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-ends-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

/** Starts a program, breaks it when it says where it is, and tells how it ended. */
async function breakProgram(name: string, args: readonly string[], how: 'error' | 'promise') {
  const data = path.join(dir, 'data')
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(BREAKS)}`, path.join(OUT, name), ...args, '--data', data],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, BATON_PLANTED: 'cnry-in-the-air-1', BATON_BREAKS: how },
    },
  )
  let said = ''
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()))
  const closed = once(child, 'close')
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('http:')) child.kill('SIGUSR2')
  await closed
  const folder = path.join(data, 'crashes')
  const [report = ''] = readdirSync(folder)
  return {
    code: child.exitCode,
    said,
    file: path.join(folder, report),
    text: readFileSync(path.join(folder, report), 'utf8'),
  }
}

// Windows has no such signal to break a program by.
const here = process.platform === 'win32' ? test.skip : test

here('the web host', async () => {
  const { code, said, file, text } = await breakProgram('web.js', ['--no-open', '--port', '0'], 'error')
  expect(code).toBe(1)
  expect(said).toContain(
    `Baton ended unexpectedly. A report is in ${file}. Nothing was sent; read it before you pass it on.`,
  )
  expect(path.basename(file)).toMatch(/Z-web\.txt$/)
  expect(text).toMatch(/^Program: web host$/m)
  expect(text).toMatch(/^What happened: nobody caught an error$/m)
  expect(text).toMatch(/^TypeError: no clerk for \*\*\* here$/m)
  expect(text).not.toMatch(/cnry/)
})

here('baton serve', async () => {
  const file = path.join(dir, 'desk.flow.json')
  writeFileSync(file, saveFlow(flow('Desk').start('a').agent('a', { name: 'A' }).build()))
  const { code, said, ...report } = await breakProgram(
    'cli.js',
    ['serve', file, '--key', 'cnry-key-of-callers'],
    'promise',
  )
  expect(code).toBe(1)
  expect(said).toContain(`A report is in ${report.file}.`)
  expect(report.text).toMatch(/^Program: baton serve$/m)
  expect(report.text).toMatch(/^What happened: a promise was rejected and nobody heard of it$/m)
  expect(report.text).not.toMatch(/cnry/)
})
