import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryFlow } from '../testing/arbitrary-flow'
import { flow } from '../testing/flow-builder'
import { copyText, readClip } from './clipboard'
import { duplicateElements, fragmentOf, pasteFragment } from './paste'
import { saveFlow } from './save'

const drawn = flow('Desk')
  .start('a')
  .agent('a', { name: 'Agent', prompt: 'Help.' })
  .node('from-the-future', 'x', { deep: { list: [1, null] } })
  .httpTool('t', { name: 'Tool', headers: { authorization: 'as the person wrote it' } })
  .use('a', 't')
  .build()

function counter() {
  let count = 0
  return (hint: string) => `${hint}-${(count += 1)}`
}

describe('copy and paste', () => {
  test('a copied piece goes into another flow, placed, renamed and with ids of its own', () => {
    const other = flow('Other').agent('mine', { name: 'agent' }).build()
    const clip = readClip(copyText(drawn, ['a', 't', 'x']))
    expect(clip).toEqual(fragmentOf(drawn, ['a', 'x', 't']))
    const pasted = clip === null ? null : pasteFragment(other, clip, { at: { x: 1000, y: 50.4 }, makeId: counter() })
    expect(pasted).toEqual({
      flow: {
        ...other,
        nodes: {
          mine: { kind: 'agent', name: 'agent', data: {} },
          'agent-1': { kind: 'agent', name: 'Agent 2', data: { prompt: 'Help.' } },
          'from-the-future-2': drawn.nodes['x'],
          'http-tool-3': drawn.nodes['t'],
        },
        edges: {
          'use-4': {
            kind: 'use',
            from: { node: 'agent-1', port: 'tools' },
            to: { node: 'http-tool-3', port: 'in' },
            data: {},
          },
        },
        layout: {
          nodes: {
            ...other.layout.nodes,
            'agent-1': { x: 1000, y: 50 },
            'from-the-future-2': { x: 1280, y: 50 },
            'http-tool-3': { x: 1560, y: 50 },
          },
        },
      },
      nodes: ['agent-1', 'from-the-future-2', 'http-tool-3'],
      edges: ['use-4'],
    })
  })

  test('a whole flow file can be pasted', () => {
    expect(readClip(saveFlow(drawn))).toEqual({ nodes: drawn.nodes, edges: drawn.edges, layout: drawn.layout })
  })

  test.each([
    '',
    'hello',
    '{}',
    '[1]',
    '{"format":"baton/clip","version":1}',
    '{"format":"baton/clip","version":9,"nodes":{}}',
    '{"a":',
  ])('other text %j is left alone', (text) => {
    expect(readClip(text)).toBeNull()
  })

  test('a piece that breaks the file format is refused whole', () => {
    const text = copyText(drawn, ['a']).replace('"Help."', '7')
    expect(readClip(text)).toBeNull()
  })

  test('duplicates of duplicates count on', () => {
    const once = duplicateElements(drawn, ['a'], { makeId: () => 'b' })
    const twice = duplicateElements(once.flow, ['a', 'b'], { makeId: counter() })
    expect(Object.values(twice.flow.nodes).map((node) => node.name)).toEqual([
      'Start',
      'Agent',
      'x',
      'Tool',
      'Agent 2',
      'Agent 3',
      'Agent 4',
    ])
  })

  test('pasting nothing changes nothing', () => {
    expect(duplicateElements(drawn, ['gone']).flow).toBe(drawn)
  })

  test('whatever is copied can be read', () => {
    fc.assert(
      fc.property(arbitraryFlow(), (any) => {
        const ids = Object.keys(any.nodes)
        expect(readClip(copyText(any, ids))).toEqual(ids.length === 0 ? null : fragmentOf(any, ids))
      }),
    )
  })
})
