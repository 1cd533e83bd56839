/** What the palette finds. */
import { ENGLISH } from '../../../src-shared/languages/translate'
import { describe, expect, it } from 'vitest'
import { offeredKind, offeredName, OFFERED_KINDS } from '../../../src-shared/kinds/index'
import { paletteGroups } from './palette-list'

function found(search: string): string[] {
  return paletteGroups(OFFERED_KINDS, search, ENGLISH).flatMap((entry) => entry.kinds.map(offeredName))
}

describe('the palette', () => {
  it('shows every kind without a search', () => {
    expect(found('').sort()).toEqual(OFFERED_KINDS.map(offeredName).sort())
  })
  it('finds by name before keyword', () => {
    expect(found('super')[0]).toBe('supervisor')
    expect(found('calcul')).toEqual(['builtin-tool.calculator'])
    expect(found('AGENT')[0]).toBe('agent')
  })
  it('offers what is ready-made in the place of its kind', () => {
    expect(found('built-in')).toEqual(['builtin-tool.clock', 'builtin-tool.calculator'])
    expect(offeredKind('builtin-tool')).toBeNull()
    expect(offeredKind('builtin-tool.calculator')).toMatchObject({ kind: 'builtin-tool', label: 'Calculator' })
  })
  it('finds nothing for nonsense', () => {
    expect(found('zzzz')).toEqual([])
  })
})
