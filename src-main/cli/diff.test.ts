/** `baton diff` of files and of the library, and git: text for its comparisons, its merges, and the command that sets a repository up. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveNodes, removeElements, setNodeData } from '../../src-shared/flow/editing/edits'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { nodePlatform } from '../platform/node'
import { createCore } from '../core'
import { buildProgram } from '../testing/killable'
import { gitSetupCommand } from './git/git-setup'
import { openTerminal, type Terminal } from './testing/terminal'

let terminal: Terminal
beforeEach(() => {
  terminal = openTerminal()
})
afterEach(() => terminal.close())

const desk = (): Flow =>
  flow('Desk')
    .start('a')
    .agent('a', { name: 'Ann', prompt: 'You sort.\nBe kind.' })
    .agent('b', { name: 'Bob' })
    .handoff('a', 'b', { condition: 'Asks for money' })
    .build()
const prompted = (prompt: string, node = 'a') => setNodeData(desk(), node, { prompt })

test('diff: words with the lines that changed, exit 1; the same and moves alone are exit 0; trouble is exit 2', async () => {
  const [one, two] = [terminal.file(desk(), 'one.json'), terminal.file(prompted('You sort.\nBe brief.'), 'two.json')]
  expect(await terminal.baton(['diff', one, two])).toEqual({
    code: 1,
    out: '~ Ann: the instruction changed\n      - Be kind.\n      + Be brief.\n',
    notes: [],
  })
  expect(await terminal.baton(['diff', one, one])).toEqual({ code: 0, out: '', notes: [] })
  const moved = terminal.file(moveNodes(desk(), { b: { x: 8, y: 8 } }), 'moved.json')
  expect(await terminal.baton(['diff', one, moved])).toEqual({
    code: 0,
    out: '',
    notes: ['The same, but for where a node stands. --moves says where.'],
  })
  expect((await terminal.baton(['diff', one, moved, '--moves'])).out).toMatch(/^> Bob was moved/)
  const json: unknown = JSON.parse((await terminal.baton(['diff', one, two, '--json'])).out)
  expect(json).toMatchObject({ same: false, nodes: [{ id: 'a', fields: [{ path: ['data', 'prompt'] }] }], moved: [] })
  const lost = await terminal.baton(['diff', one, 'nowhere', '--data', path.join(terminal.folder, 'data')])
  expect(lost).toMatchObject({
    code: 2,
    notes: ['There is no file "nowhere", and no flow of that name in the library. (not-found)'],
  })
  expect(existsSync(path.join(terminal.folder, 'data'))).toBe(false)
  expect((await terminal.baton(['diff', one])).code).toBe(2)
})

test('diff: flows of the library by their name, with versions by name and by place', async () => {
  const data = path.join(terminal.folder, 'data')
  const core = await createCore({ dataDir: data, platform: nodePlatform({ dataDir: data, host: 'cli' }) })
  const { library } = core.services
  const { id } = library.importText({ text: saveFlow(desk()) })
  library.keepVersion(id, 'Before')
  library.save({ id, baseRevision: 1, text: saveFlow(removeElements(desk(), { nodes: ['b'], edges: [] })) })
  await core.close()
  const removed = '- Agent Bob was removed\n- Hand-off from Ann to Bob was removed\n'
  for (const version of ['before', '1'])
    expect(await terminal.baton(['diff', 'desk', '--version', version, '--data', data])).toEqual({
      code: 1,
      out: removed,
      notes: [],
    })
  const file = terminal.file(desk())
  expect(await terminal.baton(['diff', 'Desk', file, '--version', '1', '--data', data])).toMatchObject({ code: 0 })
  expect(await terminal.baton(['diff', 'Desk', '--version', 'after', '--data', data])).toMatchObject({
    code: 2,
    notes: ['"Desk" has no version "after". There are, newest first: 1 (Before). (not-found)'],
  })
})

/** A repository whose git runs Baton from source. */
function openRepository() {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: terminal.folder, encoding: 'utf8' })
  const ok = (...args: string[]): string => {
    const { status, stdout, stderr } = git(...args)
    if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stdout}${stderr}`)
    return stdout
  }
  ok('init', '-q', '-b', 'main')
  ok('config', 'user.email', 'a@example.com')
  ok('config', 'user.name', 'A')
  const file = path.join(terminal.folder, 'flow.flow.json')
  const commit = (drawn: Flow, words: string): void => {
    writeFileSync(file, saveFlow(drawn))
    ok('add', '.')
    ok('commit', '-qm', words)
  }
  const read = (): Flow => {
    const opened = openFlow(readFileSync(file, 'utf8'))
    if (!opened.ok) throw new Error(opened.error.message)
    return opened.flow
  }
  return { git, ok, commit, read, file }
}

/** The command line in a process of its own. */
const COMMAND = [process.execPath, path.resolve(import.meta.dirname, '../../out/main/cli.js')]
  .map((word) => `'${word}'`)
  .join(' ')

test('git: branches that touch different nodes merge, real conflicts keep ours and are told, logs are readable', async () => {
  await buildProgram()
  const { git, ok, commit, read } = openRepository()
  const told: string[] = []
  const setUp = () =>
    gitSetupCommand(
      { command: COMMAND, onConflict: 'ours', cwd: terminal.folder },
      {
        env: process.env,
        stdin: process.stdin,
        out: (text) => void told.push(text),
        note: () => undefined,
        signal: AbortSignal.any([]),
      },
    )
  setUp()
  expect(told.filter((line) => /^(Set|Written)/.test(line))).toHaveLength(4)
  const attributes = readFileSync(path.join(terminal.folder, '.gitattributes'), 'utf8')
  setUp()
  expect(told.slice(5).filter((line) => line.startsWith('Already'))).toHaveLength(4)
  expect(readFileSync(path.join(terminal.folder, '.gitattributes'), 'utf8')).toBe(attributes)

  commit(desk(), 'Draw')
  ok('checkout', '-qb', 'other')
  commit(moveNodes(prompted('Bob now.', 'b'), { a: { x: 0, y: 0 }, b: { x: 5, y: 5 } }), 'Bob')
  expect(ok('show', '--format=', 'HEAD')).toContain('+  prompt: "Bob now."')
  ok('checkout', '-q', 'main')
  commit(moveNodes(prompted('Ann now.'), { a: { x: 9, y: 9 } }), 'Ann')
  ok('merge', '-q', '--no-edit', 'other')
  const { nodes, layout } = read()
  expect([nodes['a']?.data, nodes['b']?.data]).toEqual([{ prompt: 'Ann now.' }, { prompt: 'Bob now.' }])
  expect(layout.nodes).toMatchObject({ a: { x: 9, y: 9 }, b: { x: 5, y: 5 } })
  expect(readFileSync(path.join(terminal.folder, 'flow.flow.json'), 'utf8')).toBe(saveFlow(read()))

  ok('checkout', '-q', 'other')
  commit(setNodeData(read(), 'a', { prompt: 'Another Ann.' }), 'Another Ann')
  ok('checkout', '-q', 'main')
  const conflict = git('merge', '--no-edit', 'other')
  expect([conflict.status, conflict.stderr.trim()]).toEqual([
    1,
    'flow.flow.json: Ann: “Instruction” is “Ann now.” in ours and “Another Ann.” in theirs. Ours is kept.',
  ])
  expect(read().nodes['a']?.data).toEqual({ prompt: 'Ann now.' })
  expect(ok('diff', '--name-only', '--diff-filter=U').trim()).toBe('flow.flow.json')
})

test('merge-driver: marks on request, both added, and lines of what is no flow', async () => {
  const write = (name: string, text: string): string => terminal.file(text, name)
  const files = (base: string, ours: string, theirs: string): string[] => [
    write('O', base),
    write('A', ours),
    write('B', theirs),
  ]
  const mine = saveFlow(prompted('Mine'))
  const marked = files(saveFlow(desk()), mine, saveFlow(prompted('Theirs')))
  expect((await terminal.baton(['merge-driver', '--on-conflict', 'markers', ...marked])).code).toBe(1)
  expect(readFileSync(path.join(terminal.folder, 'A'), 'utf8')).toBe(
    mine.replace(
      /^.*"Mine".*\n/m,
      (line) => `<<<<<<< ours\n${line}=======\n${line.replace('Mine', 'Theirs')}>>>>>>> theirs\n`,
    ),
  )
  expect((await terminal.baton(['merge-driver', ...files('', mine, mine)])).code).toBe(0)
  const { code, notes } = await terminal.baton([
    'merge-driver',
    ...files('a\nb\nc\n', 'a1\nb\nc\n', 'a\nb\nc1\n'),
    'x.flow.json',
  ])
  expect([code, notes]).toEqual([
    0,
    ['x.flow.json: one of the sides is no flow that this Baton can open, so git merges its lines.'],
  ])
  expect(readFileSync(path.join(terminal.folder, 'A'), 'utf8')).toBe('a1\nb\nc1\n')
  expect((await terminal.baton(['textconv', terminal.file('broken {')])).out).toBe('broken {')
})
