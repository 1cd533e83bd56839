/**
 * Kills at random points of turns, in all programs that run them. `BATON_KILLS=400` kills more often, `BATON_SEED=7` at the points of
 * another run.
 */
import { beforeAll, expect, it } from 'vitest'
import { buildProgram } from '../testing/killable'
import { killCampaign } from '../testing/kill-campaign'

const KILLS = Number(process.env['BATON_KILLS'] ?? 12)
const SEED = Number(process.env['BATON_SEED'] ?? 1)

/** Numbers from 0 to below 1 that are the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

beforeAll(buildProgram, 300_000)

it(
  'no entry is lost or doubled, every call has one result, nothing that was finished runs again, one end is told',
  async () => {
    const { faults, ...sums } = await killCampaign(KILLS, randomOf(SEED))
    if (KILLS > 12) process.stdout.write(`${JSON.stringify(sums)}\n`)
    expect(faults).toEqual([])
    expect(sums.kills).toBeGreaterThanOrEqual(KILLS)
    expect(sums.modelCalls).toBeGreaterThan(sums.turns)
  },
  KILLS * 60_000,
)
