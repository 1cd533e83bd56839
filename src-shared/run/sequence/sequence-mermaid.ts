/** A sequence diagram as Mermaid text. What was said cannot become syntax. */
import type { Translate } from '../../languages/translate'
import { withoutControls } from '../../flow/export/svg-text'
import { USER_LANE } from './sequence'
import type { Sequence, SequenceFrame, SequenceItem, SequenceRow } from './sequence-parts'
import { frameTitle, itemWords, laneName, shorten } from './sequence-words'

/** Longer texts make arrows that no screen holds. */
const LONGEST = 200
const LONGEST_NAME = 60

/** Mermaid text, ending in a newline. Lanes are `l0`, `l1` ... with their names as aliases. */
export function sequenceToMermaid(sequence: Sequence, t: Translate): string {
  const lanes = sequence.lanes.map(
    (lane, index) =>
      `  ${index === USER_LANE ? 'actor' : 'participant'} l${index} as ${escape(shorten(laneName(lane, t), LONGEST_NAME)) || '-'}`,
  )
  const rows = sequence.rows.flatMap((row) => linesOf(row, sequence.lanes.length - 1, t))
  return ['sequenceDiagram', ...lanes, ...rows, ''].join('\n')
}

function linesOf(row: SequenceRow, lastLane: number, t: Translate): string[] {
  const indent = '  '.repeat(row.frames.length + 1)
  switch (row.kind) {
    case 'turn':
      return [`${indent}Note over ${over(0, lastLane)}: ${t('Turn {number}', { number: row.turn })}`]
    case 'open':
      return [
        `${'  '.repeat(row.frames.length)}rect rgba(79, 85, 224, 0.06)`,
        `${indent}Note over ${overFrame(row.frame)}: ${said(frameTitle(row.frame, t))}`,
      ]
    case 'close':
      return [`${'  '.repeat(row.frames.length)}end`]
    case 'item':
      return [`${indent}${itemLine(row.item, t)}`]
  }
}

function itemLine(item: SequenceItem, t: Translate): string {
  const words = said(itemWords(item, t))
  if (item.kind === 'note' || (item.from === USER_LANE && item.to === USER_LANE))
    return `Note over l${item.from}: ${words}`
  return `l${item.from}${ARROWS[item.kind]}l${item.to}: ${words}`
}

const ARROWS = {
  message: '->>',
  handoff: '-)',
  call: '->>',
  result: '-->>',
} as const satisfies { [K in Exclude<SequenceItem['kind'], 'note'>]: string }

function overFrame({ from, to }: SequenceFrame): string {
  return over(from, to)
}

function over(from: number, to: number): string {
  return from === to ? `l${from}` : `l${from},l${to}`
}

/** An arrow without text is an error of syntax. */
function said(text: string): string {
  return escape(shorten(text, LONGEST)) || '#32;'
}

/**
 * Everything that could end a statement, open a comment, a directive, a formula or an element, as Mermaid's codes; the
 * word `end`, which would close a block, and `wrap:`, which would be an order, by a code for one of their characters.
 */
function escape(text: string): string {
  return withoutControls(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[#;&"<>%{}$\\`]/g, (character) => `#${character.codePointAt(0) ?? 35};`)
    .replace(/\bend\b/gi, (word) => `#${word.codePointAt(0) ?? 101};${word.slice(1)}`)
    .replace(/^(no)?wrap:/i, (words) => `${words.slice(0, -1)}#58;`)
}
