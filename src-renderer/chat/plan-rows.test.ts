import { expect, test } from 'vitest'
import type { PlanView } from '../../src-shared/run/fold/fold-view'
import type { ChatRow } from './rows'
import { withPlans } from './plan-rows'

const plan = (round: number, asksAgain: boolean | null): PlanView => ({
  ...{ key: `p ${round}`, node: 'p', path: 'main', round, attempts: [], writing: null, steps: [], fork: null },
  solved: asksAgain === null ? null : { at: '', span: 's', prompt: '', answer: '', withoutPlan: false, asksAgain },
})
const said = (key: string, author: string): ChatRow => ({
  ...{ kind: 'item', key, isContinued: false },
  item: {
    ...{ kind: 'message', key, at: '', author, path: 'main', text: '', entryId: key },
    ...{ span: null, usage: null, ms: null },
  },
})
const keys = (rows: readonly ChatRow[], plans: readonly PlanView[]): string[] =>
  withPlans(rows, plans).map(({ key }) => key)

test('a plan stands before its answer, at the end while there is none', () => {
  const rows = [said('u', 'user'), said('a1', 'p'), said('o', 'other'), said('a2', 'p')]
  expect(keys(rows, [])).toEqual(['u', 'a1', 'o', 'a2'])
  expect(keys(rows, [plan(1, false), plan(2, false)])).toEqual(['u', 'plan-p 1', 'a1', 'o', 'plan-p 2', 'a2'])
  expect(keys(rows, [plan(1, true), plan(2, false)])).toEqual(['u', 'plan-p 1', 'plan-p 2', 'a1', 'o', 'a2'])
  expect(keys(rows.slice(0, 1), [plan(1, null)])).toEqual(['u', 'plan-p 1'])
})
