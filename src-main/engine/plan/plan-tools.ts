/** What the steps of a plan may call: the drawn tools that are enabled, and the node's own model. */
import { findByName } from '../../../src-shared/match'
import { builtInText, formatToolList } from '../../../src-shared/agents/prompts'
import type { Language } from '../../../src-shared/flow/records'
import type { RewooData } from '../../../src-shared/kinds/rewoo'
import type { ModelTool } from '../../models/contract/model'
import type { FlowFacts } from '../contract/runtime'
import { propertiesOf, propertyOf, requiredOf, schemaPart } from '../../../src-shared/json-schema/walk'
import type { Parameters } from './inputs'

/** A tool of a plan; `node` null: the step is done by the model. `tool`: what the node itself calls it. */
export type PlanTool = { name: string; description: string; parameters: Parameters; node: string | null; tool: string }

const MODEL_PARAMETERS: Parameters = {
  type: 'object',
  properties: { question: { type: 'string' } },
  required: ['question'],
}

/** The tools of a node, in drawn order, then those of its pools, its model last; a drawn tool of the model's name takes its place (ReWOO 21, 24). */
export function planTools(flow: FlowFacts, id: string, data: RewooData): PlanTool[] {
  const drawn = flow
    .offersOf(id)
    .flatMap(({ type, enabled, name, description, parameters, target, tool = name }): PlanTool[] => {
      return type === 'tool' && enabled ? [{ name, description, parameters, node: target, tool }] : []
    })
  const pooled = flow
    .poolsOf(id)
    .flatMap((pool) => (pool.enabled ? pool.tools : []))
    .filter((tool) => tool.enabled && toolNamed(drawn, tool.name) === null)
    .map(({ name, description, parameters, target, tool = name }) => ({
      name,
      description,
      parameters,
      node: target,
      tool,
    }))
  const tools = [...drawn, ...firstOfEachName(pooled)]
  const name = data.modelTool.trim()
  if (name === '' || toolNamed(tools, name) !== null) return tools
  const description = builtInText(flow.language, 'modelStepDescription')
  return [...tools, { name, description, parameters: MODEL_PARAMETERS, node: null, tool: name }]
}

function firstOfEachName(tools: readonly PlanTool[]): PlanTool[] {
  const named = new Map<string, PlanTool>()
  for (const tool of tools) if (!named.has(tool.name)) named.set(tool.name, tool)
  return [...named.values()]
}

/** The tool of a name: an exact match, else one that differs in case alone. */
export function toolNamed(tools: readonly PlanTool[], name: string): PlanTool | null {
  const found = findByName(
    tools.map((tool) => tool.name),
    name,
  )
  return tools.find((tool) => tool.name === found) ?? null
}

/** The tools as a planner reads them: one a line, with what goes between the brackets. */
export function describeTools(tools: readonly PlanTool[], language: Language): string {
  const listed = tools.map(({ name, description, parameters }) => ({
    name,
    description: `${description} ${inputWords(parameters, language)}`.trim(),
  }))
  return formatToolList(listed, language)
}

function inputWords(parameters: Parameters, language: Language): string {
  const required = requiredOf(parameters)
  const names = Object.keys(propertiesOf(parameters))
  const [only] = names
  if (only === undefined) return ''
  if (names.length === 1) {
    const words = schemaPart(propertyOf(parameters, only))['description']
    const input = typeof words === 'string' && words !== '' ? `${only} (${words})` : only
    return builtInText(language, 'planToolInput', { input })
  }
  const fields = names.map((name) => {
    const type = schemaPart(propertyOf(parameters, name))['type']
    return `"${name}"${required.includes(name) ? '' : '?'}${typeof type === 'string' ? `: ${type}` : ''}`
  })
  return builtInText(language, 'planToolFields', { fields: fields.join(', ') })
}

/** The tools as the rehearsal model reads them, which plans by schema. */
export function asModelTools(tools: readonly PlanTool[]): ModelTool[] {
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters }))
}
