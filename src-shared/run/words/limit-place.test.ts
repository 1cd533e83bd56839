/** Each limit that can be set leads to a field that there is. */
import { expect, test } from 'vitest'
import { settingsSchema } from '../../flow/records'
import { agentKind } from '../../kinds/agent'
import type { LimitReached } from '../log/limits'
import { limitPlace, overBudgetPlace } from './limit-place'

const base = { most: 1, language: 'en' } as const

test('limits of the flow and of a node are set in fields that exist', () => {
  const flowLimits = Object.keys(settingsSchema.parse({}).limits)
  const ofFlow = flowLimits.map((limit) => limitPlace({ limit, ...base } as LimitReached))
  expect(ofFlow).toEqual(flowLimits.map((limit) => ({ field: `settings.limits.${limit}`, node: null })))
  const nodeLimits = ['toolRounds', 'nodeTokens', 'nodeDollars', 'nodeSeconds'] as const
  const threadLimits = ['nodeThreadTokens', 'nodeThreadDollars', 'nodeThreadSeconds'] as const
  const fields = new Set<string>(agentKind.fields.map(({ key }) => key))
  for (const limit of [...nodeLimits, ...threadLimits]) {
    const place = limitPlace({ limit, name: 'Ann', ...base })
    expect(place?.node).toBe('Ann')
    expect(fields).toContain(place?.field)
  }
})

test('what a turn went over is the same place as what ends one', () => {
  for (const unit of ['tokens', 'dollars'] as const) {
    const name = unit === 'tokens' ? 'Tokens' : 'Dollars'
    const over = (of: 'turn' | 'thread' | 'node' | 'nodeThread') =>
      overBudgetPlace({ of, unit, name: 'Ann', used: 2, most: 1 })
    expect(over('turn')).toEqual(limitPlace({ limit: unit, ...base }))
    expect(over('thread')).toEqual(limitPlace({ limit: `thread${name}`, ...base }))
    expect(over('node')).toEqual(limitPlace({ limit: `node${name}`, name: 'Ann', ...base }))
    expect(over('nodeThread')).toEqual(limitPlace({ limit: `nodeThread${name}`, name: 'Ann', ...base }))
  }
})

test('what nobody can set leads nowhere', () => {
  expect(limitPlace({ limit: 'loop', from: 'Ann', to: 'Bob', ...base })).toBeNull()
  expect(limitPlace(null)).toBeNull()
})
