/**
 * Kills at random points of turns, in all programs that run them. `BATON_SEED=7` kills at the points of another run.
 */
import { beforeAll, expect, it } from 'vitest'
import { buildProgram } from '../testing/killable'
import { roundsOf } from '../testing/kill-groups'
import { killCampaign } from '../testing/kill-campaign'
import { randomOf } from '../testing/random'

const KILLS = roundsOf('turns')
const SEED = Number(process.env['BATON_SEED'] ?? 1)

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
