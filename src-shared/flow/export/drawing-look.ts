/** How a drawing looks in a file, which has no theme to follow: the light and the dark look of the canvas. */
import type { EdgeKind } from '../../kinds/edge-kinds'
import type { KindGroup } from '../../kinds/kind'

export const DRAWING_THEMES = ['light', 'dark'] as const
export type DrawingTheme = (typeof DRAWING_THEMES)[number]

/** Colour and soft fill. */
type Tint = readonly [string, string]

export type DrawingColours = {
  canvas: string
  panel: string
  text: string
  muted: string
  line: string
  groups: { readonly [G in KindGroup]: Tint }
  edges: { readonly [K in EdgeKind]: string }
}

export const DRAWING_COLOURS = {
  light: {
    canvas: '#f5f6f9',
    panel: '#ffffff',
    text: '#1b1f2a',
    muted: '#5a6377',
    line: '#c5cbd8',
    groups: {
      entry: ['#4f596e', '#eaedf3'],
      conversation: ['#1d60c4', '#e6effd'],
      work: ['#1c7a46', '#e2f4e9'],
      swarm: ['#7040c8', '#f0e9fd'],
      planning: ['#ab5208', '#fdeedf'],
      tools: ['#0c717d', '#def3f5'],
      control: ['#4f596e', '#eaedf3'],
      paper: ['#77590a', '#fdf6d9'],
    },
    edges: {
      next: '#79839a',
      delegate: '#2f6fd3',
      observe: '#b96b0c',
      intent: '#2a8a55',
      candidate: '#2a8a55',
      handoff: '#7a49d1',
      'after-work': '#7a49d1',
      recipient: '#0b8188',
      use: '#8a93a6',
    },
  },
  dark: {
    canvas: '#12151c',
    panel: '#1a1e27',
    text: '#e6e9f0',
    muted: '#a0a9ba',
    line: '#404959',
    groups: {
      entry: ['#abb4c5', '#272d39'],
      conversation: ['#86b4fb', '#1c2b45'],
      work: ['#7fd3a0', '#183325'],
      swarm: ['#c0a0fb', '#2d2347'],
      planning: ['#f0a865', '#3b2815'],
      tools: ['#62cad5', '#123438'],
      control: ['#abb4c5', '#272d39'],
      paper: ['#e3cb79', '#302a17'],
    },
    edges: {
      next: '#8b95a8',
      delegate: '#6ea4f5',
      observe: '#e0a052',
      intent: '#5fbe88',
      candidate: '#5fbe88',
      handoff: '#b08df5',
      'after-work': '#b08df5',
      recipient: '#4fc3c9',
      use: '#76808f',
    },
  },
} as const satisfies { readonly [T in DrawingTheme]: DrawingColours }

/** Pattern and end, which tell the kinds apart without colour. */
export const EDGE_LINES = {
  next: { dash: '', hasArrow: true, isDouble: false },
  delegate: { dash: '', hasArrow: true, isDouble: true },
  observe: { dash: '2 5', hasArrow: true, isDouble: false },
  intent: { dash: '', hasArrow: true, isDouble: false },
  candidate: { dash: '', hasArrow: true, isDouble: false },
  handoff: { dash: '', hasArrow: true, isDouble: false },
  'after-work': { dash: '7 4', hasArrow: true, isDouble: false },
  recipient: { dash: '', hasArrow: true, isDouble: false },
  use: { dash: '1.5 4', hasArrow: false, isDouble: false },
} as const satisfies { readonly [K in EdgeKind]: { dash: string; hasArrow: boolean; isDouble: boolean } }
