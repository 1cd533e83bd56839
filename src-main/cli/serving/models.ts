/** The flows that `baton serve` offers, each as a model under an id and under its own name. */
import { foldCase } from '../../../src-shared/match'
import { toolNamePart } from '../../../src-shared/agents/names/names'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import type { GivenFlow } from '../options'
import { refusedAs } from './failures'

export type ServedModel = { id: string; given: GivenFlow }

export type ServedModels = {
  readonly all: readonly ServedModel[]
  /** The model of an id, else the first flow of that name, exactly or ignoring case. Throws `not-found`. */
  readonly find: (name: string) => ServedModel
}

/** An id for each flow: its name in small letters, digits and `-`; repeats get a number. */
export function servedModels(flows: readonly GivenFlow[]): ServedModels {
  const byId = new Map<string, ServedModel>()
  for (const given of flows) {
    const slug = toolNamePart(given.flow.name).toLowerCase().replace(/_+/g, '-').replace(/^-|-$/g, '')
    let id = slug
    for (let count = 2; byId.has(id); count += 1) id = `${slug}-${count}`
    byId.set(id, { id, given })
  }
  const all = [...byId.values()]
  return {
    all,
    find(name) {
      const isNamed = (fold: (text: string) => string) =>
        all.find(({ given }) => fold(given.flow.name.trim()) === fold(name.trim()))
      const found = byId.get(name) ?? isNamed((text) => text) ?? isNamed(foldCase)
      if (found !== undefined) return found
      const there = all.map(({ id, given }) => `${id} ("${given.flow.name}")`).join(', ')
      throw new AppError(
        'not-found',
        inEnglish(`There is no model "${name}" here. There is ${there}.`),
        refusedAs('model_not_found'),
      )
    },
  }
}
