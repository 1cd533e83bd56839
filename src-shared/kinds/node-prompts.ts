/** The prompts of a node, wherever its kind keeps them: each with the built-in prompt that an empty one stands for. */
import { OBSERVER_TYPES, type ObserverType } from '../agents/answers/observer-answer'
import { observerPromptName, type PromptName } from '../agents/prompts/prompts'
import type { FlowNode, Json } from '../flow/records'
import { hasTrait } from './field-types'
import type { BuiltInName, Kind } from './kind'

/** One prompt: `path` leads to it within the node's data, its first part is the field. */
export type NodePrompt = { path: readonly string[]; label: string; builtIn: PromptName; text: string }

/** The built-in prompt behind a field; an observer's goes by its type. */
export function promptNameOf(builtIn: BuiltInName, data: { readonly [field: string]: unknown }): PromptName {
  if (builtIn !== 'observer') return builtIn
  const type = OBSERVER_TYPES.find((known): known is ObserverType => known === data['type'])
  return observerPromptName(type ?? 'finished')
}

/** Every prompt of a node that has a built-in one; texts that are none count as empty. */
export function promptsOf(kind: Kind, { data }: Pick<FlowNode, 'data'>): NodePrompt[] {
  return kind.fields.flatMap((field): NodePrompt[] => {
    const value = data[field.key]
    if (hasTrait(field, 'prompts', 'one')) {
      if (field.builtIn === undefined) return []
      const builtIn = promptNameOf(field.builtIn, data)
      return [{ path: [field.key], label: field.label, builtIn, text: textOf(value) }]
    }
    if (!hasTrait(field, 'prompts', 'several')) return []
    return field.parts.map(({ key, label, builtIn }) => {
      const part = typeof value === 'object' && value !== null && !Array.isArray(value) ? value[key] : undefined
      return { path: [field.key, key], label, builtIn, text: textOf(part) }
    })
  })
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}
