/** A command line in its words, as a shell would hand them to a program: that of Unix, or the command prompt of Windows. Nothing is run. */
import { AppError } from '../../errors'
import { message } from '../../languages/translate'

/** What stands in a word for a variable of the shell, whose value is not known: its name between these two. */
export const VARIABLE = { begin: '\u0001', end: '\u0002' } as const

/** The words of the first command, and whether there is more behind it. Throws `bad-input` for what would run another program. */
export function shellWords(text: string): { words: string[]; hasMore: boolean } {
  const plain = text.replaceAll(VARIABLE.begin, '').replaceAll(VARIABLE.end, '')
  const clean = plain.replace(/\r\n?/g, '\n').trim()
  return isPrompt(clean) ? promptWords(clean) : unixWords(clean)
}

/** Only the prompt of Windows goes on behind a caret, or quotes with one. */
function isPrompt(text: string): boolean {
  return /\^\n|\^"/.test(text)
}

/** Carets first, as the prompt does; then quotes, as programs do. */
function promptWords(text: string): { words: string[]; hasMore: boolean } {
  let plain = ''
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\n') return { ...splitWords(plain), hasMore: text.slice(at).trim() !== '' }
    if (character !== '^') plain += character
    else if (text.startsWith('^\n\n', at)) {
      plain += '\n'
      at += 2
    } else {
      at += 1
      if (text.charAt(at) !== '\n') plain += text.charAt(at)
    }
  }
  return { ...splitWords(plain), hasMore: false }
}

function splitWords(line: string): { words: string[] } {
  const words: string[] = []
  let word: string | null = null
  let isQuoted = false
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at)
    const next = line.charAt(at + 1)
    if (character === '\\' && (next === '"' || next === '\\')) {
      word = (word ?? '') + next
      at += 1
    } else if (character === '"') {
      isQuoted = !isQuoted
      word ??= ''
    } else if (!isQuoted && /\s/.test(character)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + character
  }
  if (isQuoted) throw unclosed('"')
  return { words: word === null ? words : [...words, word] }
}

type ReadingContext = { text: string; at: number }

function unixWords(text: string): { words: string[]; hasMore: boolean } {
  const reading: ReadingContext = { text, at: 0 }
  const words: string[] = []
  let word: string | null = null
  const add = (part: string): void => void (word = (word ?? '') + part)
  const end = (): void => {
    if (word !== null) words.push(word)
    word = null
  }
  while (reading.at < text.length) {
    const character = text.charAt(reading.at)
    const isOwn = /[;|&<>()\n]/.test(character)
    if (character === '#' && word === null) {
      const line = text.indexOf('\n', reading.at)
      reading.at = line < 0 ? text.length : line
    } else if (isOwn) {
      end()
      const rest = text.slice(reading.at).replace(/^[;\s]+/, '')
      if (words.length > 0) return { words, hasMore: rest !== '' }
      reading.at += 1
    } else if (/\s/.test(character)) {
      end()
      reading.at += 1
    } else if (goesOn(reading)) reading.at += 2
    else add(partAt(reading))
  }
  end()
  return { words, hasMore: false }
}

/** Reads on from a place within a word: a quoted part, an escaped character, a variable, or one character. */
function partAt(reading: ReadingContext): string {
  const { text, at } = reading
  const character = text.charAt(at)
  if (character === "'") return singleQuoted(reading)
  if (character === '"') return doubleQuoted(reading)
  if (text.startsWith("$'", at)) return escapedQuoted(reading)
  if (character === '$') return variable(reading)
  if (character === '`') throw runsAnother()
  if (character === '\\') {
    reading.at += 2
    return text.charAt(at + 1)
  }
  reading.at += 1
  return character
}

/** A line that goes on with the next one; behind a backquote that is so in PowerShell. */
function goesOn({ text, at }: ReadingContext): boolean {
  return text.startsWith('\\\n', at) || text.startsWith('`\n', at)
}

function singleQuoted(reading: ReadingContext): string {
  const close = reading.text.indexOf("'", reading.at + 1)
  if (close < 0) throw unclosed("'")
  const part = reading.text.slice(reading.at + 1, close)
  reading.at = close + 1
  return part
}

function doubleQuoted(reading: ReadingContext): string {
  const { text } = reading
  let part = ''
  reading.at += 1
  while (reading.at < text.length) {
    const character = text.charAt(reading.at)
    const next = text.charAt(reading.at + 1)
    if (character === '"') {
      reading.at += 1
      return part
    }
    if (character === '`') throw runsAnother()
    if (character === '$') part += variable(reading)
    else if (character === '\\' && '"\\$`\n'.includes(next) && next !== '') {
      part += next === '\n' ? '' : next
      reading.at += 2
    } else {
      part += character
      reading.at += 1
    }
  }
  throw unclosed('"')
}

const ESCAPES: { readonly [letter: string]: string } = {
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** `$'…'`, in which a backslash says what follows, as browsers write bodies. */
function escapedQuoted(reading: ReadingContext): string {
  const { text } = reading
  let part = ''
  reading.at += 2
  while (reading.at < text.length) {
    const character = text.charAt(reading.at)
    if (character === "'") {
      reading.at += 1
      return part
    }
    if (character !== '\\') {
      part += character
      reading.at += 1
      continue
    }
    const rest = text.slice(reading.at + 1, reading.at + 11)
    const code = /^(?:u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|x([0-9a-fA-F]{1,2}))/.exec(rest)
    const point = Number.parseInt(code?.[1] ?? code?.[2] ?? code?.[3] ?? '', 16)
    const isPoint = code !== null && point <= 0x10ffff
    part += isPoint ? String.fromCodePoint(point) : (ESCAPES[rest.charAt(0)] ?? rest.charAt(0))
    reading.at += 1 + (code === null ? 1 : code[0].length)
  }
  throw unclosed("'")
}

function variable(reading: ReadingContext): string {
  const rest = reading.text.slice(reading.at)
  if (rest.startsWith('$(')) throw runsAnother()
  const name = /^\$(?:\{([A-Za-z_]\w*)(?::?[-+?=][^}]*)?\}|([A-Za-z_]\w*))/.exec(rest)
  if (name === null) {
    reading.at += 1
    return '$'
  }
  reading.at += name[0].length
  return `${VARIABLE.begin}${name[1] ?? name[2] ?? ''}${VARIABLE.end}`
}

function runsAnother(): AppError {
  return new AppError(
    'bad-input',
    'This command would run another program, by $(…) or backquotes. Put in what that gives, and paste it again.',
  )
}

function unclosed(quote: string): AppError {
  return new AppError(
    'bad-input',
    message('The command ends within quotes: a {quote} is missing. Copy all of it.', { quote }),
  )
}
