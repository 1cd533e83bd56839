/** What the palette finds. */
import { ENGLISH } from '../../../src-shared/languages/translate'
import { describe, expect, it } from 'vitest'
import { KIND_LIST } from '../../../src-shared/kinds/index'
import { paletteGroups } from './palette-list'

function found(search: string): string[] {
  return paletteGroups(KIND_LIST, search, ENGLISH).flatMap((entry) => entry.kinds.map((kind) => kind.kind))
}

describe('the palette', () => {
  it('shows every kind without a search', () => {
    expect(found('').sort()).toEqual(KIND_LIST.map((kind) => kind.kind).sort())
  })
  it('finds by name before keyword', () => {
    expect(found('super')[0]).toBe('supervisor')
    expect(found('calcul')).toEqual(['builtin-tool'])
    expect(found('AGENT')[0]).toBe('agent')
  })
  it('finds nothing for nonsense', () => {
    expect(found('zzzz')).toEqual([])
  })
})
