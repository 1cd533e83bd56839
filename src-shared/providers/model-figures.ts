/** What is known of a model in numbers: how much it holds, whether it reads images, what it costs; and who is believed. */
import { z } from 'zod'

/** US dollars for a million tokens. */
export const priceSchema = z.object({ input: z.number().min(0), output: z.number().min(0) })
export type Price = z.infer<typeof priceSchema>

/** Null: nobody said. `contextTokens`: tokens of prompt and reply together. */
export const modelFiguresSchema = z.object({
  contextTokens: z.number().int().min(128).nullable(),
  images: z.boolean().nullable(),
  price: priceSchema.nullable(),
})
export type ModelFigures = z.infer<typeof modelFiguresSchema>

export const NO_FIGURES: ModelFigures = { contextTokens: null, images: null, price: null }

/** One row of `resources/models.json`. `verified`: read on a page of the maker itself. */
const rowSchema = z.object({
  contextTokens: z.number().int().min(128).nullable(),
  images: z.boolean().nullable(),
  input: z.number().min(0).nullable(),
  output: z.number().min(0).nullable(),
  source: z.string().min(1),
  checked: z.iso.date(),
  verified: z.boolean(),
})
export type ModelRow = z.infer<typeof rowSchema>

/** The table of `resources/models.json`: servers by their hosts, their models by name. */
export const modelTableSchema = z.object({
  about: z.string(),
  servers: z.array(z.object({ hosts: z.array(z.string()).min(1), models: z.record(z.string(), rowSchema) })),
})
export type ModelTable = z.infer<typeof modelTableSchema>

const ownRowSchema = rowSchema.extend({
  contextTokens: rowSchema.shape.contextTokens.default(null),
  images: rowSchema.shape.images.default(null),
  input: rowSchema.shape.input.default(null),
  output: rowSchema.shape.output.default(null),
  source: z.string().default(''),
  checked: z.string().default(''),
  verified: z.boolean().default(true),
})

/** A table of the person's own, of the same form; what a row does not say is left to others. */
export const ownTableSchema = z.object({
  about: z.string().default(''),
  servers: z.array(z.object({ hosts: z.array(z.string()).min(1), models: z.record(z.string(), ownRowSchema) })),
})

/** The row of a model at a host; a name with a date at its end is that of the model. Null where the table has none. */
export function rowOf({ servers }: ModelTable, host: string, model: string): ModelRow | null {
  const models = servers.find(({ hosts }) => hosts.includes(host.toLowerCase()))?.models ?? {}
  const name = model.replace(/^models\//, '')
  const undated = name.replace(/-(\d{4}-\d{2}-\d{2}|\d{8})$/, '')
  for (const one of [name, undated]) if (Object.hasOwn(models, one)) return models[one] ?? null
  return null
}

/** Who said a figure: the person, the server, or Baton's table. */
const FIGURE_ORIGINS = ['own', 'server', 'table'] as const
export type FigureOrigin = (typeof FIGURE_ORIGINS)[number]

const from = z.enum(FIGURE_ORIGINS)

/** Each figure with who said it. `row`: where those of the table are from. */
export const knownFiguresSchema = z.object({
  contextTokens: z.object({ value: z.number(), from }).nullable(),
  images: z.object({ value: z.boolean(), from }).nullable(),
  price: z.object({ value: priceSchema, from }).nullable(),
  row: z.object({ source: z.string(), checked: z.string(), verified: z.boolean() }).nullable(),
})
export type KnownFigures = z.infer<typeof knownFiguresSchema>

export type FigureSources = { own: ModelFigures; server: ModelFigures; row: ModelRow | null }

/** The person's own value goes before the server's word, that before the table; each figure by itself. */
export function knownFigures({ own, server, row }: FigureSources): KnownFigures {
  const byOrigin: readonly (readonly [FigureOrigin, ModelFigures])[] = [
    ['own', own],
    ['server', server],
    ['table', figuresOfRow(row)],
  ]
  const first = <Name extends keyof ModelFigures>(name: Name) => {
    for (const [origin, figures] of byOrigin) {
      const value = figures[name]
      if (value !== null) return { value: value as NonNullable<ModelFigures[Name]>, from: origin }
    }
    return null
  }
  const known = { contextTokens: first('contextTokens'), images: first('images'), price: first('price') }
  const isFromTable = Object.values(known).some((figure) => figure?.from === 'table')
  const { source = '', checked = '', verified = false } = row ?? {}
  return { ...known, row: isFromTable ? { source, checked, verified } : null }
}

/** The figures of a row; none for no row. */
export function figuresOfRow(row: ModelRow | null): ModelFigures {
  if (row === null) return NO_FIGURES
  const { contextTokens, images, input, output } = row
  return { contextTokens, images, price: input === null || output === null ? null : { input, output } }
}

/** US dollars for the tokens of a call. */
export function costAt({ input, output }: Price, tokens: { input: number; output: number }): number {
  return (tokens.input * input + tokens.output * output) / 1_000_000
}
