/** How often tests try a property: a quarter of the whole by default, all of it with `BATON_RUNS=all`. */
export function someRuns(whole: number): number {
  return process.env['BATON_RUNS'] === 'all' ? whole : Math.ceil(whole / 4)
}
