/** The kind `note`: words on the canvas; it takes no part in a run. */
import { z } from 'zod'
import { defineKind } from './kind'

export const NOTE_COLORS = ['yellow', 'blue', 'green', 'violet', 'grey'] as const

/** How wide and high a person may draw a note, in px. */
export const NOTE_SIZE = { minWidth: 120, maxWidth: 1200, maxHeight: 2000 } as const
export const NOTE_WIDTH = 220

export const noteKind = defineKind({
  kind: 'note',
  label: 'Note',
  group: 'paper',
  description: 'Words for the people who read the drawing.',
  keywords: ['comment', 'sticky', 'text'],
  shape: 'paper',
  roles: {},
  schema: z.looseObject({
    text: z.string().default(''),
    color: z.string().default('yellow'),
    width: z.number().int().min(NOTE_SIZE.minWidth).max(NOTE_SIZE.maxWidth).default(NOTE_WIDTH),
    height: z.number().int().min(0).max(NOTE_SIZE.maxHeight).default(0),
  }),
  accepts: [],
  ports: [],
  fields: [
    {
      key: 'text',
      label: 'Text',
      group: 'does',
      type: 'text',
      placeholder: 'What should a reader know?',
      help: 'Markdown: # Heading, **bold**, - list, [link](https://…). It changes nothing in runs.',
    },
    {
      key: 'color',
      label: 'Colour',
      group: 'does',
      type: 'color',
      options: NOTE_COLORS,
      help: 'The colour of the note on the canvas.',
    },
    {
      key: 'width',
      label: 'Width',
      group: 'advanced',
      type: 'number',
      min: NOTE_SIZE.minWidth,
      max: NOTE_SIZE.maxWidth,
      step: 8,
      unit: 'px',
      help: 'How wide the note is. Its corner can be pulled too.',
    },
    {
      key: 'height',
      label: 'Height, at least',
      group: 'advanced',
      type: 'number',
      min: 0,
      max: NOTE_SIZE.maxHeight,
      step: 8,
      unit: 'px',
      help: 'It grows with its words.',
    },
  ],
  summary: (data) => data.text,
})
