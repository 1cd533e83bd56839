/** Where a limit is set, so that who is told of it gets to its field. */
import type { Limits } from '../../flow/records'
import type { LimitReached } from '../log/limits'
import type { WarningFacts } from '../log/warnings'

/** `field`: as the inspector is asked for it. `node`: whose it is, by the name that it is told by; null: the flow's. */
export type LimitPlace = { field: string; node: string | null }

/** Null: nobody can set it, or it was not told. */
export function limitPlace(reached: LimitReached | null): LimitPlace | null {
  switch (reached?.limit) {
    case 'hops':
    case 'rounds':
    case 'modelCalls':
    case 'seconds':
    case 'tokens':
    case 'dollars':
    case 'threadTokens':
    case 'threadDollars':
    case 'threadSeconds':
      return ofFlow(reached.limit)
    case 'toolRounds':
    case 'nodeTokens':
    case 'nodeDollars':
    case 'nodeSeconds':
    case 'nodeThreadTokens':
    case 'nodeThreadDollars':
    case 'nodeThreadSeconds':
      return { field: NODE_FIELDS[reached.limit], node: reached.name }
    case 'loop':
    case 'other':
    case undefined:
      return null
  }
}

/** Where a budget is set that a turn went over. */
export function overBudgetPlace({ of, unit, name }: WarningFacts['over-budget']): LimitPlace {
  const isMoney = unit === 'dollars'
  switch (of) {
    case 'turn':
      return ofFlow(unit)
    case 'thread':
      return ofFlow(isMoney ? 'threadDollars' : 'threadTokens')
    case 'node':
      return { field: NODE_FIELDS[isMoney ? 'nodeDollars' : 'nodeTokens'], node: name }
    case 'nodeThread':
      return { field: NODE_FIELDS[isMoney ? 'nodeThreadDollars' : 'nodeThreadTokens'], node: name }
  }
}

function ofFlow(limit: keyof Limits): LimitPlace {
  return { field: `settings.limits.${limit}`, node: null }
}

/** The fields of `kinds/budget.ts`, and how often a participant may use tools in a row. */
const NODE_FIELDS = {
  toolRounds: 'maxToolRounds',
  nodeTokens: 'budgetTokens',
  nodeDollars: 'budgetDollars',
  nodeSeconds: 'budgetSeconds',
  nodeThreadTokens: 'budgetThreadTokens',
  nodeThreadDollars: 'budgetThreadDollars',
  nodeThreadSeconds: 'budgetThreadSeconds',
} as const
