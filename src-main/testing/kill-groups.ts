/**
 * How often each group of tests kills: a few times by default, `BATON_KILLS=400` that often in all of them together. Where `BATON_KILLS_LOG` names a
 * file, each kill is a line of it: the test that killed.
 */
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'

/** `usual`: rounds by default; `kills`: of one round, about; `share`: of the whole sum. */
type KillGroupPlan = { usual: number; kills: number; share: number }

const GROUPS = {
  turns: { usual: 3, kills: 1, share: 0.4 },
  pruning: { usual: 1, kills: 1, share: 0.1 },
  forks: { usual: 1, kills: 1, share: 0.1 },
  budgets: { usual: 1, kills: 2, share: 0.12 },
  'two-answers': { usual: 1, kills: 1, share: 0.1 },
  approvals: { usual: 1, kills: 4, share: 0.06 },
  'held-results': { usual: 1, kills: 2, share: 0.06 },
  'inner-questions': { usual: 1, kills: 2, share: 0.06 },
} as const satisfies { readonly [name: string]: KillGroupPlan }

export type KillGroup = keyof typeof GROUPS

/** How many rounds a group plays. */
export function roundsOf(group: KillGroup): number {
  const { usual, kills, share } = GROUPS[group]
  const wanted = Number(process.env['BATON_KILLS'] ?? 0)
  return Math.max(usual, Math.ceil((wanted * share) / kills))
}

/** The rounds by their numbers, from 1, for a test each. */
export function eachRound(group: KillGroup): number[] {
  return Array.from({ length: roundsOf(group) }, (_, at) => at + 1)
}

/** One program was killed. */
export function noteKill(): void {
  const file = process.env['BATON_KILLS_LOG']
  if (file === undefined || file === '') return
  appendFileSync(file, `${path.basename(expect.getState().testPath ?? 'unknown')}\n`)
}
