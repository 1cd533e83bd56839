/** How sizes are rounded for people and models: 1,000 bytes are a KB, with one decimal below ten. */

/** Rounded, in its unit. */
export type ShownSize = { amount: number; unit: 'bytes' | 'KB' | 'MB' }

/** A size in the unit that keeps its number short. */
export function shownSize(bytes: number): ShownSize {
  if (bytes < 1000) return { amount: bytes, unit: 'bytes' }
  return bytes < 999_500
    ? { amount: rounded(bytes / 1000), unit: 'KB' }
    : { amount: rounded(bytes / 1_000_000), unit: 'MB' }
}

/** A size in English, as the command line and notes for models have it: `12 KB`. */
export function sizeWords(bytes: number): string {
  const { amount, unit } = shownSize(bytes)
  return unit === 'bytes' && amount === 1 ? '1 byte' : `${amount} ${unit}`
}

function rounded(amount: number): number {
  return amount < 10 ? Number(amount.toFixed(1)) : Math.round(amount)
}
