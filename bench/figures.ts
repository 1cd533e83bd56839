/** Figures and how they are printed: what was measured, its value, what is wanted, and what it was worked out from. */

export type Unit = 'ms' | 'times' | 'bytes per byte said' | 'KB' | 'MB' | 'MB/s' | 'turns/s' | '%'

/** One line of the report. `most` or `least`: the target, where there is one. */
export type Figure = { what: string; value: number; unit: Unit; most?: number; least?: number; from?: string }

/** The figures of one part; `skipped` says in a line why there are none, or why some are missing. */
export type Report = { title: string; setting: string; figures: Figure[]; skipped?: string }

/** How long this thread has worked, whatever else the machine does. */
export function busyMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

/** NaN for an empty list. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/** The value under which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)] ?? Number.NaN
  const high = sorted[Math.ceil(place)] ?? Number.NaN
  return low + (high - low) * (place - Math.floor(place))
}

/** A figure in three digits. */
export function format(value: number): string {
  if (!Number.isFinite(value)) return '-'
  if (Math.abs(value) >= 100) return value.toFixed(0)
  return Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2)
}

/** A report as plain text. */
export function printReport({ title, setting, figures, skipped }: Report): string {
  const head = [`\n${title}`, ...(setting === '' ? [] : [`  ${setting}`])]
  if (skipped !== undefined) head.push(`  skipped: ${skipped}`)
  const width = Math.max(0, ...figures.map(({ what }) => what.length))
  const lines = figures.map(({ what, value, unit, most, least, from }) => {
    const highest = most === undefined ? '' : `  wanted <= ${most}${value <= most ? '' : '  ABOVE'}`
    const target = least === undefined ? highest : `  wanted >= ${least}${value >= least ? '' : '  BELOW'}`
    return `  ${what.padEnd(width)}  ${format(value).padStart(7)} ${unit.padEnd(6)}${target}${from === undefined ? '' : `  (${from})`}`
  })
  return [...head, ...lines].join('\n')
}
