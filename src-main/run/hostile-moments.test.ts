/**
 * Anything at any moment of a turn: messages, stops, retries, forks, answers, breakpoints, queued messages, budgets that end and kills, by chance, against a
 * drawing with chats side by side, tools and a plan. `BATON_HOSTILE=200` plays more, `BATON_SEED=7` others.
 */
import { expect, it } from 'vitest'
import { playHostile } from '../testing/hostile-play'

const PLAYS = Number(process.env['BATON_HOSTILE'] ?? 2)
const SEED = Number(process.env['BATON_SEED'] ?? 1)
const ACTIONS = Number(process.env['BATON_ACTIONS'] ?? 12)

it(
  'no question without a card, no turn that nobody runs, one result for each call, nothing that was finished runs again',
  async () => {
    const sums = { turns: 0, kills: 0, calls: 0 }
    const wrong: string[] = []
    for (let seed = SEED; seed < SEED + PLAYS; seed += 1) {
      const { faults, story, ...played } = await playHostile(seed, ACTIONS)
      if (faults.length > 0) wrong.push([`BATON_SEED=${seed} BATON_HOSTILE=1`, ...faults, ...story].join('\n'))
      for (const key of ['turns', 'kills', 'calls'] as const) sums[key] += played[key]
    }
    if (PLAYS > 2) process.stdout.write(`${JSON.stringify(sums)}\n`)
    expect(wrong.join('\n\n')).toBe('')
    expect(sums.calls).toBeGreaterThan(sums.turns)
  },
  PLAYS * 60_000,
)
