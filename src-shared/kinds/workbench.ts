/** The kind `workbench`: a pool of tools, of which each turn is offered the ones that fit (Workbench). */
import { message as sentence } from '../languages/translate'
import { toolNamePart } from '../agents/names/names'
import { edgesFrom } from '../flow/graph'
import { defineKind } from './kind'
import { poolSchema } from './tool-pool'
import { counted } from './words'

export const workbenchKind = defineKind({
  kind: 'workbench',
  label: 'Tool pool',
  group: 'tools',
  description: 'Any number of tools. Each turn is offered the ones that fit.',
  keywords: ['workbench', 'tools', 'toolbox', 'search', 'retrieval', 'many'],
  shape: 'pill',
  // It is offered to participants over `use` edges, and named like a tool in sub-flows.
  roles: { tool: true },
  schema: poolSchema,
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
      help: 'The nearest tools are taken first, then the disabled and distant ones are dropped, so fewer may be left.',
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
