/**
 * Styles live beside their component: a class belongs to one module, is used by who imports that module, and reaches nobody else.
 * A misspelled `styles.foo` is silent in the page, so it is found here.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup.mjs'

/** The only sheets whose classes are everybody's: tokens with Mantine's looks, and what is drawn otherwise than React Flow draws it. */
const GLOBAL_SHEETS = ['ui/theme.css', 'editor/canvas/canvas.css']

/** Classes of others. Of React Flow's, states of what we hand it among them. */
const FOREIGN = /^(mantine-|react-flow__)|^(source|target|connectingto|dragging|selected|nodrag|nopan|nowheel)$/

type Files = ReadonlyMap<string, string>

/** Without comments, and without attributes, which may hold anything. */
const bare = (css: string): string => css.replace(/\/\*[^]*?\*\/|\[[^\]]*\]/g, '')

/** What stands before each block of a sheet, which has no comments. */
const listsOf = (css: string): string[] => [...css.matchAll(/(?:^|[{};])([^{};@]+)\{/g)].map(([, list = '']) => list)

/** The classes in the selectors of a sheet; those in `:global(...)` apart. */
function classesOf(css: string): { own: Set<string>; foreign: Set<string> } {
  const selectors = listsOf(bare(css))
  const names = (text: string): string[] => [...text.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name)
  const globals = selectors.flatMap((list) => list.match(/:global\([^)]*\)/g) ?? [])
  return {
    own: new Set(selectors.flatMap((list) => names(list.replace(/:global\([^)]*\)/g, '')))),
    foreign: new Set(globals.flatMap(names)),
  }
}

type ModuleUse = { source: string; module: string; names: string[] }

/** What a source takes from the modules that it imports. */
function usesOf(path: string, text: string): ModuleUse[] {
  return [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'$/gm)].map(([, alias = '', specifier = '']) => ({
    source: path,
    module: posix.join(posix.dirname(path), specifier),
    names: [...text.matchAll(new RegExp(String.raw`\b${alias}\.(\w+)`, 'g'))].map(([, name = '']) => name),
  }))
}

const roomOf = (path: string): string => path.split('/')[0] ?? ''

function faultsOfSheets(files: Files): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!path.endsWith('.css')) return []
    const isModule = path.endsWith('.module.css')
    if (!isModule && !GLOBAL_SHEETS.includes(path)) return [`${path} is neither a module nor one of the global sheets`]
    const { own, foreign } = classesOf(text)
    const outsiders = [...(isModule ? foreign : own)].filter((name) => !FOREIGN.test(name))
    return outsiders.map((name) => `${path} styles .${name} for everybody`)
  })
}

function faultsOfUse(files: Files): string[] {
  const uses = [...files].flatMap(([path, text]) => (/\.tsx?$/.test(path) ? usesOf(path, text) : []))
  const faults: string[] = []
  for (const { source, module, names } of uses) {
    const { own } = classesOf(files.get(module) ?? '')
    faults.push(...names.filter((name) => !own.has(name)).map((name) => `${source} uses .${name}, ${module} has none`))
    if (![roomOf(source), 'ui', 'kinds'].includes(roomOf(module))) faults.push(`${source} uses the styles of ${module}`)
  }
  for (const [path, text] of files) {
    if (!path.endsWith('.module.css')) continue
    const used = new Set(uses.filter(({ module }) => module === path).flatMap(({ names }) => names))
    faults.push(
      ...[...classesOf(text).own].filter((name) => !used.has(name)).map((name) => `${path}: nobody uses .${name}`),
    )
  }
  return faults
}

/** Classes that are written as they stand; and styles that come before those of the parts that they may change. */
function faultsOfSources(files: Files): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!path.endsWith('.tsx')) return []
    const written = [...text.matchAll(/className="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' '))
    const imports = [...text.matchAll(/^(?:import|\} from) .*'([^']+)'$|^\} from '([^']+)'$/gm)].map(([line]) => line)
    const own = imports.findIndex((line) => line.includes(".module.css'"))
    const isLate = own >= 0 && imports.slice(own).some((line) => !line.includes(".module.css'"))
    return [
      ...written.filter((name) => !FOREIGN.test(name)).map((name) => `${path} writes the class ${name} out`),
      ...(isLate ? [`${path} imports a part after its styles, so that they lose against the part's`] : []),
    ]
  })
}

/** The selectors of a sheet, without comments. */
function selectorsOf(css: string): string[] {
  const lists = listsOf(css.replace(/\/\*[^]*?\*\//g, ''))
  return lists.flatMap((list) => list.split(/,(?![^(]*\))/)).map((selector) => selector.trim())
}

const isNamed = (part: string): boolean => /[.#[]/.test(part)
const isAnyElement = (part: string): boolean => !isNamed(part) && !/^(?:[a-z]|:is\([a-z])/i.test(part)

/**
 * A browser keeps what such a rule may be about by the names in it. Where neither the sibling nor what is styled has one, all that stands beside or in whatever is
 * put anywhere into the page is styled anew: `tr + tr > *` cost 14 ms each time that a node came into view.
 */
function faultsOfSiblings(files: Files): string[] {
  return [...files].flatMap(([path, text]) => {
    if (!path.endsWith('.css')) return []
    const anybody = selectorsOf(text).filter((selector) => {
      const [, sibling = '', rest = ''] = /(\S+)\s+[+~]\s+(.+)$/.exec(selector) ?? []
      const styled = rest.split(/\s*[\s>+~]\s*(?![^(]*\))/).at(-1) ?? ''
      return sibling !== '' && !isNamed(sibling) && isAnyElement(styled)
    })
    return anybody.map((selector) => `${path}: ${selector} is about anything beside anything`)
  })
}

const faultsOf = (files: Files): string[] => [
  ...faultsOfSiblings(files),
  ...faultsOfSheets(files),
  ...faultsOfUse(files),
  ...faultsOfSources(files),
]

test('each class belongs to one module, which has it and whose users use it', () => {
  const folder = join(root, 'src-renderer')
  const names = readdirSync(folder, { recursive: true })
    .map((name) => String(name).split(sep).join('/'))
    .filter((name) => /\.(css|tsx?)$/.test(name) && !/\.test\.tsx?$/.test(name))
  expect(names.filter((name) => name.endsWith('.module.css')).length).toBeGreaterThan(50)
  expect(faultsOf(new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')])))).toEqual([])
})

test('no two modules have one name where letters have no case', () => {
  const names = readdirSync(join(root, 'src-renderer'), { recursive: true }).map((name) => String(name).toLowerCase())
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
})

test('each kind of fault is found, and what is right is not', () => {
  const files = new Map([
    ['ui/theme.css', ".mantine-A { top: 0 } .mine { top: 0 } [data-a='.b'] { top: 0 }"],
    ['chat/chat.css', '.a { top: 0 }'],
    [
      'chat/A.module.css',
      '/* .no {} */ .used:hover > :global(.mantine-B), .left { top: 0.5px } :global(.c) { top: 0 }',
    ],
    ['chat/A.tsx', "import { B } from './B'\nimport styles from './A.module.css'\nstyles.used\nstyles.wrong"],
    [
      'plan/B.tsx',
      "import styles from '../chat/A.module.css'\nimport { C } from './C'\nstyles.used\nclassName=\"x nodrag\"",
    ],
  ])
  expect(faultsOf(files)).toEqual([
    'ui/theme.css styles .mine for everybody',
    'chat/chat.css is neither a module nor one of the global sheets',
    'chat/A.module.css styles .c for everybody',
    'chat/A.tsx uses .wrong, chat/A.module.css has none',
    'plan/B.tsx uses the styles of chat/A.module.css',
    'chat/A.module.css: nobody uses .left',
    'plan/B.tsx writes the class x out',
    "plan/B.tsx imports a part after its styles, so that they lose against the part's",
  ])
})

test('a rule about siblings names one of them, or what it styles', () => {
  const sheet = (selector: string) => new Map([['ui/theme.css', `${selector} { color: red; }`]])
  const faults = (selector: string) => faultsOfSiblings(sheet(selector)).length
  expect(['tr + tr > *', 'li ~ :last-child', '* + *'].map(faults)).toEqual([1, 1, 1])
  const kept = ['tr + tr > :is(td, th)', 'li + li', '.card + .card', '.card + *', 'p ~ .note', 'a > :last-child']
  expect(kept.map(faults)).toEqual(kept.map(() => 0))
})
