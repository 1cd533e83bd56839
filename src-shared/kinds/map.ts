/** The kind `map`: lets what is drawn behind it work on each item of a list, several at once, and gathers what that comes to. */
import { message as sentence, type Sentence } from '../languages/translate'
import { z } from 'zod'
import { checkExpression, checkTemplate } from './expression-checks'
import { readSettings } from '../flow/records'
import { isVariableName, typeWords } from '../flow/variables'
import { defineKind, type CheckContext, type KindProblem } from './kind'

/** The port behind which each item is worked on. */
export const BODY_PORT = 'each'

export const mapSchema = z.looseObject({
  /** An expression that gives a list. */
  items: z.string().default(''),
  item: z.string().max(64).default('item'),
  index: z.string().max(64).default('index'),
  /** A template; empty: the item itself. */
  message: z.string().default(''),
  /** An expression; empty: what was said last. */
  result: z.string().default(''),
  /** The variable that gets the list of what came of the items; empty: none. */
  results: z.string().max(64).default('results'),
  maxParallel: z.number().int().min(1).max(16).default(4),
  onError: z.enum(['stop', 'pass-error']).default('stop'),
})
export type MapData = z.infer<typeof mapSchema>

export const mapKind = defineKind({
  kind: 'map',
  label: 'Map',
  group: 'control',
  description: 'Works on each item of a list, several at once, and gathers the results.',
  keywords: ['for each', 'loop', 'list', 'parallel', 'batch', 'fan out'],
  shape: 'card',
  roles: { participant: true, step: true, way: true },
  schema: mapSchema,
  accepts: ['next', 'handoff', 'after-work'],
  ports: [
    { id: BODY_PORT, label: 'Each item', edge: 'next', max: 1, explicit: true, isNamed: true },
    { id: 'out', label: 'Then', edge: 'next', max: 1, isNamed: true },
  ],
  fields: [
    {
      key: 'items',
      label: 'List',
      group: 'does',
      type: 'expression',
      placeholder: '${orders}',
      help: 'A variable, or an expression that gives a list. A text that is a JSON list will do.',
      isValue: true,
    },
    {
      key: 'message',
      label: 'What is told of each item',
      group: 'does',
      type: 'text',
      placeholder: 'Sum up this order: {item}',
      help: 'Whoever works on the item reads it as the user’s message. Empty: the item.',
      variables: true,
    },
    {
      key: 'result',
      label: 'What each comes to',
      group: 'advanced',
      help: 'The value that is kept of each item. Empty: what was said last.',
      type: 'expression',
      placeholder: 'what was said last',
      isValue: true,
    },
    {
      key: 'results',
      label: 'Variable for the results',
      group: 'does',
      help: 'Gets the list of all results in the order of the items.',
      type: 'line',
      isVariable: true,
      placeholder: 'none',
    },
    {
      key: 'item',
      label: 'Variable for the item',
      group: 'advanced',
      help: 'Has the item while it is worked on.',
      type: 'line',
      isVariable: true,
    },
    {
      key: 'index',
      label: 'Variable for its place, from 0',
      group: 'advanced',
      help: 'Has the number of the item while it is worked on.',
      type: 'line',
      isVariable: true,
    },
    {
      key: 'maxParallel',
      label: 'Items at the same time, at most',
      group: 'advanced',
      help: 'How many items may be worked on side by side.',
      type: 'number',
      min: 1,
      max: 16,
    },
    {
      key: 'onError',
      label: 'When an item fails',
      group: 'advanced',
      help: 'Whether one item that fails ends the turn.',
      type: 'choice',
      options: [
        { value: 'stop', label: 'The turn fails' },
        { value: 'pass-error', label: 'Its error is its result' },
      ],
    },
  ],
  summary: ({ items, results }) => {
    if (items.trim() === '') return 'No list yet'
    return results === ''
      ? sentence('Each of {items}', { items: items.trim() })
      : sentence('Each of {items}, into {results}', { items: items.trim(), results })
  },
  check: (data, context) => checkMap(data, context),
  fills: ({ item, index, results }) => [item, index, results].filter(isVariableName),
})

function checkMap(data: MapData, { flow, graph, nodeId, declared }: CheckContext): KindProblem[] {
  const list: KindProblem[] =
    data.items.trim() === ''
      ? [
          error(
            'no-items',
            'items',
            sentence('There is no list yet. Name a variable, such as {example}, or write an expression.', {
              example: '${orders}',
            }),
          ),
        ]
      : [...checkExpression(data.items, { field: 'items', label: 'List', declared })]
  const body =
    graph.from(nodeId, BODY_PORT).length > 0
      ? []
      : [
          error(
            'no-body',
            undefined,
            'Nothing is done with the items. Draw an edge from “Each item” to whoever works on them.',
          ),
        ]
  return [
    ...list,
    ...body,
    ...checkNames(data),
    ...checkResults(data, flow),
    ...checkTemplate(data.message, { field: 'message', label: 'What is told of each item', declared }),
    ...(data.result.trim() === ''
      ? []
      : checkExpression(data.result, { field: 'result', label: 'What each comes to', declared })),
  ]
}

/** Three variables, each with a name of its own. */
function checkNames(data: MapData): KindProblem[] {
  const fields = ['item', 'index', 'results'] as const
  return fields.flatMap((field, at): KindProblem[] => {
    const name = data[field]
    if (field === 'results' && name === '') return []
    if (!isVariableName(name) || name === '__proto__')
      return [
        error(
          'bad-variable-name',
          field,
          sentence('“{name}” cannot be the name of a variable. Letters, digits and _, a letter first, at most 64.', {
            name,
          }),
        ),
      ]
    const other = fields.slice(0, at).find((earlier) => data[earlier] === name)
    return other === undefined
      ? []
      : [
          error(
            'same-variable',
            field,
            sentence('The variable “{name}” has another use here already. Choose another name.', { name }),
          ),
        ]
  })
}

function checkResults({ results }: MapData, flow: CheckContext['flow']): KindProblem[] {
  const { variables } = readSettings(flow)
  const declared = Object.hasOwn(variables, results) ? variables[results] : undefined
  if (declared === undefined || declared.type === 'json') return []
  return [
    error(
      'results-type',
      'results',
      sentence('The results are a list, and the variable “{results}” is {type}. Make it JSON, or choose another one.', {
        results,
        type: typeWords(declared.type),
      }),
    ),
  ]
}

function error(code: KindProblem['code'], field: string | undefined, message: Sentence): KindProblem {
  return { severity: 'error', code, message, ...(field === undefined ? {} : { field }) }
}
