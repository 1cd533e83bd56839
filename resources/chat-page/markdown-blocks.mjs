// @ts-check
/** What a text is made of: headings, lists, quotations, code, tables and paragraphs. However deep and wide it is written, what is read of it is bounded. */
import { DEEPEST, inline, mark } from './markdown-inline.mjs'

/**
 * @typedef {import('./markdown-inline.mjs').Mark} Mark
 * @typedef {import('./markdown-inline.mjs').Target} Target
 * @typedef {{ piece: Mark; line: number }} Block
 * @typedef {{ blocks: Block[]; isLoose: boolean }} Blocks
 * @typedef {{ marker: string; ordered: boolean; start: number; indent: number; rest: string }} Item
 */

/** Of a table. */
const MOST_COLUMNS = 50

const FENCE = /^( {0,3})(?:(`{3,})[^`]*|(~{3,}).*)$/
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/
const QUOTE = /^ {0,3}> ?/
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?=[ \t]|$)/
const UNDERLINE = /^ {0,3}(?:(=+)|-+)[ \t]*$/
/** What a link by name leads to. */
export const DEFINITION = /^ {0,3}\[([^\][]{1,200})\]:[ \t]*(\S{1,2000})(?:[ \t]+["'(].*)?$/

/** @param {string} line */
const isBlank = (line) => line.trim() === ''
/** @param {string} line */
const indentOf = (line) => line.length - line.trimStart().length
/** @param {string} line @param {number} most */
const moved = (line, most) => line.slice(Math.min(most, indentOf(line)))

/** Reads lines; those of quotations and lists again, with their marks taken off. */
export class Reader {
  /** @param {readonly string[]} lines @param {number} depth @param {Map<string, Target>} definitions */
  constructor(lines, depth, definitions) {
    this.lines = lines
    this.depth = depth
    this.definitions = definitions
    this.at = 0
  }

  /** @returns {Blocks} */
  read() {
    /** @type {Block[]} */
    const blocks = []
    let isLoose = false
    let wasBlank = false
    while (this.at < this.lines.length) {
      const line = this.at
      const isEmpty = isBlank(this.line)
      const piece = isEmpty ? null : this.block()
      if (isEmpty || this.at === line) this.at += 1
      if (piece !== null) {
        isLoose ||= wasBlank && blocks.length > 0
        blocks.push({ piece, line })
      }
      wasBlank = isEmpty || isBlank(this.lines[this.at - 1] ?? '')
    }
    return { blocks, isLoose }
  }

  get line() {
    return this.lines[this.at] ?? ''
  }

  /** @returns {Mark | null} */
  block() {
    const { line } = this
    if (/^ {4}/.test(line)) return this.indented()
    if (FENCE.test(line)) return this.fenced()
    if (HEADING.test(line)) return this.heading()
    if (RULE.test(line)) return this.one(mark('hr', []))
    if (this.isDeep) return this.paragraph()
    if (QUOTE.test(line)) return this.quote()
    const item = itemOf(line)
    if (item !== null) return this.list(item)
    return this.columns(this.at) > 0 ? this.table() : this.paragraph()
  }

  get isDeep() {
    return this.depth >= DEEPEST
  }

  /** @param {Mark} piece */
  one(piece) {
    this.at += 1
    return piece
  }

  /** @param {string} text */
  words(text) {
    return inline(text.trim(), this.definitions)
  }

  /** @param {string} tag @param {readonly string[]} lines @returns {Mark} */
  within(tag, lines) {
    const { blocks } = new Reader(lines, this.depth + 1, this.definitions).read()
    return mark(
      tag,
      blocks.map(({ piece }) => piece),
    )
  }

  indented() {
    const from = this.at
    let end = from
    for (; this.at < this.lines.length && (isBlank(this.line) || /^ {4}/.test(this.line)); this.at += 1)
      if (!isBlank(this.line)) end = this.at + 1
    this.at = end
    return codeBlock(this.lines.slice(from, end).map((line) => line.slice(4)))
  }

  fenced() {
    const [, indent = '', ticks, tildes] = FENCE.exec(this.line) ?? []
    const marks = ticks ?? tildes ?? ''
    const from = (this.at += 1)
    while (this.at < this.lines.length && !closesFence(this.line, marks)) this.at += 1
    const code = this.lines.slice(from, this.at).map((line) => moved(line, indent.length))
    this.at += 1
    return codeBlock(code)
  }

  heading() {
    const level = HEADING.exec(this.line)?.[1]?.length ?? 1
    const words = this.line.trim().slice(level).trim()
    return this.one(mark(`h${level}`, this.words(words.replace(/(^|[ \t])#+$/, ''))))
  }

  quote() {
    /** @type {string[]} */
    const lines = []
    let fence = ''
    for (; this.at < this.lines.length; this.at += 1) {
      const isMarked = QUOTE.test(this.line)
      if (!isMarked && (fence !== '' || !goesOn(lines.at(-1), this.line))) break
      lines.push(this.line.replace(QUOTE, ''))
      fence = fenceAfter(lines.at(-1) ?? '', fence)
    }
    return this.within('blockquote', lines)
  }

  /** @param {Item} first */
  list(first) {
    /** @type {Blocks[]} */
    const items = []
    let isLoose = false
    /** @type {Item | null} */
    let item = first
    while (item !== null) {
      const lines = this.item(item)
      let end = lines.length
      while (end > 0 && isBlank(lines[end - 1] ?? '')) end -= 1
      const read = new Reader(lines.slice(0, end), this.depth + 1, this.definitions).read()
      items.push(read)
      const next = this.at < this.lines.length && !RULE.test(this.line) ? itemOf(this.line) : null
      item = next?.marker === first.marker ? next : null
      isLoose ||= read.isLoose || (item !== null && end < lines.length)
    }
    const is = first.ordered && first.start !== 1 ? { start: first.start } : undefined
    return mark(
      first.ordered ? 'ol' : 'ul',
      items.map(({ blocks }) => listItem(blocks, isLoose)),
      is,
    )
  }

  /** The lines of an item, without what moves them in. @param {Item} item */
  item({ indent, rest }) {
    const lines = [rest]
    let fence = fenceAfter(rest, '')
    for (this.at += 1; this.at < this.lines.length; this.at += 1) {
      const { line } = this
      const isEmpty = isBlank(line)
      if (!isEmpty && indentOf(line) < indent && (fence !== '' || !goesOn(lines.at(-1), line))) break
      // An item may begin with one empty line, no more.
      if (isEmpty && lines.length === 1 && isBlank(rest)) break
      lines.push(moved(line, indent))
      fence = fenceAfter(lines.at(-1) ?? '', fence)
    }
    return lines
  }

  /** How many columns a table has that begins at a line; 0: none does. @param {number} at */
  columns(at) {
    const head = this.lines[at] ?? ''
    const under = this.lines[at + 1] ?? ''
    if (
      !under.includes('-') ||
      !/^[-:| \t]+$/.test(under) ||
      !(head + under).includes('|') ||
      [head, under].some((line) => /^ {4}/.test(line)) ||
      itemOf(under) !== null
    )
      return 0
    const rules = cellsOf(under)
    const isRule = rules.length <= MOST_COLUMNS && rules.every((rule) => /^:?-+:?$/.test(rule))
    return isRule && cellsOf(head).length === rules.length ? rules.length : 0
  }

  table() {
    const rules = cellsOf(this.lines[this.at + 1] ?? '')
    const aligns = rules.map((rule) =>
      rule.endsWith(':') ? (rule.startsWith(':') ? 'center' : 'right') : rule.startsWith(':') ? 'left' : '',
    )
    const head = mark('thead', [this.row('th', aligns)])
    this.at += 1
    /** @type {Mark[]} */
    const rows = []
    while (this.at < this.lines.length && !isBlank(this.line) && !this.interrupts(this.at, true))
      rows.push(this.row('td', aligns))
    const table = mark('table', rows.length === 0 ? [head] : [head, mark('tbody', rows)])
    return mark('div', [table], { className: 'table' })
  }

  /** @param {string} tag @param {readonly string[]} aligns */
  row(tag, aligns) {
    const cells = cellsOf(this.line).slice(0, aligns.length)
    const made = cells.map((cell, at) => mark(tag, this.words(cell), aligns[at] ? { align: aligns[at] } : undefined))
    // However many are missing, they are one: else a short row could cost as much as a long one.
    const missing = aligns.length - cells.length
    if (missing > 0) made.push(mark(tag, [], missing > 1 ? { colSpan: missing } : undefined))
    return this.one(mark('tr', made))
  }

  /** Whether a line begins something else than the words before it. @param {number} at @param {boolean} [isTable] */
  interrupts(at, isTable = false) {
    return isOther(this.lines[at] ?? '', this.isDeep) || (!isTable && !this.isDeep && this.columns(at) > 0)
  }

  /** @returns {Mark | null} */
  paragraph() {
    const from = this.at
    while (this.at < this.lines.length && DEFINITION.test(this.line)) this.at += 1
    if (this.at > from) return null
    let level = 0
    for (this.at += 1; this.at < this.lines.length && !isBlank(this.line); this.at += 1) {
      const underline = UNDERLINE.exec(this.line)
      if (underline !== null) level = underline[1] === undefined ? 2 : 1
      if (level > 0 || this.interrupts(this.at)) break
    }
    const words = this.words(
      this.lines
        .slice(from, this.at)
        .map((line) => line.trimStart())
        .join('\n'),
    )
    return level === 0 ? mark('p', words) : this.one(mark(`h${level}`, words))
  }
}

/** @param {readonly string[]} lines */
const codeBlock = (lines) => mark('pre', [mark('code', [lines.map((line) => `${line}\n`).join('')])])

/** Whether a line is no more of a paragraph that stands before it. @param {string} line @param {boolean} isDeep */
function isOther(line, isDeep) {
  if (FENCE.test(line) || HEADING.test(line) || RULE.test(line)) return true
  const item = isDeep ? null : itemOf(line)
  return !isDeep && (QUOTE.test(line) || (item !== null && !isBlank(item.rest) && (!item.ordered || item.start === 1)))
}

/** Whether a line without the marks of a quotation or an item goes on with its last words. @param {string | undefined} before @param {string} line */
function goesOn(before, line) {
  if (before === undefined || isBlank(before) || isBlank(line) || isOther(line, false)) return false
  const words = before.replace(/^(?: {0,3}> ?| {0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+){1,8}/, '')
  return !isBlank(words) && !HEADING.test(words) && !RULE.test(words) && itemOf(line) === null && !/^ {4}/.test(words)
}

/** @param {string} line @param {string} marks */
function closesFence(line, marks) {
  const [, , ticks, tildes] = FENCE.exec(line) ?? []
  const own = ticks ?? tildes ?? ''
  return own.startsWith(marks) && own === line.trim()
}

/** The fence that is open after a line. @param {string} line @param {string} open */
function fenceAfter(line, open) {
  if (open !== '') return closesFence(line, open) ? '' : open
  const [, , ticks, tildes] = FENCE.exec(line) ?? []
  return ticks ?? tildes ?? ''
}

/** @param {string} line @returns {Item | null} */
function itemOf(line) {
  const [whole, before = '', sign = ''] = ITEM.exec(line) ?? []
  if (whole === undefined) return null
  const behind = line.slice(whole.length)
  const spaces = isBlank(behind) || indentOf(behind) > 4 ? 1 : indentOf(behind)
  const number = Number.parseInt(sign, 10)
  return {
    marker: sign.slice(-1),
    ordered: !Number.isNaN(number),
    start: number,
    indent: before.length + sign.length + spaces,
    rest: behind.slice(spaces),
  }
}

/** @param {readonly Block[]} blocks @param {boolean} isLoose */
function listItem(blocks, isLoose) {
  const pieces = blocks.map(({ piece }) => piece)
  const first = pieces[0]?.tag === 'p' ? pieces[0].within : []
  const [, box, words = ''] = (typeof first[0] === 'string' && /^\[([ xX])\](\s[^]*)$/.exec(first[0])) || []
  if (box !== undefined && pieces[0] !== undefined) {
    // Words, not a field: nobody can tick it.
    pieces[0] = mark('p', [`${box === ' ' ? '☐' : '☑'}${words}`, ...first.slice(1)])
  }
  return mark(
    'li',
    pieces.flatMap((piece) => (piece.tag === 'p' && !isLoose ? piece.within : [piece])),
  )
}

/** @param {string} line */
function cellsOf(line) {
  const parts = line.trim().match(/\\.|\||[^\\|]+|\\/g) ?? []
  const cells = ['']
  for (const [at, part] of parts.entries()) {
    if (part === '|' && (at === 0 || at === parts.length - 1)) continue
    if (part === '|') cells.push('')
    else cells[cells.length - 1] += part === '\\|' ? '|' : part
  }
  return cells.map((cell) => cell.trim())
}

/** The lines as they are read: a tab moves in by four, where it is not of code. @param {readonly string[]} raw */
export function withoutTabs(raw) {
  let fence = ''
  return raw.map((line) => {
    const own = fence
    fence = fenceAfter(line, fence)
    return own === '' && line.includes('\t') ? line.replace(/^[ \t]+/, (lead) => lead.replaceAll('\t', '    ')) : line
  })
}
