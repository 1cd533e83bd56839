/** The kind `end`: the conversation is over; the next message begins again at the start. */
import { z } from 'zod'
import { defineKind } from './kind'

export const endKind = defineKind({
  kind: 'end',
  label: 'End',
  group: 'control',
  description: 'The sequence is over; the next message begins again at the start.',
  keywords: ['finish', 'stop', 'exit'],
  shape: 'pill',
  roles: { step: true },
  schema: z.looseObject({}),
  accepts: ['next'],
  ports: [],
  fields: [],
  summary: () => '',
})
