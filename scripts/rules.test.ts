/** Every rule and case that code, tests or docs cite by name and number stands in docs/rules.md, under one anchor of its own. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup.mjs'

const FOLDERS = ['src-main', 'src-renderer', 'src-shared', 'e2e', 'bench', 'docs', 'scripts', 'types']
const TEXT = /\.(?:tsx?|mjs|cjs|css|md)$/

/** A space, or the end of a line of a comment. */
const GAP = String.raw`(?: |\n[ \t]*(?:\*|//)?[ \t]*)`
const NUMBER = String.raw`\d+(?:\.\d+)?[a-z]?\b`
const JOINED = `(?:,?${GAP}(?:and|to|or)${GAP}|,${GAP}|[-–])`
/** DESIGN has no rules on the page, and a bare "rule" names no system: both are found so that they are reported. */
const SYSTEM = 'DefaultWorker|DialogSupervisor|ReWOO|[Ww]orkbench|[Ss]warm|[Ss]hared|DESIGN'
const CITATION = new RegExp(
  String.raw`\b(?:(?<system>(?:${SYSTEM})(?: rules?)?|(?<!Rehearsal )[Rr]ules?)${GAP}(?<numbers>${NUMBER}(?:${JOINED}${NUMBER})*)` +
    String.raw`|(?<label>(?:DS|DW|NC|RW|WB)-[A-Z]?\d+|(?:[Ss]etup|[Pp]ool) [A-Z])\b)`,
  'g',
)

type Citation = { line: number; text: string; anchor: string }

/** Everything that a text cites, each rule of a list or a range by itself. */
function citationsIn(text: string): Citation[] {
  return [...text.matchAll(CITATION)].flatMap((match) => {
    const label = match.groups?.['label']
    const [system, numbers] = [match.groups?.['system'] ?? '', match.groups?.['numbers'] ?? '']
    const line = text.slice(0, match.index).split('\n').length
    const texts = label === undefined ? numbersIn(numbers).map((number) => `${nameOf(system)} ${number}`) : [label]
    return texts.map((cited) => ({ line, text: cited, anchor: anchorOf(cited) }))
  })
}

function nameOf(system: string): string {
  const name = system.replace(/ rules?$/, '')
  return /^shared$/i.test(name) ? 'shared rule' : name
}

/** `1, 3 to 5` is 1, 3, 4, 5. */
function numbersIn(list: string): string[] {
  const found: string[] = []
  for (const [, before = '', number = ''] of list.matchAll(new RegExp(`(^|${JOINED})(${NUMBER})`, 'g'))) {
    const isRange = /\bto\b|[-–]/.test(before)
    const [from, to] = [Number(found.at(-1)), Number(number)]
    if (isRange) for (let between = from + 1; between < to; between += 1) found.push(String(between))
    found.push(number)
  }
  return found
}

function anchorOf(citation: string): string {
  return citation.toLowerCase().replaceAll(' ', '-')
}

function anchorsOf(page: string): string[] {
  return [...page.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, anchor = '']) => anchor)
}

/** What a text cites that is none of the anchors, as `file:line citation`. */
function danglingIn(file: string, { text, anchors }: { text: string; anchors: ReadonlySet<string> }): string[] {
  return citationsIn(text).flatMap((cited) =>
    anchors.has(cited.anchor) ? [] : [`${file}:${cited.line} ${cited.text}`],
  )
}

function textFiles(): string[] {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, String(name))),
  )
  return [...readdirSync(root), ...inFolders].filter((name) => TEXT.test(name))
}

const page = readFileSync(join(root, 'docs/rules.md'), 'utf8')

test('every rule that code, tests or docs cite is in docs/rules.md', () => {
  const anchors = new Set(anchorsOf(page))
  const texts = textFiles().map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.flatMap(({ text }) => citationsIn(text)).length).toBeGreaterThan(500)
  expect(texts.flatMap(({ file, text }) => danglingIn(file, { text, anchors }))).toEqual([])
})

test('each anchor is there once, and is that of the rule or case behind it', () => {
  const anchors = anchorsOf(page)
  expect(anchors.filter((anchor, index) => anchors.indexOf(anchor) !== index)).toEqual([])
  const named = [...page.matchAll(/<a id="([^"]+)"><\/a>\*\*([^*]+)\.\*\*/g)]
  expect(named.length).toBeGreaterThan(150)
  expect(named.flatMap(([, anchor, name = '']) => (anchorOf(name) === anchor ? [] : [name]))).toEqual([])
  const links = [...page.matchAll(/\]\(#([^)]+)\)/g)].map(([, anchor = '']) => anchor)
  expect(links.filter((anchor) => !anchors.includes(anchor))).toEqual([])
})

/** Names stand apart from their numbers here, or this file would cite what does not exist. */
test('citations are found in all their forms, and one that leads nowhere is named with its line', () => {
  const [plan, pool, dialog] = ['ReWOO', 'workbench', 'DS']
  const text = [
    `/** First (${plan} 2, 4 to 6 and 1b), then (${pool} ${'rules'} 7-9`,
    ` * and 12); the Shared ${'rule'} 6.3, shared ${'rules'} 6.4,`,
    ` * 6.5. By ${'swarm'}`,
    ` * 99: see ${dialog}-1, ${'WB'}-H1 and ${'Setup'} Q, but no ${plan} or ${'DESIGN'}, nor 3 ${pool}es. */`,
    `${'rule'} 6, ${'DESIGN'} 3, Rehearsal ${'rule'} 2, ${'swarm'} 2nd`,
  ].join('\n')
  const plain = citationsIn(text).map((cited) => `${cited.line} ${cited.text}`)
  const first = ['2', '4', '5', '6', '1b'].map((number) => `1 ${plan} ${number}`)
  const second = ['7', '8', '9', '12'].map((number) => `1 ${pool} ${number}`)
  const shared = ['3', '4', '5'].map((number) => `2 shared ${'rule'} 6.${number}`)
  const last = [
    `3 ${'swarm'} 99`,
    `4 ${dialog}-1`,
    `4 ${'WB'}-H1`,
    `4 ${'Setup'} Q`,
    `5 ${'rule'} 6`,
    `5 ${'DESIGN'} 3`,
  ]
  expect(plain).toEqual([...first, ...second, ...shared, ...last])

  const made = `a (${plan} 22)\nb (${plan} 23, ${dialog}-9)`
  expect(danglingIn('x.ts', { text: made, anchors: new Set(['rewoo-22', 'ds-9']) })).toEqual([`x.ts:2 ${plan} 23`])
})
