/** The kind `workbench`: a pool of tools, of which each turn is offered the ones that fit (Workbench). */
import { message as sentence } from '../languages/translate'
import { z } from 'zod'
import { toolNamePart } from '../agents/names/names'
import { edgesFrom } from '../flow/graph'
import { defineKind } from './kind'
import { counted } from './words'

/** A query of the pool's test bench, with the names of the tools that it should find, as models see them. */
export const poolQuerySchema = z.looseObject({
  query: z.string(),
  expected: z.array(z.string()).default([]),
})
export type PoolQuery = z.infer<typeof poolQuerySchema>

const override = z.looseObject({ name: z.string().default(''), description: z.string().default('') })

export const workbenchKind = defineKind({
  kind: 'workbench',
  label: 'Tool pool',
  group: 'tools',
  description: 'Any number of tools, of which each turn is offered the ones that fit.',
  keywords: ['workbench', 'tools', 'toolbox', 'search', 'retrieval', 'many'],
  shape: 'pill',
  // It is offered to participants over `use` edges, and named like a tool in sub-flows.
  roles: { tool: true },
  schema: z.looseObject({
    topK: z.number().int().min(1).max(1000).default(5),
    /** 0..1: max(0, 1 - cosine distance). */
    minSimilarity: z.number().min(0).max(1).default(0),
    mode: z.enum(['hybrid', 'vector', 'keyword']).default('hybrid'),
    query: z.enum(['new-messages', 'last-user-message', 'thread']).default('new-messages'),
    filterAfterSearch: z.boolean().default(false),
    /** The pool's name goes before the names of its tools, but for names given in `overrides`. */
    prefix: z.boolean().default(false),
    /** By the name that a tool's node gives it. */
    overrides: z.record(z.string(), override).default({}),
    /** Tools that are switched off in the pool, by the name that their source gives them. */
    disabled: z.array(z.string()).default([]),
    /** Tried in its test bench; runs do not look at them. */
    queries: z.array(poolQuerySchema).default([]),
  }),
  accepts: ['use'],
  ports: [{ id: 'sources', label: 'Tools', edge: 'use' }],
  fields: [
    {
      key: 'topK',
      label: 'Tools in a turn, at most',
      group: 'does',
      help: 'How many of the tools a participant is offered in one turn.',
      type: 'number',
      min: 1,
      max: 1000,
    },
    {
      key: 'minSimilarity',
      label: 'Similarity at least',
      group: 'does',
      type: 'number',
      min: 0,
      max: 1,
      step: 5,
      help: 'Tools that are less like what is looked for are left out.',
      unit: 'share',
    },
    {
      key: 'mode',
      label: 'Match by',
      group: 'advanced',
      help: 'Whether tools are searched by the words of their descriptions or by what these mean.',
      type: 'choice',
      options: [
        { value: 'hybrid', label: 'Words and meaning' },
        { value: 'vector', label: 'Meaning' },
        { value: 'keyword', label: 'Words' },
      ],
    },
    {
      key: 'query',
      label: 'Query',
      group: 'advanced',
      help: 'The part of the conversation that tools are searched for.',
      type: 'choice',
      options: [
        { value: 'new-messages', label: 'What is not answered yet' },
        { value: 'last-user-message', label: 'The last message of the user' },
        { value: 'thread', label: 'The whole conversation' },
      ],
    },
    {
      key: 'prefix',
      label: 'Prefix with pool name',
      group: 'advanced',
      type: 'switch',
      help: 'The pool’s name goes before the names of its tools, where two pools have tools of the same name.',
    },
    {
      key: 'filterAfterSearch',
      label: 'Count disabled tools towards the limit',
      group: 'advanced',
      type: 'switch',
      help: 'As in the system that pools come from: first the nearest are taken, then the disabled and far ones dropped.',
    },
  ],
  summary(data, { flow, nodeId }) {
    const tools = counted(edgesFrom(flow, nodeId, 'sources').length, 'tool')
    return tools === '' ? 'No tools yet' : sentence('{tools} · the best {topK}', { tools, topK: data.topK })
  },
  check(_data, { graph, nodeId }) {
    if (graph.from(nodeId, 'sources').length > 0) return []
    const message = 'The pool has no tools yet. Draw edges from it to tools.'
    return [{ severity: 'warning', code: 'no-sources', message }]
  },
  // Its own tool searches it.
  effect: () => 'reads',
  pool: ({ topK, minSimilarity, mode, query, filterAfterSearch, prefix, overrides, disabled }, name) => ({
    topK,
    minSimilarity,
    mode,
    query,
    filterAfterSearch,
    prefix: prefix ? `${toolNamePart(name)}_` : '',
    overrides,
    disabled,
  }),
})
