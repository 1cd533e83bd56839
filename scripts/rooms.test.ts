/** The rooms hold: every file has one, rows allow what is used and no more, and neither rooms nor files import each other in a circle. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { circlesOf } from './lint/circles.mjs'
import { importsOfText, programFiles, readImports, targetOf } from './lint/import-reader.mjs'
import { refusal } from './lint/import-rule.mjs'
import { packageOf, packagesOf, placesOf, roomOf, ROOMS, roomsOf, sideOf } from './lint/import-table.mjs'
import { root } from './setup.mjs'

const files = programFiles(root)
const imports = readImports(root, files)
const filesOf = new Map(ROOMS.map(({ name }) => [name, new Array<string>()]))
for (const file of files) filesOf.get(roomOf(file)?.name ?? '')?.push(file)
/** A file of a room. */
const oneOf = (room: { name: string }) => join(root, filesOf.get(room.name)?.at(0) ?? '')
const local = imports.flatMap(({ from, to }) => (to === null ? [] : [{ from, to }]))
const asWays = (circles: readonly (readonly string[])[]) => circles.map((way) => way.join(' -> '))

const NONE = { missing: [], unused: [] }

/** What is used and stands in no row, and what stands in a row for nothing. */
function differences(used: readonly string[], allowed: readonly string[]) {
  const without = (all: readonly string[], some: ReadonlySet<string>) =>
    [...new Set(all)].filter((one) => !some.has(one))
  return { missing: without(used, new Set(allowed)), unused: without(allowed, new Set(used)) }
}

describe('the table of rooms', () => {
  test('has every file, and no row for nothing', () => {
    expect(files.filter((file) => roomOf(file) === null)).toEqual([])
    expect([...filesOf].flatMap(([name, own]) => (own.length === 0 ? [name] : []))).toEqual([])
    const places = ROOMS.flatMap(placesOf)
    const isThere = (place: string) =>
      files.some((file) => file.replace(/\.tsx?$/, '') === place || file.startsWith(`${place}/`))
    expect(places.filter((place) => !isThere(place))).toEqual([])
    expect(places.filter((place, at) => places.indexOf(place) !== at)).toEqual([])
  })

  test('allows what is imported, and nothing that nobody imports', () => {
    const allowed = ROOMS.flatMap((room) => roomsOf(room).map((name) => `${room.name} -> ${name}`))
    const used = local.flatMap(({ from, to }) => {
      const [room, target] = [roomOf(from), roomOf(to)]
      return room === target ? [] : [`${room?.name} -> ${target?.name}`]
    })
    expect(differences(used, allowed)).toEqual(NONE)
    const packages = imports.flatMap(({ from, source, to }) =>
      to === null ? [`${roomOf(from)?.name}: ${packageOf(source)}`] : [],
    )
    const listed = ROOMS.flatMap((room) => packagesOf(room).map((name) => `${room.name}: ${name}`))
    expect(differences(packages, listed)).toEqual(NONE)
  })

  test('has no circle of rooms', () => {
    const arrows = ROOMS.flatMap((room) => roomsOf(room).map((name) => ({ from: room.name, to: name })))
    expect(asWays(circlesOf(arrows))).toEqual([])
  })

  test.each(ROOMS.map((room) => ({ name: room.name, room })))('refuses what $name may not import', ({ room }) => {
    const offender = oneOf(room)
    const others = ROOMS.filter((other) => other !== room)
    const refused = others.filter((other) => refusal(offender, oneOf(other).replace(/\.tsx?$/, '')) !== null)
    const may = roomsOf(room)
    expect(refused.map(({ name }) => name)).toEqual(others.flatMap(({ name }) => (may.includes(name) ? [] : [name])))
    const everyPackage = [...new Set(ROOMS.flatMap(packagesOf)), 'left-pad']
    const source = (name: string) => (name === 'node' ? 'node:fs' : name)
    const own = packagesOf(room)
    expect(everyPackage.filter((name) => refusal(offender, source(name)) === null).sort()).toEqual([...own].sort())
    const tests = `${sideOf(room)}/testing/flow`
    expect(refusal(offender, join(root, tests))).toContain('may not import')
  })

  test('a file without a room is told so', () => {
    expect(refusal(join(root, 'src-main/nowhere.ts'), './core')).toBe(
      'No room has the file src-main/nowhere.ts. Give it to one in scripts/lint/rooms/.',
    )
  })
})

test('the inspector and what it shows of a pool know no kind by name', () => {
  const ofKinds = files.filter((file) => /\bdefineKind\(\{/.test(readFileSync(join(root, file), 'utf8')))
  expect(ofKinds.length).toBeGreaterThan(20)
  const known = local.filter(({ from, to }) => /^src-renderer\/(inspector|pool)\//.test(from) && ofKinds.includes(to))
  expect(known).toEqual([])
})

test('what a file exports as a value is read by another one', () => {
  const own = execFileSync('git', ['ls-files', 'src-*', 'bench', 'e2e', 'scripts', '*.ts'], {
    cwd: root,
    encoding: 'utf8',
  })
  const texts = new Map(
    own
      .split('\n')
      .flatMap((file) => (/\.(tsx?|mjs)$/.test(file) ? [[file, readFileSync(join(root, file), 'utf8')]] : [])),
  )
  const readersOf = new Map<string, number>()
  for (const text of texts.values())
    for (const word of new Set(text.match(/[\w$]+/g))) readersOf.set(word, (readersOf.get(word) ?? 0) + 1)
  const unread = files.flatMap((file) =>
    [...(texts.get(file) ?? '').matchAll(/^export (?:async )?(?:function\*?|const|(?:abstract )?class) ([\w$]+)/gm)]
      .filter(([, name]) => readersOf.get(name ?? '') === 1)
      .map(([, name]) => `${file} ${name}`),
  )
  expect(unread).toEqual([])
})

describe('files', () => {
  test('import each other in no circle, types included', () => {
    expect(asWays(circlesOf(local))).toEqual([])
  })

  test('a circle is told by its way', () => {
    const texts: Record<string, string> = {
      'src-x/a.ts': "import { b } from './b'\n",
      'src-x/b.ts': "export const c = () => import('./deep')\n",
      'src-x/deep/index.ts': "import type { a } from '../a'\n",
      'src-x/outside.ts': "import { a } from './a'\nexport { b } from './b'\n",
    }
    const known = new Set(Object.keys(texts))
    const arrows = Object.entries(texts).flatMap(([from, text]) =>
      importsOfText(text).map((source) => ({ from, to: targetOf({ from, source }, known) ?? '' })),
    )
    expect(asWays(circlesOf(arrows))).toEqual(['src-x/a.ts -> src-x/b.ts -> src-x/deep/index.ts -> src-x/a.ts'])
  })

  test('two circles are told, each once', () => {
    const arrow = (text: string) => ({ from: text.charAt(0), to: text.charAt(1) })
    expect(asWays(circlesOf(['ab', 'ba', 'bc', 'cd', 'de', 'ec', 'ef', 'zz'].map(arrow)))).toEqual([
      'a -> b -> a',
      'c -> d -> e -> c',
      'z -> z',
    ])
  })

  test('are read as TypeScript reads them', () => {
    const some = files.filter((_, index) => index % 4 === 0)
    const read = (file: string) => readFileSync(join(root, file), 'utf8')
    const byTypeScript = (file: string) =>
      ts.preProcessFile(read(file), true, true).importedFiles.map(({ fileName }) => fileName)
    expect(some.map((file) => importsOfText(read(file)).sort())).toEqual(some.map((file) => byTypeScript(file).sort()))
  })
})
