/** The colours of an exported diagram: Baton's light look, since a file has no theme to follow. */
import type { KindGroup } from '../../kinds/kind'
import type { SequenceItem } from './sequence-parts'

export const PAPER = '#ffffff'
export const INK = '#1b1f2a'
export const MUTED = '#5a6377'
export const LINE = '#e1e4ec'
export const LINE_STRONG = '#c5cbd8'
export const ACCENT = '#4f55e0'

/** Colour and soft fill of each group. */
export const GROUP_COLOURS = {
  entry: ['#4f596e', '#eaedf3'],
  conversation: ['#1d60c4', '#e6effd'],
  work: ['#1c7a46', '#e2f4e9'],
  swarm: ['#7040c8', '#f0e9fd'],
  planning: ['#ab5208', '#fdeedf'],
  tools: ['#0c717d', '#def3f5'],
  control: ['#4f596e', '#eaedf3'],
  paper: ['#77590a', '#fdf6d9'],
} as const satisfies { [G in KindGroup]: readonly [string, string] }

/** The colour of an item's arrow and, for notes, of its fill. */
export function coloursOf(item: SequenceItem): readonly [string, string] {
  switch (item.kind) {
    case 'message':
      return ['#4f596e', PAPER]
    case 'handoff':
      return ['#7a49d1', PAPER]
    case 'call':
      return GROUP_COLOURS.tools
    case 'result':
      return item.isError ? NOTE_COLOURS.danger : GROUP_COLOURS.tools
    case 'note':
      return NOTE_COLOURS[item.tone]
  }
}

const NOTE_COLOURS = {
  plain: [MUTED, '#f5f6f9'],
  warning: ['#8f5a00', '#fdf1dc'],
  danger: ['#c42f3d', '#fdecee'],
} as const
