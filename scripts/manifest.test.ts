/** package.json tells the truth: what the built program loads, what the project uses, and which Node its packages take. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { z } from 'zod'
import config from '../electron.vite.config'
import { packageOf } from './lint/import-table.mjs'
import { programFiles } from './lint/import-reader.mjs'
import { root } from './setup.mjs'

const packages = z.record(z.string(), z.string())
const manifest = z
  .object({ dependencies: packages, devDependencies: packages, engines: z.object({ node: z.string() }) })
  .parse(JSON.parse(readText('package.json')))
const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.looseObject({ engines: z.unknown().optional(), optional: z.boolean().optional() }),
    ),
  })
  .parse(JSON.parse(readText('package-lock.json')))
const loaded = Object.keys(manifest.dependencies)
const bundled = Object.keys(manifest.devDependencies)

function readText(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/** Packages that these files import, types included. */
function importedBy(files: readonly string[]): Set<string> {
  const sources = files.flatMap((file) =>
    ts.preProcessFile(readText(file)).importedFiles.map(({ fileName }) => fileName),
  )
  const isPackage = (source: string) =>
    !/^[./]/.test(source) && !source.startsWith('node:') && !builtinModules.includes(source)
  return new Set(sources.filter(isPackage).map(packageOf))
}

function projectFiles(): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return files.filter((file) => /\.(tsx?|mjs)$/.test(file) && existsSync(join(root, file)))
}

/** Whether the build leaves a package out, to be loaded when the program runs. */
function isLeftOut(name: string): boolean {
  const { external } = config.main?.build?.rolldownOptions ?? {}
  return [external].flat().some((one) => (one instanceof RegExp ? one.test(name) : one === name))
}

test('dependencies are what the built program loads; Electron comes with it', () => {
  const program = importedBy(programFiles(root).filter((file) => !file.startsWith('src-renderer/')))
  expect([...program].filter((name) => isLeftOut(name) && name !== 'electron').toSorted()).toEqual(loaded.toSorted())
  expect(loaded).not.toContain('electron')
})

test('installers hold every package that the program loads, and no other', () => {
  const { files } = z.object({ files: z.array(z.string()) }).parse(JSON.parse(readText('electron-builder.json')))
  const packed = files.flatMap((pattern) => /^node_modules\/((?:@[^/]+\/)?[^/*]+)\//.exec(pattern)?.[1] ?? [])
  expect([...new Set(packed)].toSorted()).toEqual(loaded.toSorted())
  expect(files).toContain('!node_modules/**')
})

/** Stands in the place of pictures that the icons of React depend on and import none of, which were a fifth of all files of node_modules. */
const STAND_IN = '@tabler/icons'

/** Found by other programs, by their names. */
const FOUND_BY_OTHERS: { readonly [name: string]: string } = { 'oxlint-tsgolint': 'oxlint' }

test('every package that is imported is declared, and every one that is declared is used', () => {
  const files = projectFiles()
  const imported = importedBy(files)
  expect([...imported].filter((name) => !loaded.includes(name) && !bundled.includes(name))).toEqual([])
  const text = files.map(readText).join('\n')
  const isUsed = (name: string): boolean => {
    const typed = /^@types\/(.*)/.exec(name)?.[1]
    const by = typed ?? FOUND_BY_OTHERS[name]
    if (by !== undefined) return isUsed(by)
    return imported.has(name) || text.includes(`node_modules/${name}/`) || text.includes(`entryOf('${name}')`)
  }
  expect([...loaded, ...bundled].filter((name) => !isUsed(name))).toEqual([STAND_IN])
})

test('the icons of React import nothing of the package that nothing stands in for', () => {
  const folder = join(root, 'node_modules/@tabler/icons-react')
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(readText('scripts/no-icons/package.json')))
  const from = z.object({ version: z.string(), dependencies: packages })
  expect(from.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))).toMatchObject({
    version: manifest.devDependencies['@tabler/icons-react'],
    dependencies: { [STAND_IN]: version },
  })
  const sources = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.mjs') || name.endsWith('.d.ts'))
    .filter((name) => !/(?:^|\/)icons\//.test(name))
  expect(sources.length).toBeGreaterThan(5)
  for (const name of sources)
    expect(
      ts.preProcessFile(readFileSync(join(folder, 'dist', name), 'utf8')).importedFiles.map((file) => file.fileName),
    ).not.toContain(STAND_IN)
})

test('versions are exact', () => {
  const loose = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
    .filter(([name, version]) => name !== STAND_IN && !/^(npm:[\w-]+@)?\d+\.\d+\.\d+$/.test(version))
    .map(([name]) => name)
  expect(loose).toEqual([])
})

type Version = readonly number[]
const versionOf = (text: string): Version => text.split('.').map(Number)
/** Less than 0: the first is older. */
const compare = (first: Version, second: Version): number =>
  [0, 1, 2].map((at) => (first[at] ?? 0) - (second[at] ?? 0)).find((difference) => difference !== 0) ?? 0

/** Whether a version is in a range such as `^20.19.0 || >=22`. */
function fits(version: Version, range: string): boolean {
  const isWithin = (part: string) => {
    const [, sign = '', written = ''] = /^(\^|~|>=|<=|>|<|=|)v?([\d.]+)/.exec(part) ?? []
    if (written === '') return part === '*'
    const bound = versionOf(written)
    const order = compare(version, bound)
    if (sign === '>=') return order >= 0
    if (sign === '>') return order > 0
    if (sign === '<') return order < 0
    if (sign === '<=') return order <= 0
    const same = sign === '^' ? 1 : sign === '~' ? 2 : bound.length
    return order >= 0 && bound.slice(0, same).every((number, at) => number === version[at])
  }
  const parts = (one: string) =>
    one
      .trim()
      .replaceAll(/([<>=^~]) +/g, '$1')
      .split(/\s+/)
  return range.split('||').some((one) => parts(one).every(isWithin))
}

test('engines promise what all packages take, and no less', () => {
  const ranges = Object.entries(lock.packages).flatMap(([name, { engines, optional }]) => {
    const { data } = z.object({ node: z.string() }).safeParse(engines)
    return name === '' || optional === true || data === undefined ? [] : [{ name, range: data.node }]
  })
  const refusing = (text: string) =>
    ranges.filter(({ range }) => !fits(versionOf(text), range)).map(({ name, range }) => `${name}: ${range}`)
  const { node: own } = manifest.engines
  expect(own).toBe('^22.12.0 || >=24')
  expect([refusing('22.12.0'), refusing('24.0.0')]).toEqual([[], []])
  expect([refusing('22.11.0').length > 0, refusing('23.0.0').length > 0]).toEqual([true, true])
  expect(
    ['22.12.0', '22.20.1', '24.21.0', '26.0.0', '22.11.9', '23.1.0'].map((text) => fits(versionOf(text), own)),
  ).toEqual([true, true, true, true, false, false])
})
