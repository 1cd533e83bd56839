/** What models cost by the person's own word, as it lies in the library. */
import { z } from 'zod'
import { priceSchema, type Price } from '../../src-shared/providers/model-figures'

export type Prices = { readonly [model: string]: Price }

const storedSchema = z.record(z.string(), priceSchema)

/** The prices in a row; null for none, or for what a newer version wrote. */
export function readPrices(text: string | null): Prices | null {
  if (text === null) return null
  const read = storedSchema.safeParse(JSON.parse(text))
  return read.success ? read.data : null
}

/** As they are stored; null for none. */
export function writtenPrices(prices: Prices): string | null {
  return Object.keys(prices).length === 0 ? null : JSON.stringify(prices)
}
