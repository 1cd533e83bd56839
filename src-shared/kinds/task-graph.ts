/** The kind `task-graph`: leads the user from worker to worker by intent, a few workers a turn (Arklex task graph). */
import { z } from 'zod'
import { edgesFrom } from '../flow/graph'
import { nodeModelSchema } from '../flow/records'
import { defineKind } from './kind'
import { counted } from './words'

export const taskGraphSchema = z.looseObject({
  limit: z.number().int().min(1).max(50).default(5),
  description: z.string().default(''),
  prompt: z.string().default(''),
  model: nodeModelSchema,
})

export const taskGraphKind = defineKind({
  kind: 'task-graph',
  label: 'Task graph',
  group: 'work',
  icon: 'task-graph',
  description: 'Leads the user from worker to worker by what the user wants.',
  keywords: ['intent', 'workflow', 'arklex', 'steps', 'graph'],
  shape: 'card',
  roles: { participant: true, step: true },
  schema: taskGraphSchema,
  accepts: ['next'],
  ports: [
    { id: 'start', label: 'First', edge: 'next', max: 1 },
    { id: 'intents', label: 'By intent', edge: 'intent' },
    { id: 'default', label: 'For all else', edge: 'delegate', max: 1 },
  ],
  fields: [
    { key: 'description', label: 'What it is about', type: 'text', placeholder: 'Questions and orders of a cake shop' },
    { key: 'limit', label: 'Workers in one turn, at most', type: 'number', min: 1, max: 50 },
    {
      key: 'prompt',
      label: 'Intent check',
      type: 'prompt',
      builtIn: 'intentCheck',
      slots: ['intents', 'formatted_chat', 'message', 'description'],
      required: ['intents', 'formatted_chat'],
    },
    { key: 'model', label: 'Model', type: 'model' },
  ],
  summary(_data, { flow, nodeId }) {
    const intents = edgesFrom(flow, nodeId, 'intents').length
    return counted(intents, 'intent') || 'No intents yet'
  },
  check(_data, { flow, nodeId }) {
    const leads = ['start', 'intents', 'default'].some((port) => edgesFrom(flow, nodeId, port).length > 0)
    if (leads) return []
    return [
      {
        severity: 'error',
        code: 'no-workers',
        message: 'The task graph leads to no worker. Draw an intent, a first worker, or a worker for all else.',
      },
    ]
  },
})
