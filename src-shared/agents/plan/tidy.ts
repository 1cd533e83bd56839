/** Takes the signs of Markdown off what was read: round labels and names they are decoration, within texts they stay. */

/** A stretch of a text, the end not included. */
export type Span = { from: number; to: number }

const SPACES = ' \t\n\r\f\v\u00a0\u3000\u200b\u2060\ufeff'
const ROUND_NAMES = `${SPACES}*\`~"'“”‘’«»「」`
const BEFORE_TEXT = `${SPACES}|>`
const BEHIND_TEXT = `${SPACES}|>\\([-–—→`
const EMPTY_LINE = `${SPACES}-*_>|#\\`
/** What a text must begin or end with to be worth a closer look. */
const EDGE = /^[*`>|#\\~_-]|[*`|>#\\([~_–—→-]$/
/** Signs that come in pairs, the longest first. */
const PAIRS = ['***', '**', '__', '*', '`'] as const

/** The text of a plan: thoughts cut out, empty lines, fences and half pairs of signs at its ends taken off. */
export function tidyText(text: string, { from, to }: Span, thoughts: readonly Span[]): string {
  let whole = ''
  let start = from
  for (const thought of thoughts) {
    whole += text.slice(start, thought.from)
    start = thought.to
  }
  const plain = (whole + text.slice(start, Math.max(start, to))).trim()
  return EDGE.test(plain) || plain.includes('```') ? withoutHalves(withoutEmptyEnds(plain)) : plain
}

/** A tool's name without the signs and quotes round it. */
export function tidyTool(name: string): string {
  return trimCharacters(name, ROUND_NAMES, ROUND_NAMES)
}

function withoutEmptyEnds(text: string): string {
  const lines = text.split('\n')
  let first = 0
  let end = lines.length
  while (first < end && isEmptyLine(lines[first] ?? '')) first += 1
  while (end > first && isEmptyLine(lines[end - 1] ?? '')) end -= 1
  return lines.slice(first, end).join('\n')
}

/** A line of Markdown signs alone: a rule, a quote sign, or a fence with or without its language. */
function isEmptyLine(line: string): boolean {
  const plain = line.trim()
  if (plain.startsWith('```') || plain.startsWith('~~~')) return /^[\w+#.-]*$/.test(plain.slice(3))
  return trimCharacters(plain, EMPTY_LINE, '') === ''
}

/** Takes off a sign at an end whose other half is elsewhere, such as the second half of `**Plan: text**`. */
function withoutHalves(text: string): string {
  // Signs that a space follows open nothing.
  let plain = trimCharacters(text, BEFORE_TEXT, BEHIND_TEXT).replace(/^[*_`~]{1,3}\s+/, '')
  for (const sign of PAIRS) {
    // Names such as `__init` begin with two low lines.
    const isFirst = plain.startsWith(sign) && sign !== '__'
    if (!isFirst && !plain.endsWith(sign)) continue
    if (plain.split(sign).length % 2 === 1) continue
    plain = (isFirst ? plain.slice(sign.length) : plain.slice(0, -sign.length)).trim()
  }
  return plain
}

/** A text without certain characters at its start and its end; by steps, for a pattern would look at each run of them again and again. */
function trimCharacters(text: string, atStart: string, atEnd: string): string {
  let start = 0
  let end = text.length
  while (start < end && atStart.includes(text.charAt(start))) start += 1
  while (end > start && atEnd.includes(text.charAt(end - 1))) end -= 1
  return text.slice(start, end)
}
