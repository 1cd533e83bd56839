/** `baton test`: plays the tests that lie beside a flow, a line for each, and makes a test of a thread. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '../../src-shared/errors'
import { ENGLISH, inEnglish } from '../../src-shared/languages/translate'
import { visibleLine } from '../../src-shared/kinds/visible'
import { addExpense, NO_EXPENSE, type Expense } from '../../src-shared/run/log/expense'
import { differenceWords, namesOfTest } from '../../src-shared/run/tests/difference-words'
import {
  MOST_TESTS_BYTES,
  openTests,
  saveTests,
  type FlowTest,
  type TestFile,
} from '../../src-shared/run/tests/test-file'
import { expenseCells } from '../../src-shared/run/trace/cost-words'
import type { Core } from '../core'
import type { PlayedBy } from '../flow-tests/play-test'
import { readBounded, whyUnread } from '../platform/bounded-file'
import { libraryPath } from '../store/database'
import { dataFolder, openCore, readFlowFile, type CommandStreams, type GivenFlow, type RunOptions } from './options'
import { writeOutput } from './output'

/** `model`: who replies. `keep`: a thread that becomes one more test, under `name`. */
export type TestCommand = Omit<RunOptions, 'model'> & {
  tests?: string
  model: PlayedBy
  keep?: string
  name?: string
  json?: boolean
}

/** Exit code 0 where all pass, 1 where one does not, 2 where there are no tests. */
export async function testCommand(file: string, options: TestCommand, around: CommandStreams): Promise<number> {
  const given = readFlowFile(file)
  const testsFile = options.tests ?? besideFlow(file)
  const known = readTests(testsFile, options.tests !== undefined && options.keep === undefined)
  if (known !== null && known.flow.id !== given.flow.id)
    around.note(`${testsFile} was made of another flow, "${known.flow.name}". Its tests are played on this one.`)
  return await withCore(file, options, around, async (core) => {
    const kept = options.keep === undefined ? null : await keepTest(core, given.flow.id, options)
    if (kept !== null) {
      const flow = { id: given.flow.id, name: given.flow.name }
      writeOutput(testsFile, saveTests({ flow, tests: [...(known?.tests ?? []), kept] }), around)
      around.note(`${testsFile}: "${kept.name}" is kept.`)
    }
    const tests = kept === null ? (known?.tests ?? []) : [kept]
    if (tests.length === 0) {
      around.note(`There are no tests in ${testsFile}. Make one of a thread: baton test FLOW --keep THREAD --name NAME`)
      return 2
    }
    let failed = 0
    let spent = NO_EXPENSE
    for (const test of tests) {
      const played = await playOne(core, { test, given, options }, around)
      if (!played.passes) failed += 1
      spent = addExpense(spent, played.spent)
    }
    if (options.json !== true) around.note(`${tests.length - failed} passed, ${failed} failed.${spentWords(spent)}`)
    return failed === 0 ? 0 : 1
  })
}

type OnePlay = { test: FlowTest; given: GivenFlow; options: TestCommand }

/** What models took that were asked. */
function spentWords(spent: Expense): string {
  if (spent.calls === 0) return ''
  const { calls, tokens, money } = expenseCells(spent, true, ENGLISH)
  return ` Model calls: ${calls}, tokens: ${tokens}, cost: ${money}.`
}

/** Whether the test passes, and what it took. */
async function playOne(
  core: Core,
  { test, given, options }: OnePlay,
  { out, signal }: CommandStreams,
): Promise<{ passes: boolean; spent: Expense }> {
  const flow = { id: given.flow.id, text: given.text }
  const { difference, spent, inner } = await core.services.flowTests.play({ test, flow, by: options.model, signal })
  const nameOf = namesOfTest(test, { ...inner, ...given.flow.nodes })
  const words = difference === null ? null : differenceWords(difference, nameOf, ENGLISH)
  if (options.json === true) {
    const told = difference === null ? null : { ...difference, words }
    const { id, name } = test
    out(`${JSON.stringify({ id, name, passed: difference === null, difference: told, spent })}\n`)
  } else if (difference === null) out(`passed  ${visibleLine(test.name)}\n`)
  else {
    const place = difference.node === null ? '' : `, ${visibleLine(nameOf(difference.node))}`
    out(`failed  ${visibleLine(test.name)}: turn ${difference.turn}${place}: ${visibleLine(words ?? '')}\n`)
  }
  return { passes: difference === null, spent }
}

/** Throws `bad-input` for a thread of another flow, and what `keepTest` of the core throws. */
async function keepTest(core: Core, flowId: string, { keep = '', name = keep }: TestCommand): Promise<FlowTest> {
  if (core.services.threads.read(keep).flowId !== flowId)
    throw new AppError('bad-input', inEnglish(`The thread "${keep}" is of another flow. Name that flow's file.`))
  return await core.services.flowTests.keep({ threadId: keep, name })
}

/** Where nobody's own models are asked and no data folder is there yet, none is made. */
async function withCore(
  file: string,
  { model, tests: _tests, keep, name: _name, json: _json, ...options }: TestCommand,
  around: CommandStreams,
  work: (core: Core) => Promise<number>,
): Promise<number> {
  const isNew = !existsSync(libraryPath(dataFolder(options, around)))
  if (isNew && keep !== undefined)
    throw new AppError('not-found', inEnglish(`There is no thread "${keep}": there is no data folder yet.`))
  const folder = isNew && model !== 'own' ? mkdtempSync(path.join(tmpdir(), 'baton-test-')) : null
  try {
    const core = await openCore(folder === null ? options : { ...options, data: folder }, around, [file])
    try {
      return await work(core)
    } finally {
      await core.close()
    }
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true })
  }
}

/** `desk.tests.json` of `desk.flow.json`. */
function besideFlow(file: string): string {
  const name = path.basename(file).replace(/(?:\.flow)?\.json$|\.baton$/i, '')
  return path.join(path.dirname(file), `${name}.tests.json`)
}

/** Null where there is no such file, which may be so unless it was named. */
function readTests(file: string, isNamed: boolean): TestFile | null {
  if (!isNamed && !existsSync(file)) return null
  const read = readBounded(file, MOST_TESTS_BYTES, 'named')
  if (read.ok) return openTests(read.bytes.toString('utf8'))
  const why = whyUnread(read, MOST_TESTS_BYTES)
  throw new AppError('not-found', inEnglish(`${file} could not be read: ${why}. Give the path of a .tests.json file.`))
}
