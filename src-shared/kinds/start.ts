/** The kind `start`: where a new conversation begins. */
import { z } from 'zod'
import { defineKind } from './kind'

export const startKind = defineKind({
  kind: 'start',
  label: 'Start',
  group: 'entry',
  description: 'Where a new conversation begins.',
  keywords: ['begin', 'entry', 'first'],
  shape: 'pill',
  roles: {},
  schema: z.looseObject({}),
  accepts: [],
  ports: [
    { id: 'out', label: 'First', edge: 'next', max: 1 },
    { id: 'observers', label: 'Observers of the whole flow', edge: 'observe' },
  ],
  fields: [],
  summary: () => '',
  check: (_data, { flow, nodeId }) =>
    Object.values(flow.edges).some(({ from }) => from.node === nodeId && from.port === 'out')
      ? []
      : [
          {
            severity: 'error',
            code: 'start-leads-nowhere',
            message: 'Start leads nowhere. Draw an edge from it to the step that speaks first.',
          },
        ],
})
