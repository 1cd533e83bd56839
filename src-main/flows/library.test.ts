import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkFlow } from '../../src-shared/flow/checks/check'
import { openFlow } from '../../src-shared/flow/editing/open'
import type { Flow } from '../../src-shared/flow/records'
import { saveFlow } from '../../src-shared/flow/editing/save'
import { flow } from '../../src-shared/testing/flow-builder'
import { manualClock } from '../clock'
import { createChanges } from '../store/changes'
import { openLibraryDatabase } from '../store/database'
import type { LibraryDatabase } from '../store/database'
import { firstLine, outcomeOf, startLibraryChild } from '../store/testing/child'
import { BIN_MS, createLibrary } from './library'
import { savedFlow } from './saved-flow'
import { AUTO_VERSION_MS, MAX_AUTO_VERSIONS } from './versions'
import { sketchOf } from './sketch'
import { layNewLibrary } from '../testing/new-library'

/** How often a program is killed; more where kills are asked for. */
const ROUNDS = process.env['BATON_KILLS'] === undefined ? 1 : 3

let dir = ''
let db: LibraryDatabase
let clock = manualClock()
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'baton-flows-'))
  layNewLibrary(dir)
  db = openLibraryDatabase(dir)
  clock = manualClock()
})
afterEach(() => {
  db.close()
  rmSync(dir, { recursive: true, force: true })
})

const desk = saveFlow(
  flow('Desk', 'desk').describe('An example').start('triage').agent('triage', { name: 'Triage' }).build(),
)
const libraryOf = () => createLibrary({ db, clock, examples: [{ id: 'desk', text: desk, isTemplate: true }] })
const code = (expected: string, details?: object): Error =>
  expect.objectContaining({ name: 'AppError', code: expected, ...(details === undefined ? {} : { details }) }) as Error

function opened(text: string): Flow {
  const result = openFlow(text)
  if (!result.ok) throw new Error(result.error.message)
  return result.flow
}
const described = (text: string, description: string): string => saveFlow({ ...opened(text), description })

test('a new flow can be talked to at once', () => {
  const library = libraryOf()
  const { id, revision, text } = library.create('My desk')
  const created = opened(text)
  expect({
    revision,
    name: created.name,
    problems: checkFlow(created).filter((one) => one.severity === 'error'),
  }).toEqual({ revision: 1, name: 'My desk', problems: [] })
  expect(Object.values(created.nodes).map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'start Start',
    'supervisor Supervisor',
  ])
  expect(library.list()).toEqual([
    {
      id,
      name: 'My desk',
      description: '',
      revision: 1,
      createdAt: clock.iso(),
      changedAt: clock.iso(),
      lastThread: null,
      isPinned: false,
      sketch: sketchOf(created),
      nodes: 2,
      problems: 0,
    },
  ])
})

test('a pin is no change of the flow, goes with nothing that leaves the library, and outlasts the bin', () => {
  const library = libraryOf()
  const { id, text } = library.create('Desk')
  const before = library.list()
  clock.advance(1000)
  library.pin(id, true)
  expect([library.list(), library.read(id).text, library.versions(id)]).toEqual([
    before.map((flow) => ({ ...flow, isPinned: true })),
    text,
    [],
  ])
  library.duplicate(id)
  library.remove(id)
  expect(() => library.pin(id, false)).toThrow(code('not-found'))
  library.restore(id)
  expect(library.list().map(({ name, isPinned }) => [name, isPinned])).toEqual([
    ['Desk copy', false],
    ['Desk', true],
  ])
  library.pin(id, false)
  expect(
    libraryOf()
      .list()
      .map(({ isPinned }) => isPinned),
  ).toEqual([false, false])
})

test('two tabs on one flow: the stale save is refused with the stored revision, and nothing is overwritten', () => {
  const library = libraryOf()
  const { id, text } = library.create('Desk')
  const [mine, theirs] = [described(text, 'mine'), described(text, 'theirs')]
  clock.advance(1000)
  expect(library.save({ id, baseRevision: 1, text: mine })).toEqual({ revision: 2, changedAt: clock.iso(), undo: null })
  expect(() => library.save({ id, baseRevision: 1, text: theirs })).toThrow(code('conflict', { revision: 2 }))
  expect(library.read(id)).toEqual({ id, revision: 2, text: mine })
  expect(library.save({ id, baseRevision: 2, text: theirs }).revision).toBe(3)
})

test('the same text again is no new revision, also when the answer to the first save was lost', () => {
  const library = libraryOf()
  const { id, text } = library.create('Desk')
  const next = described(text, 'next')
  const saved = library.save({ id, baseRevision: 1, text: next })
  clock.advance(5000)
  const unordered = JSON.stringify(JSON.parse(next))
  expect([
    library.save({ id, baseRevision: 2, text: unordered }),
    library.save({ id, baseRevision: 1, text: next }),
  ]).toEqual([saved, saved])
})

test('a text that breaks the format, or is of another flow, is refused and nothing is saved', () => {
  const library = libraryOf()
  const { id, text } = library.create('Desk')
  const save = (broken: string) => () => library.save({ id, baseRevision: 1, text: broken })
  expect(save('{')).toThrow(code('not-json'))
  expect(save('{}')).toThrow(code('not-a-flow'))
  expect(save(text.replace('"version": 1', '"version": 2'))).toThrow(code('newer-version'))
  expect(save(text.replace('"nodes": {', '"nodes": { "a b": {},'))).toThrow(
    expect.objectContaining({ code: 'invalid-flow' }) as Error,
  )
  expect(save(text.replaceAll(id, 'other'))).toThrow(code('bad-input'))
  expect(library.read(id)).toEqual({ id, revision: 1, text })
})

test('an import keeps its id where it is free and takes its name from the file where it has none', () => {
  const library = libraryOf()
  const nameless = desk.replace('"name": "Desk"', '"name": " "')
  const [first, second] = [
    library.importText({ text: desk, fileName: 'x.flow.json' }),
    library.importText({ text: nameless, fileName: '/home/me/My desk.flow.json' }),
  ]
  library.remove('desk')
  const third = library.importText({ text: nameless })
  expect(first).toEqual({ id: 'desk', revision: 1, text: desk, warnings: [] })
  expect([opened(second.text).name, opened(third.text).name]).toEqual(['My desk', 'Imported flow'])
  expect(new Set([first.id, second.id, third.id]).size).toBe(3)
  expect(opened(second.text).id).toBe(second.id)
  expect(() => library.importText({ text: '[]' })).toThrow(code('not-a-flow'))
})

test('an unknown kind is imported word for word, with a warning', () => {
  const library = libraryOf()
  const text = saveFlow(
    flow('Odd', 'odd')
      .node('hologram', 'h', { beam: [1, { x: null }] })
      .build(),
  )
  const imported = library.importText({ text })
  expect(imported.text).toBe(text)
  expect(imported.warnings.length).toBeGreaterThan(0)
  expect(library.list()[0]?.problems).toBeGreaterThan(0)
})

test('a flow that an older Baton stored gets its picture when it is listed, and no new revision', () => {
  const library = libraryOf()
  library.importText({ text: desk })
  db.exec('UPDATE flows SET sketch = NULL')
  expect(library.list()).toMatchObject([{ id: 'desk', revision: 1, sketch: sketchOf(opened(desk)) }])
  db.exec("UPDATE flows SET sketch = NULL, text = '{'")
  expect(library.list()).toMatchObject([{ id: 'desk', sketch: { nodes: [], edges: [] } }])
})

test('examples are listed and copied, each time with an id of its own', () => {
  const library = libraryOf()
  expect(library.examples()).toEqual([
    {
      id: 'desk',
      name: 'Desk',
      description: 'An example',
      isTemplate: true,
      sketch: sketchOf(opened(desk)),
      starters: [],
    },
  ])
  const copies = [library.createFromExample('desk'), library.createFromExample('desk')]
  expect(new Set(['desk', ...copies.map(({ id }) => id)]).size).toBe(3)
  expect(() => library.createFromExample('none')).toThrow(code('not-found'))
})

test('flows are renamed and duplicated', () => {
  const library = libraryOf()
  library.importText({ text: desk })
  expect(library.rename('desk', 'Front desk')).toEqual({
    id: 'desk',
    revision: 2,
    text: desk.replace('"Desk"', '"Front desk"'),
  })
  expect(library.rename('desk', 'Front desk').revision).toBe(2)
  const copy = library.duplicate('desk')
  expect(opened(copy.text)).toEqual({ ...opened(library.read('desk').text), id: copy.id, name: 'Front desk copy' })
})

test('a removed flow waits in the bin for 30 days', () => {
  const library = libraryOf()
  library.importText({ text: desk })
  library.keepVersion('desk', 'first')
  library.remove('desk')
  expect(library.list()).toEqual([])
  expect(() => library.read('desk')).toThrow(code('not-found', { inBin: true }))
  expect(() => library.save({ id: 'desk', baseRevision: 1, text: desk })).toThrow(code('not-found', { inBin: true }))
  clock.advance(BIN_MS)
  expect(library.purge()).toEqual([])
  expect(library.restore('desk')).toEqual({ id: 'desk', revision: 1, text: desk })
  library.remove('desk')
  clock.advance(BIN_MS + 1)
  expect(library.purge()).toEqual(['desk'])
  expect(() => library.restore('desk')).toThrow(code('not-found', {}))
  expect(db.prepare('SELECT count(*) FROM snapshots').pluck().get()).toBe(0)
})

test('the bin lists what was deleted, the newest first, and lets go of it for good on request only', () => {
  const library = libraryOf()
  library.importText({ text: desk })
  const { id: other } = library.create('Other')
  expect(() => library.removeForGood('desk')).toThrow(code('bad-input'))
  library.keepVersion('desk', 'first')
  library.remove('desk')
  clock.advance(1000)
  library.remove(other)
  const deleted = library.bin()
  expect(deleted.map(({ id, name }) => [id, name])).toEqual([
    [other, 'Other'],
    ['desk', 'Desk'],
  ])
  expect(deleted.map(({ deletedAt, keptUntil }) => Date.parse(keptUntil) - Date.parse(deletedAt))).toEqual([
    BIN_MS,
    BIN_MS,
  ])
  library.restore(other)
  library.removeForGood('desk')
  expect([library.bin(), library.list().map(({ id }) => id)]).toEqual([[], [other]])
  expect(() => library.restore('desk')).toThrow(code('not-found', {}))
  expect(db.prepare('SELECT count(*) FROM snapshots').pluck().get()).toBe(0)
})

test('Baton keeps a version every ten minutes of editing, of the text before', () => {
  const library = libraryOf()
  library.importText({ text: desk })
  const edit = (description: string, wait: number): void => {
    clock.advance(wait)
    const { revision } = library.read('desk')
    library.save({ id: 'desk', baseRevision: revision, text: described(desk, description) })
  }
  edit('one', 1000)
  edit('two', 1000)
  edit('three', AUTO_VERSION_MS - 1001)
  edit('four', 1)
  expect(library.versions('desk').map(({ revision, origin }) => [revision, origin])).toEqual([
    [4, 'auto'],
    [1, 'auto'],
  ])
  const [newest] = library.versions('desk')
  expect(library.readVersion('desk', newest?.id ?? '')).toEqual({
    id: 'desk',
    revision: 4,
    text: described(desk, 'three'),
  })
})

test('going back to a version keeps what it replaces, and the same text is never kept twice', () => {
  const library = libraryOf()
  library.importText({ text: desk })
  library.save({ id: 'desk', baseRevision: 1, text: described(desk, 'draft') })
  const [first] = library.versions('desk')
  const { text } = library.readVersion('desk', first?.id ?? '')
  for (const [revision, next] of [text, described(desk, 'draft'), text, described(desk, 'draft')].entries()) {
    library.save({ id: 'desk', baseRevision: revision + 2, text: next })
  }
  expect(library.versions('desk').map(({ revision }) => revision)).toEqual([2, 1])
})

test('what the person keeps stays; of its own versions Baton keeps the newest', () => {
  const library = libraryOf()
  library.importText({ text: desk })
  const kept = library.keepVersion('desk', 'Before the sale')
  for (let count = 1; count <= MAX_AUTO_VERSIONS + 5; count += 1) {
    clock.advance(AUTO_VERSION_MS)
    library.save({ id: 'desk', baseRevision: count, text: described(desk, String(count)) })
  }
  const versions = library.versions('desk')
  expect([versions.filter(({ origin }) => origin === 'auto').length, versions.at(-1)]).toEqual([
    MAX_AUTO_VERSIONS,
    kept,
  ])
  expect(library.keepVersion('desk', 'Now').origin).toBe('manual')
})

test("a version of Baton's own becomes the person's when it is kept by hand", () => {
  const library = libraryOf()
  library.importText({ text: desk })
  library.save({ id: 'desk', baseRevision: 1, text: described(desk, 'x') })
  library.save({ id: 'desk', baseRevision: 2, text: desk })
  library.save({ id: 'desk', baseRevision: 3, text: described(desk, 'x') })
  const kept = library.keepVersion('desk', 'Mine')
  expect(library.versions('desk').filter(({ origin }) => origin === 'manual')).toEqual([kept])
})

test('every change is told to other windows once', async () => {
  const changes = createChanges()
  const library = createLibrary({ db, clock, changes })
  const controller = new AbortController()
  const heard: string[] = []
  const listening = (async () => {
    for await (const { item } of changes.follow({ after: null, signal: controller.signal })) {
      heard.push(`${item.what} ${item.id} ${item.revision}`)
      if (item.id === 'last') controller.abort()
    }
  })()
  library.importText({ text: desk })
  library.save({ id: 'desk', baseRevision: 1, text: described(desk, 'x') })
  library.save({ id: 'desk', baseRevision: 2, text: described(desk, 'x') })
  library.remove('desk')
  library.restore('desk')
  changes.publish({ what: 'flow', id: 'last' })
  await listening
  expect(heard).toEqual(['flow desk 1', 'flow desk 2', 'flow desk null', 'flow desk 2', 'flow last null'])
})

test('a process that is killed in the middle of saving leaves the last whole revision', async () => {
  const library = libraryOf()
  library.importText({ text: desk.replace('"An example"', '"0"') })
  for (let round = 0; round < ROUNDS; round += 1) {
    const child = startLibraryChild('save', dir, 'desk')
    await firstLine(child)
    const ended = outcomeOf(child)
    child.kill('SIGKILL')
    await ended
    const reopened = openLibraryDatabase(dir)
    const { revision, text } = createLibrary({ db: reopened, clock }).read('desk')
    expect(reopened.pragma('integrity_check', { simple: true })).toBe('ok')
    expect([opened(text).description, saveFlow(opened(text))]).toEqual([String(revision), text])
    reopened.close()
    // The next round counts from below 20 again, so that it says when it is busy.
    db.prepare('UPDATE flows SET revision = 1').run()
  }
})

test('the text of a large version is kept at once and packed afterwards, and reads the same before and after', async () => {
  const library = libraryOf()
  const large = flow('Large')
  for (let index = 0; index < 1200; index += 1) large.node('note', `n${index}`, { text: `${index} `.repeat(200) })
  const { id, text } = library.importText({ text: saveFlow(large.build()) })
  const form = () => db.prepare('SELECT typeof(text), length(text) < 200000 FROM snapshots').raw().get()
  const { id: version } = library.keepVersion(id, 'Mine')
  expect([form(), library.readVersion(id, version).text === text]).toEqual([['text', 0], true])
  await expect.poll(form).toEqual(['blob', 1])
  expect(library.readVersion(id, version).text).toBe(text)
  // A library that is closed meanwhile keeps it as it is.
  const grown = text.replace('"0 0', '"one 0')
  library.save({ id, baseRevision: 1, text: grown })
  library.keepVersion(id, 'Also mine')
  db.close()
})

test('no turn begins by itself with a flow that is in the bin; one that no library has is left to who has it', () => {
  const library = libraryOf()
  const { id } = library.create('Mine')
  const flowNow = savedFlow(library, { host: 'web' })
  expect(flowNow(id)?.flowText).toContain('Mine')
  library.remove(id)
  expect(() => flowNow(id)).toThrow(code('not-found'))
  library.restore(id)
  expect(flowNow(id)).not.toBeNull()
  expect([flowNow('elsewhere'), savedFlow(library, { host: 'cli' })(id)]).toEqual([null, null])
})
