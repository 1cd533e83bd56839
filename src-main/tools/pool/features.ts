/** What the built-in vectors are made of: a text's terms, and the concepts that its terms belong to. */
import { readWordGroups } from './word-groups'
import { termsOf } from './terms'
import { parameterText, type PoolTool } from './tool'

/** Features of a text with their weights: terms by themselves, concepts as `#name`. `length` counts the terms. */
export type Features = { readonly weights: ReadonlyMap<string, number>; readonly length: number }

const NAME_WEIGHT = 2
const PARAMETER_WEIGHT = 0.5
const CONCEPT_WEIGHT = 1.3

export function isConcept(feature: string): boolean {
  return feature.startsWith('#')
}

/** The features of a tool: its name counts double, the names of its parameters half. */
export function toolFeatures(tool: PoolTool): Features {
  return featuresOf([
    [termsOf(tool.description), 1],
    [termsOf(tool.name), NAME_WEIGHT],
    [termsOf(parameterText(tool.parameters)), PARAMETER_WEIGHT],
  ])
}

export function queryFeatures(query: string): Features {
  return featuresOf([[termsOf(query), 1]])
}

function featuresOf(fields: readonly (readonly [terms: readonly string[], weight: number])[]): Features {
  const weights = new Map<string, number>()
  let length = 0
  for (const [terms, weight] of fields) {
    length += weight < 1 ? terms.length * weight : terms.length
    for (const term of terms) weights.set(term, (weights.get(term) ?? 0) + weight)
  }
  const concepts = new Map<string, number>()
  for (const [term, weight] of weights) {
    const groups = conceptsOf().get(term) ?? []
    // A word of many groups says less about each.
    const part = (CONCEPT_WEIGHT * weight) / Math.sqrt(groups.length)
    for (const group of groups) concepts.set(group, (concepts.get(group) ?? 0) + part)
  }
  for (const [concept, weight] of concepts) weights.set(concept, weight)
  return { weights, length }
}

/** For each term the concepts that it belongs to; read when the first pool is made. */
const conceptsOf = remembered(conceptsByTerm)

function remembered<Value>(make: () => Value): () => Value {
  let known: Value | undefined
  return () => (known ??= make())
}

function conceptsByTerm(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [name, words] of readWordGroups()) {
    for (const term of new Set(words.flatMap(termsOf))) found.set(term, [...(found.get(term) ?? []), `#${name}`])
  }
  return found
}

/** Whether the knowledge of words has anything to say about a term. */
export function isKnown(term: string): boolean {
  return conceptsOf().has(term)
}
