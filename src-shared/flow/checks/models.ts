/** Checks of what flow and nodes say of their models: fields and headers that cannot be sent, and tools that nobody is offered. */
import { message as sentence } from '../../languages/translate'
import { offersOf } from '../../agents/offers/offers'
import { poolsOf } from '../../agents/offers/pools'
import { isJsonObject } from '../json'
import { flowModel, headerFault, layModel, nodeModelSchema, reservedIn, type ModelLayer } from '../model-settings'
import type { Problem } from '../../kinds/kind'
import type { FlowGraph } from '../graph'

/** Every problem of the models of a flow. */
export function checkModels(graph: FlowGraph): Problem[] {
  const { settings, nodes } = graph.flow
  const own = flowModel(settings)
  const swarm = isJsonObject(settings['swarm']) ? settings['swarm'] : {}
  return [
    ...checkLayer(own, { field: 'settings.model' }),
    ...checkLayer(readModel(swarm['managerModel']), { field: 'settings.swarm.managerModel' }),
    ...Object.entries(nodes).flatMap(([id, { data }]) => [
      ...checkLayer(readModel(data['model']), { field: 'model', node: id }),
      ...checkChoice(graph, id, layModel(own, readModel(data['model']))),
    ]),
  ]
}

function readModel(value: unknown): ModelLayer {
  return nodeModelSchema.safeParse(value).data ?? {}
}

type FieldLocation = { field: string; node?: string }

function checkLayer({ body = {}, headers = {} }: ModelLayer, at: FieldLocation): Problem[] {
  const fields = reservedIn(body).map((name): Problem => {
    const message = sentence("The extra field “{name}” of the model is Baton's own and cannot be set. Take it out.", {
      name,
    })
    return { severity: 'error', code: 'reserved-model-field', message, ...at }
  })
  const faults = Object.entries(headers).flatMap(([name, value]): Problem[] => {
    const message = headerFault(name, value, 'flow')
    return message === null ? [] : [{ severity: 'error', code: 'bad-model-header', message, ...at }]
  })
  return [...fields, ...faults]
}

const WORDS = new Set(['', 'auto', 'none', 'required'])

/** A tool that must be called is one that is offered; what a pool or another source offers is known only when it runs. */
function checkChoice(graph: FlowGraph, id: string, { toolChoice = '' }: ModelLayer): Problem[] {
  if (WORDS.has(toolChoice) || poolsOf(graph, id).length > 0) return []
  const offers = offersOf(graph, id)
  if (offers.length === 0 || offers.some(({ name }) => name === toolChoice)) return []
  const message = sentence(
    'The model is to call “{toolChoice}” first, which is not offered here. Choose one of: {offers}.',
    { toolChoice, offers: offers.map(({ name }) => name).join(', ') },
  )
  return [{ severity: 'warning', code: 'unknown-tool-choice', message, node: id, field: 'model' }]
}
