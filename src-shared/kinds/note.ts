/** The kind `note`: words on the canvas; it takes no part in a run. */
import { z } from 'zod'
import { defineKind } from './kind'

export const NOTE_COLORS = ['yellow', 'blue', 'green', 'violet', 'grey'] as const

export const noteKind = defineKind({
  kind: 'note',
  label: 'Note',
  group: 'paper',
  description: 'Words for the people who read the drawing.',
  keywords: ['comment', 'sticky', 'text'],
  shape: 'paper',
  roles: {},
  schema: z.looseObject({ text: z.string().default(''), color: z.string().default('yellow') }),
  accepts: [],
  ports: [],
  fields: [
    { key: 'text', label: 'Text', type: 'text', placeholder: 'What should a reader know?' },
    { key: 'color', label: 'Colour', type: 'color', options: NOTE_COLORS },
  ],
  summary: (data) => data.text,
})
