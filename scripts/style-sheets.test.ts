/** The interface's style sheets are one name space: a class that two of them style is whatever was loaded last. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup.mjs'

/** The classes that a sheet styles by themselves (`.a`, `.a:hover`, `.a[data-b]`), not as parts of something else. */
function ownClasses(css: string): Set<string> {
  const rules = css.replace(/\/\*[^]*?\*\//g, '').matchAll(/(?:^|[{};])([^{};@]+)\{/g)
  const selectors = [...rules].flatMap(([, list = '']) => list.split(/,(?![^(]*\))/))
  return new Set(
    selectors.flatMap((selector) => /^\.([\w-]+)(?:::?[\w-]+|\[[^\]]*\])*$/.exec(selector.trim())?.[1] ?? []),
  )
}

/** Each class that more than one sheet styles, with these sheets. */
function shared(sheets: ReadonlyMap<string, string>): { [name: string]: string[] } {
  const homes = new Map<string, string[]>()
  for (const [sheet, css] of sheets) {
    for (const name of ownClasses(css)) homes.set(name, [...(homes.get(name) ?? []), sheet])
  }
  return Object.fromEntries([...homes].filter(([, in_]) => in_.length > 1))
}

test('no class is styled by two style sheets', () => {
  const folder = join(root, 'src-renderer')
  const sheets = readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.css'))
  expect(sheets.length).toBeGreaterThan(10)
  expect(shared(new Map(sheets.map((name) => [name, readFileSync(join(folder, name), 'utf8')])))).toEqual({})
})

test('a class in two sheets is found, a part of another one is not', () => {
  const one =
    '/* .c {} */ .a, .b:not(.x, .y):hover { color: red } @media print { .d { top: 0 } } .e[data-on] { top: 0 }'
  const two = '.a::before { top: 0 }\n.list .b { top: 0 } .c { top: 0 }\n.d > li { top: 0 } .e { top: 0 }'
  expect(shared(new Map(Object.entries({ one, two })))).toEqual({ a: ['one', 'two'], e: ['one', 'two'] })
})
