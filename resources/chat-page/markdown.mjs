// @ts-check
/**
 * Words of the flow as Markdown: what is read becomes elements that are made one by one, so nothing that was said is ever HTML. All of it is bounded: how much
 * is read, how deep it goes, and how often a text that grows is read again.
 */
import { DEFINITION, Reader, withoutTabs } from './markdown-blocks.mjs'
import { nameOf, targetOf } from './markdown-inline.mjs'

/**
 * @typedef {import('./markdown-inline.mjs').Mark} Mark
 * @typedef {import('./markdown-inline.mjs').Piece} Piece
 * @typedef {import('./markdown-inline.mjs').Target} Target
 */

/** Characters of one message that are read as Markdown; what comes behind them stands as it was written. */
const MOST_READ = 60_000
/** Characters of a paragraph of what stands as it was written. */
const MOST_PLAIN = 10_000
/** Of links by name. */
const MOST_DEFINITIONS = 100

/** Keeps what links mean; whether something new was among it. @param {readonly string[]} lines @param {Map<string, Target>} definitions */
function define(lines, definitions) {
  const before = definitions.size
  for (const line of lines) {
    const [, label = '', address = ''] = (definitions.size < MOST_DEFINITIONS && DEFINITION.exec(line)) || []
    const target = targetOf(address.replace(/^<(.*)>$/, '$1'))
    if (target !== null && !definitions.has(nameOf(label))) definitions.set(nameOf(label), target)
  }
  return definitions.size > before
}

/** Reads a text that grows: what is followed by two more blocks never changes, and is not read again. */
export class GrowingText {
  /** How many characters of the text are read for good, and how many blocks these are. */
  done = 0
  kept = 0
  /** @type {Map<string, Target>} */
  definitions = new Map()

  /** All blocks but the first `from`, which stay as they were. `isWhole`: nothing more comes. @param {string} text @param {boolean} isWhole @returns {{ from: number; pieces: Piece[] }} */
  read(text, isWhole) {
    let raw = text.slice(this.done).split('\n')
    // A line that still grows defines nothing.
    if (define(isWhole ? raw : raw.slice(0, -1), this.definitions)) {
      // What was read before may have links that are known only now.
      this.done = this.kept = 0
      raw = text.split('\n')
    }
    const { blocks } = new Reader(withoutTabs(raw), 0, this.definitions).read()
    const from = this.kept
    const open = blocks.length > 2 ? blocks[blocks.length - 2] : undefined
    if (open !== undefined) {
      this.kept += blocks.length - 2
      for (const line of raw.slice(0, open.line)) this.done += line.length + 1
    }
    return { from, pieces: blocks.map(({ piece }) => piece) }
  }
}

/** What elements were made of, by which those that changed are told. @type {WeakMap<Node, string>} */
const MADE_OF = new WeakMap()

/** @param {Mark} piece */
const makingOf = ({ tag, is }) => JSON.stringify([tag, is])

/** @param {Piece} piece */
function made(piece) {
  if (typeof piece === 'string') return document.createTextNode(piece)
  const element = document.createElement(piece.tag)
  const { align, ...is } = piece.is ?? {}
  Object.assign(element, is)
  if (align !== undefined) element.style.textAlign = String(align)
  if (element instanceof HTMLAnchorElement)
    Object.assign(element, { target: '_blank', rel: 'noopener noreferrer nofollow' })
  MADE_OF.set(element, makingOf(piece))
  element.append(...piece.within.map(made))
  return element
}

/** Changes only what is new, so that neither a mark that somebody set in the words is lost nor all of it read aloud again. @param {Element} place @param {readonly Piece[]} pieces @param {number} from */
function show(place, pieces, from) {
  /** @type {ChildNode | null} */
  let had = place.childNodes[from] ?? null
  for (const piece of pieces) {
    /** @type {ChildNode | null} */
    const next = had?.nextSibling ?? null
    if (had instanceof Text && typeof piece === 'string') {
      if (piece.startsWith(had.data)) had.appendData(piece.slice(had.data.length))
      else had.data = piece
    } else if (had instanceof Element && typeof piece !== 'string' && MADE_OF.get(had) === makingOf(piece))
      show(had, piece.within, 0)
    else if (had === null) place.append(made(piece))
    else had.replaceWith(made(piece))
    had = next
  }
  while (had !== null) {
    const next = had.nextSibling
    had.remove()
    had = next
  }
}

/** What is too much to be read, as it was written. @param {Element} place @param {string} rest */
function showPlain(place, rest) {
  for (let at = 0, child = 0; at < rest.length; at += MOST_PLAIN, child += 1) {
    if (place.children[child] === undefined) place.append(document.createElement('p'))
    const paragraph = place.children[child]
    const words = rest.slice(at, at + MOST_PLAIN)
    if (paragraph !== undefined && paragraph.textContent !== words) paragraph.textContent = words
  }
}

/** Words in an element, which may grow; `onShown` hears each time that they are there. @param {Element} place @param {() => void} onShown */
export function createWords(place, onShown) {
  const read = document.createElement('div')
  const rest = document.createElement('div')
  read.className = 'read'
  rest.className = 'rest'
  place.append(read, rest)
  const growing = new GrowingText()
  let text = ''
  let took = 0
  /** @type {number | undefined} */
  let timer
  const draw = (isWhole = false) => {
    timer = undefined
    const began = performance.now()
    const { from, pieces } = growing.read(text.slice(0, MOST_READ), isWhole || text.length > MOST_READ)
    show(read, pieces, from)
    if (text.length > MOST_READ) showPlain(rest, text.slice(MOST_READ))
    onShown()
    took = performance.now() - began
  }
  return {
    /** @param {string} more */
    add(more) {
      text += more
      // However slow it is, it takes no more than a fifth of the time.
      timer ??= window.setTimeout(() => draw(), Math.max(16, took * 4))
    },
    end() {
      clearTimeout(timer)
      draw(true)
      // What is wider than its place can be moved by keys.
      for (const wide of place.querySelectorAll('pre, .table'))
        if (wide instanceof HTMLElement && wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0
    },
  }
}
