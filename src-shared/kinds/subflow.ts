/** The kind `subflow`: another flow as one node; it speaks, works and takes the conversation over like an agent. */
import { message as sentence } from '../languages/translate'
import { z } from 'zod'
import { defineKind } from './kind'
import { firstLine } from './words'
import { DESCRIPTION_FIELD, WORKER_PORTS, workerOffer } from './worker'

/** `flow`: the id of a flow, or the flow itself; empty: none yet. */
export const subflowSchema = z.looseObject({
  toolName: z.string().max(64).default(''),
  description: z.string().default(''),
  flow: z.union([z.string(), z.record(z.string(), z.json())]).default(''),
})

export const subflowKind = defineKind({
  kind: 'subflow',
  label: 'Sub-flow',
  group: 'control',
  description: 'Runs another flow in this place.',
  keywords: ['nested', 'reuse', 'module', 'embed', 'include'],
  shape: 'card',
  roles: { participant: true, step: true },
  schema: subflowSchema,
  accepts: ['next', 'handoff', 'after-work', 'intent', 'candidate', 'delegate', 'recipient', 'use'],
  ports: WORKER_PORTS,
  fields: [
    {
      key: 'flow',
      label: 'Flow',
      group: 'does',
      help: 'The flow that runs here as one step.',
      type: 'flow',
      emptyLabel: 'None yet',
    },
    DESCRIPTION_FIELD,
    {
      key: 'toolName',
      label: 'Tool name',
      group: 'advanced',
      type: 'line',
      names: 'tool',
      help: 'Under which a supervisor calls it.',
    },
  ],
  summary(data) {
    const inner = typeof data.flow === 'string' ? '' : nameIn(data.flow)
    const described = firstLine(data.description)
    if (described !== '') return described
    if (inner !== '') return sentence('Runs “{name}”', { name: inner })
    return data.flow === '' ? 'No flow chosen yet' : 'Runs another flow'
  },
  offer: (data, name) => {
    const offer = workerOffer(data.description, name)
    return data.toolName === '' ? offer : { ...offer, name: data.toolName }
  },
})

function nameIn(flow: { readonly [field: string]: unknown }): string {
  const name = Object.hasOwn(flow, 'name') ? flow['name'] : ''
  return typeof name === 'string' ? firstLine(name, 60) : ''
}
