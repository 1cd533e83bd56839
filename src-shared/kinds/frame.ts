/** The kind `frame`: a titled area of the canvas that carries what is in it; it takes no part in a run. */
import { z } from 'zod'
import { defineKind } from './kind'
import { NOTE_COLORS } from './note'
import { counted } from './words'

/** How wide and high a person may draw a frame, in px. */
export const FRAME_SIZE = { minWidth: 160, maxWidth: 8000, minHeight: 96, maxHeight: 8000 } as const

export const frameKind = defineKind({
  kind: 'frame',
  label: 'Frame',
  group: 'paper',
  description: 'A titled area that carries what is in it, and folds to one card.',
  keywords: ['group', 'section', 'area', 'box', 'collapse'],
  shape: 'frame',
  roles: {},
  schema: z.looseObject({
    text: z.string().default(''),
    color: z.string().default('grey'),
    width: z.number().int().min(FRAME_SIZE.minWidth).max(FRAME_SIZE.maxWidth).default(480),
    height: z.number().int().min(FRAME_SIZE.minHeight).max(FRAME_SIZE.maxHeight).default(320),
    /** Ids of the nodes that it carries; those that are not in the flow count for nothing. */
    children: z.array(z.string()).default([]),
    collapsed: z.boolean().default(false),
  }),
  accepts: [],
  ports: [],
  fields: [
    {
      key: 'text',
      label: 'What it holds',
      group: 'does',
      type: 'text',
      placeholder: 'All that handles money',
      help: 'Shown under the title. It changes nothing in runs.',
    },
    {
      key: 'color',
      label: 'Colour',
      group: 'does',
      type: 'color',
      options: NOTE_COLORS,
      help: 'The colour of the frame on the canvas.',
    },
    {
      key: 'collapsed',
      label: 'Collapsed',
      group: 'does',
      type: 'switch',
      help: 'Drawn as one card, with the edges that lead in and out.',
    },
    {
      key: 'width',
      label: 'Width',
      group: 'advanced',
      type: 'number',
      min: FRAME_SIZE.minWidth,
      max: FRAME_SIZE.maxWidth,
      step: 8,
      unit: 'px',
      help: 'How wide the frame is. Its corner can be pulled too.',
    },
    {
      key: 'height',
      label: 'Height',
      group: 'advanced',
      type: 'number',
      min: FRAME_SIZE.minHeight,
      max: FRAME_SIZE.maxHeight,
      step: 8,
      unit: 'px',
      help: 'How high the frame is. Its corner can be pulled too.',
    },
  ],
  summary: (data, { flow }) => {
    const nodes = data.children.filter((id) => Object.hasOwn(flow.nodes, id)).length
    return counted(nodes, 'node') || 'Nothing in it yet'
  },
})
