/**
 * What is forecast of threads before another drawing is served is what then happens: random edits, threads that stand anywhere, and what a person decides
 * of some. Small by default; `BATON_PUBLISH=1000` plays so many threads with 50 edits, `BATON_SEED=7` others.
 */
import { expect, it } from 'vitest'
import { playPublishing } from '../testing/publish-play'

const LONG = Number(process.env['BATON_PUBLISH'] ?? 0)
const SEED = Number(process.env['BATON_SEED'] ?? 1)
const SIZE = LONG > 0 ? { threads: LONG, edits: 50, acts: Math.ceil(LONG / 20) } : { threads: 8, edits: 6, acts: 3 }

it(
  'each forecast is what then happens',
  async () => {
    const { faults, ...sums } = await playPublishing({ seed: SEED, ...SIZE })
    if (LONG > 0) process.stdout.write(`${JSON.stringify(sums, null, 1)}\n`)
    expect(faults.join('\n\n')).toBe('')
    expect(sums.forecasts).toBeGreaterThan(SIZE.threads)
    // Neither threads that all stand alike nor edits that none of them notices.
    expect(Object.keys(sums.acted).length).toBeGreaterThan(3)
    if (LONG > 0)
      expect(Object.keys(sums.acted)).toEqual(expect.arrayContaining(['asks', 'lost', 'changed', 'begins-again']))
  },
  60_000 + LONG * 3_000,
)
