// @ts-check
/** What is marked within a paragraph, a heading or a cell: emphasis, code, links. HTML is words, a picture is a link, and only whole web and mail addresses are one. */

/**
 * @typedef {{ tag: string; within: Piece[]; depth: number; is?: Readonly<Record<string, string | number | boolean>> }} Mark
 * @typedef {string | Mark} Piece
 * @typedef {{ href: string }} Target
 * @typedef {{ sign: string; count: number; opens: boolean; closes: boolean }} Delimiter
 * @typedef {{ at: number; isPicture: boolean; behind: number }} Bracket
 */

/** Characters of one paragraph in which marks are looked for. */
const MOST_INLINE = 20_000
/** How deep quotations, lists and emphasis go. */
export const DEEPEST = 8
/** How many marks that are open are tried for one that closes. */
const MOST_TRIED = 32

const SPECIAL = /[\\`*_~[\]!<&@\n]|https?:\/\/|www\./gi
const ADDRESS = /(?:https?:\/\/|www\.)[^\s<]{1,2000}/iy
const BRACED = /<((?:https?:|mailto:)[^\s<>]{1,2000}|[\w.+-]{1,64}@[\w.-]{1,200})>/iy
const TARGET =
  /\([ \t\n]*(?:<([^<>\n]{0,2000})>|((?:[^\s()\\]|\\.|\((?:[^\s()\\]|\\.){0,500}\)){0,2000}))(?:[ \t\n]+(?:"[^"]{0,500}"|'[^']{0,500}'))?[ \t\n]*\)/y
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/iy
const ENTITIES = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', copy: '©', hellip: '…' }),
)
ENTITIES.set('mdash', '—').set('ndash', '–').set('times', '×').set('euro', '€').set('rarr', '→')
const PUNCTUATION = /[!-/:-@[-`{-~]/
const MARKED = /[\p{P}\p{S}]/u

/** Where a link leads; null: nowhere that is safe. @param {string} written @returns {Target | null} */
export function targetOf(written) {
  const address = /^www\./i.test(written) ? `http://${written}` : written
  // Whole addresses only: what is relative would be of the chat's own server.
  return /^(?:https?:\/\/|mailto:)/i.test(address) && URL.canParse(address) ? { href: address } : null
}

/** @param {string} tag @param {Piece[]} within @param {Mark['is']} [is] @returns {Mark} */
export function mark(tag, within, is) {
  let depth = 1
  for (const piece of within) if (typeof piece !== 'string' && piece.depth >= depth) depth = piece.depth + 1
  return is === undefined ? { tag, within, depth } : { tag, within, depth, is }
}

/** @param {readonly Piece[]} pieces @returns {string} */
const wordsOf = (pieces) => pieces.map((piece) => (typeof piece === 'string' ? piece : wordsOf(piece.within))).join('')

/** @param {string} text @param {ReadonlyMap<string, Target>} definitions @returns {Piece[]} */
export function inline(text, definitions) {
  return text.length > MOST_INLINE ? [text] : new Inline(text, definitions).read()
}

class Inline {
  /** @param {string} text @param {ReadonlyMap<string, Target>} definitions */
  constructor(text, definitions) {
    this.text = text
    this.definitions = definitions
    this.at = 0
    /** @type {(Piece | Delimiter)[]} */
    this.out = []
    /** @type {Bracket[]} */
    this.brackets = []
    /** Lengths of runs of backticks that nothing closes any more. @type {Set<number>} */
    this.unclosed = new Set()
  }

  read() {
    while (this.at < this.text.length) {
      SPECIAL.lastIndex = this.at
      const next = SPECIAL.exec(this.text)?.index ?? this.text.length
      this.say(this.text.slice(this.at, next))
      this.at = next
      if (next < this.text.length) this.special(this.text.charAt(next))
    }
    return joined(this.out)
  }

  /** @param {string} words */
  say(words) {
    const last = this.out.at(-1)
    // What stands before a bracket is told from what stands behind it.
    if (typeof last === 'string' && this.brackets.at(-1)?.at !== this.out.length - 1)
      this.out[this.out.length - 1] = last + words
    else if (words !== '') this.out.push(words)
  }

  /** @param {string} sign */
  special(sign) {
    if (sign === '\\') this.escape()
    else if (sign === '`') this.code()
    else if (sign === '*' || sign === '_' || sign === '~') this.delimiter(sign)
    else if (sign === '\n') this.lineEnd()
    else if (sign === '[') this.open('[', false)
    else if (sign === '!' && this.text[this.at + 1] === '[') this.open('![', true)
    else if (sign === ']') this.close()
    else if (sign === '@') this.mail()
    else if (sign === '<' || sign === '&' || /[hw]/i.test(sign)) this.matched(sign)
    else this.take(1)
  }

  /** Stands for itself. @param {number} count */
  take(count) {
    this.say(this.text.slice(this.at, this.at + count))
    this.at += count
  }

  escape() {
    const next = this.text[this.at + 1] ?? ''
    if (next === '\n') {
      this.out.push(mark('br', []), '\n')
      this.at += 2
    } else if (PUNCTUATION.test(next)) {
      this.say(next)
      this.at += 2
    } else this.take(1)
  }

  code() {
    const [run = ''] = /^`+/.exec(this.text.slice(this.at, this.at + MOST_INLINE)) ?? []
    const behind = this.at + run.length
    const end = this.unclosed.has(run.length) ? -1 : closingRun(this.text, behind, run.length)
    if (end === -1) {
      this.unclosed.add(run.length)
      return this.take(run.length)
    }
    const code = this.text.slice(behind, end).replaceAll('\n', ' ')
    const isPadded = code.startsWith(' ') && code.endsWith(' ') && code.trim() !== ''
    this.out.push(mark('code', [isPadded ? code.slice(1, -1) : code]))
    this.at = end + run.length
  }

  /** @param {string} sign */
  delimiter(sign) {
    let end = this.at
    while (this.text[end] === sign) end += 1
    const count = end - this.at
    const before = this.text[this.at - 1] ?? ' '
    const after = this.text[end] ?? ' '
    const [left, right] = [flanks(before, after), flanks(after, before)]
    const isWithin = sign === '_'
    const opens = left && (!isWithin || !right || MARKED.test(before))
    const closes = right && (!isWithin || !left || MARKED.test(after))
    if ((!opens && !closes) || (sign === '~' && count > 2)) return this.take(count)
    this.out.push({ sign, count, opens, closes })
    this.at = end
  }

  lineEnd() {
    const last = this.out.at(-1)
    const isHard = typeof last === 'string' && last.endsWith('  ')
    if (typeof last === 'string') this.out[this.out.length - 1] = last.trimEnd()
    if (isHard) this.out.push(mark('br', []))
    this.say('\n')
    this.at += 1
    while (this.text[this.at] === ' ') this.at += 1
  }

  /** @param {string} words @param {boolean} isPicture */
  open(words, isPicture) {
    this.out.push(words)
    this.at += words.length
    this.brackets.push({ at: this.out.length - 1, isPicture, behind: this.at })
  }

  close() {
    const bracket = this.brackets.pop()
    if (bracket === undefined) return this.take(1)
    const found = this.targetBehind(bracket)
    if (found === null) return this.take(1)
    const within = joined(this.out.splice(bracket.at).slice(1))
    const target = targetOf(found.address)
    const words = bracket.isPicture ? [wordsOf(within)] : within
    if (target === null) this.out.push(...words)
    // A picture would be fetched from elsewhere: it is a link, and within a link it is its words.
    else if (bracket.isPicture && this.brackets.some(({ isPicture }) => !isPicture)) this.out.push(...words)
    else this.out.push(mark('a', bracket.isPicture && words[0] === '' ? [target.href] : words, target))
    this.at = found.end
    // A link holds no other.
    if (!bracket.isPicture) this.brackets = []
  }

  /** Where a bracket that closes here leads to. @param {Bracket} bracket */
  targetBehind({ behind }) {
    TARGET.lastIndex = this.at + 1
    const found = this.text[this.at + 1] === '(' ? TARGET.exec(this.text) : null
    if (found !== null)
      return { address: (found[1] ?? found[2] ?? '').replace(/\\([!-/:-@[-`{-~])/g, '$1'), end: TARGET.lastIndex }
    if (this.definitions.size === 0) return null
    const label = /^\[([^\][]{0,200})\]/.exec(this.text.slice(this.at + 1, this.at + 203))
    const own = this.at - behind > 200 ? '' : this.text.slice(behind, this.at)
    const target = this.definitions.get(nameOf(label?.[1] || own))
    return target === undefined ? null : { address: target.href, end: this.at + 1 + (label?.[0].length ?? 0) }
  }

  /** An address in the words before and behind an at sign. */
  mail() {
    const last = this.out.at(-1)
    const before = typeof last === 'string' ? (/[\w.+-]{1,64}$/.exec(last.slice(-64))?.[0] ?? '') : ''
    const behind = /^@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/.exec(this.text.slice(this.at, this.at + 600))?.[0] ?? ''
    if (typeof last !== 'string' || before === '' || behind === '' || /[-_]$/.test(behind)) return this.take(1)
    this.out[this.out.length - 1] = last.slice(0, last.length - before.length)
    this.out.push(mark('a', [before + behind], { href: `mailto:${before}${behind}` }))
    this.at += behind.length
  }

  /** @param {string} sign */
  matched(sign) {
    const pattern = sign === '<' ? BRACED : sign === '&' ? ENTITY : ADDRESS
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found === null) return this.take(1)
    if (sign === '&') {
      const [whole, decimal, hex, name = ''] = found
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      const words = Number.isNaN(code) ? ENTITIES.get(name) : character(code)
      if (words === undefined) return this.take(1)
      this.say(words)
      this.at += whole.length
    } else if (sign === '<') {
      const [whole, address = ''] = found
      const target = targetOf(address.includes(':') ? address : `mailto:${address}`)
      this.out.push(target === null ? address : mark('a', [address], target))
      this.at += whole.length
    } else this.bare(found[0])
  }

  /** An address that stands in the words, without what ends the sentence behind it. @param {string} found */
  bare(found) {
    const isWithin = /[\p{L}\p{N}]/u.test(this.text[this.at - 1] ?? ' ')
    let address = found.replace(/[?!.,:*_~'"]+$/, '')
    for (let left = 20; left > 0 && address.endsWith(')') && unopened(address); left -= 1)
      address = address.slice(0, -1).replace(/[?!.,:*_~'"]{1,20}$/, '')
    const target = isWithin ? null : targetOf(address)
    if (target === null) return this.take(1)
    this.out.push(mark('a', [address], target))
    this.at += address.length
  }
}

/** @param {string} address */
const unopened = (address) => address.split(')').length > address.split('(').length

/** @param {number} code */
function character(code) {
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? '\ufffd' : String.fromCodePoint(code)
}

/** By which a link is defined. @param {string} label */
export const nameOf = (label) => label.trim().replace(/\s+/g, ' ').toLowerCase()

/** Whether a mark stands at the beginning of what is behind it. @param {string} before @param {string} after */
function flanks(before, after) {
  if (/\s/.test(after)) return false
  return !MARKED.test(after) || /\s/.test(before) || MARKED.test(before)
}

/** @param {string} text @param {number} from @param {number} length */
function closingRun(text, from, length) {
  const runs = /`+/g
  runs.lastIndex = from
  for (let run = runs.exec(text); run !== null; run = runs.exec(text)) if (run[0].length === length) return run.index
  return -1
}

/** Puts what stands between two marks within them. @param {readonly (Piece | Delimiter)[]} pieces @returns {Piece[]} */
function joined(pieces) {
  /** @type {(Piece | Delimiter)[]} */
  const made = []
  /** Where in `made` marks are open. @type {number[]} */
  const open = []
  for (const piece of pieces) {
    if (typeof piece === 'string' || 'tag' in piece) {
      made.push(piece)
      continue
    }
    const closer = { ...piece }
    while (closer.count > 0 && closer.closes && closeMark(made, open, closer));
    if (closer.count === 0) continue
    if (closer.opens) open.push(made.length)
    made.push(closer)
  }
  return asWritten(made)
}

/** @param {(Piece | Delimiter)[]} made @param {number[]} open @param {Delimiter} closer */
function closeMark(made, open, closer) {
  const last = Math.max(0, open.length - MOST_TRIED)
  for (let place = open.length - 1; place >= last; place -= 1) {
    const at = open[place] ?? 0
    const opener = made[at]
    if (opener === undefined || typeof opener === 'string' || 'tag' in opener || !isPair(opener, closer)) continue
    const used = closer.sign === '~' ? closer.count : Math.min(2, opener.count, closer.count)
    const whole = mark(closer.sign === '~' ? 'del' : used === 2 ? 'strong' : 'em', asWritten(made.slice(at + 1)))
    if (whole.depth > DEEPEST) return false
    made.length = opener.count === used ? at : at + 1
    open.length = opener.count === used ? place : place + 1
    made.push(whole)
    opener.count -= used
    closer.count -= used
    return true
  }
  return false
}

/** @param {Delimiter} opener @param {Delimiter} closer */
function isPair(opener, closer) {
  if (opener.sign !== closer.sign) return false
  if (closer.sign === '~') return opener.count === closer.count
  const isEither = opener.closes || closer.opens
  return !isEither || (opener.count + closer.count) % 3 !== 0 || (opener.count % 3 === 0 && closer.count % 3 === 0)
}

/** @param {readonly (Piece | Delimiter)[]} pieces @returns {Piece[]} */
function asWritten(pieces) {
  /** @type {Piece[]} */
  const out = []
  for (const piece of pieces) {
    const words = typeof piece === 'string' || 'tag' in piece ? piece : piece.sign.repeat(piece.count)
    const last = out.at(-1)
    if (typeof words === 'string' && typeof last === 'string') out[out.length - 1] = last + words
    else if (words !== '') out.push(words)
  }
  return out
}
