import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { someRuns } from '../../testing/some-runs'
import { arbitraryFlow } from '../../testing/arbitrary-flow'
import { flow } from '../../testing/flow-builder'
import { KIND_LIST } from '../../kinds/index'
import type { Kind } from '../../kinds/kind'
import { checkFlow } from '../checks/check'
import { copyText, readClip } from './clipboard'
import { addEdge } from './edits'
import { ownNames } from './own-names'
import { duplicateElements, fragmentOf, pasteFragment, type PasteResult } from './paste'
import type { FlowNode } from '../records'
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

  test('the Start of a flow in which nothing begins yet takes the place of the one that is pasted', () => {
    const piece = readClip(saveFlow(drawn))
    if (piece === null) throw new Error('The flow cannot be read.')
    const startsOf = ({ flow: { nodes } }: PasteResult) => Object.values(nodes).filter(({ kind }) => kind === 'start')
    const options = { at: { x: 100, y: 50 }, makeId: counter(), joinsStart: true }
    const result = pasteFragment(flow('New').node('start', 'start', { name: 'Start' }).build(), piece, options)
    expect(startsOf(result)).toHaveLength(1)
    expect(result.nodes).toHaveLength(Object.keys(drawn.nodes).length - 1)
    const first = Object.values(result.flow.edges).find(({ from }) => from.node === 'start')
    expect(first === undefined ? null : result.flow.nodes[first.to.node]?.name).toBe('Agent')
    expect(checkFlow(result.flow).some(({ code }) => code === 'second-start')).toBe(false)
    // What a new flow begins with gives way; as soon as anything was said of it, it stays.
    const begun = flow('New').start('s').node('supervisor', 's', { name: 'Supervisor' })
    const replaced = pasteFragment(begun.build(), piece, options)
    expect(
      Object.values(replaced.flow.nodes)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(
      Object.values(drawn.nodes)
        .map(({ name }) => name)
        .sort(),
    )
    const told = flow('New').start('s').node('supervisor', 's', { name: 'Supervisor', prompt: 'Be kind.' }).build()
    expect(startsOf(pasteFragment(told, piece, options))).toHaveLength(2)
    // Where something begins already, the pasted one stays one of its own.
    const led = flow('Led').start('b').agent('b', { name: 'First' }).build()
    expect(startsOf(pasteFragment(led, piece, options))).toHaveLength(2)
    expect(startsOf(pasteFragment(flow('New').node('start', 'start', { name: 'Start' }).build(), piece))).toHaveLength(
      2,
    )
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
      { numRuns: someRuns(100) },
    )
  })
})

describe('what copies are known by', () => {
  /** Every field that says a name, filled. */
  function named(kind: Kind): FlowNode {
    const data = Object.fromEntries(
      kind.fields.flatMap((field) =>
        field.type === 'line' && field.names !== undefined ? [[field.key, 'OWN_9']] : [],
      ),
    )
    return { kind: kind.kind, name: 'Own', data }
  }

  test.each(KIND_LIST.map((kind) => [kind.kind, kind] as const))('two copies of one %s', (_name, kind) => {
    for (const node of [named(kind), { kind: kind.kind, name: 'Own', data: {} }]) {
      const alone = { ...flow('F').build(), nodes: { n: node } }
      const twice = duplicateElements(duplicateElements(alone, ['n']).flow, ['n']).flow
      const names = Object.values(twice.nodes).flatMap((copy) =>
        ownNames(copy).map(({ type, value }) => `${type} ${value.toLowerCase()}`),
      )
      expect(new Set(names).size).toBe(names.length)
      expect(checkFlow(twice).filter(({ code }) => code.startsWith('duplicate-'))).toEqual([])
      expect(twice.nodes['n']).toBe(node)
    }
  })

  test('a dialog that is copied within its flow can be brought in beside the first', () => {
    const desk = flow('Desk')
      .start('s')
      .supervisor('s')
      .dialog('d', {
        name: 'Profile',
        code: 'PROFILE',
        toolName: 'fill_profile',
        toolDescription: 'Used for a profile',
      })
      .delegate('s', 'd')
      .build()
    const { flow: twice, nodes } = duplicateElements(desk, ['d'], { makeId: counter() })
    expect(twice.nodes[nodes[0] ?? '']).toEqual({
      kind: 'dialog',
      name: 'Profile 2',
      data: { code: 'PROFILE_2', toolName: 'fill_profile_2', toolDescription: 'Used for a profile' },
    })
    const joined = addEdge(twice, {
      id: 'e',
      from: { node: 's', port: 'dialogs' },
      to: { node: nodes[0] ?? '', port: 'in' },
    })
    expect(checkFlow(joined)).toEqual([])
  })

  test('what is free where it is pasted stays, and long names keep within their limit', () => {
    const long = 'x'.repeat(64)
    const one = flow('One').httpTool('t', { name: 'Tool', toolName: long }).build()
    const other = pasteFragment(flow('Other').build(), fragmentOf(one, ['t']))
    expect(other.flow.nodes[other.nodes[0] ?? '']?.data['toolName']).toBe(long)
    const twice = pasteFragment(one, fragmentOf(one, ['t']))
    expect(twice.flow.nodes[twice.nodes[0] ?? '']?.data['toolName']).toBe(`${'x'.repeat(56)}_2`)
  })

  test('a field that names a node follows it into the copy, stays where the node stays, and is emptied elsewhere', () => {
    const drawn = flow('F')
      .start('d')
      .node('default-worker', 'd', { baseChoice: 'm' })
      .node('message-worker', 'm', {})
      .build()
    const chosen = (pasted: PasteResult, at: number): unknown =>
      pasted.flow.nodes[pasted.nodes[at] ?? '']?.data['baseChoice']
    const both = duplicateElements(drawn, ['d', 'm'])
    expect(chosen(both, 0)).toBe(both.nodes[1])
    expect(chosen(duplicateElements(drawn, ['d']), 0)).toBe('m')
    expect(chosen(pasteFragment(flow('Other').build(), fragmentOf(drawn, ['d'])), 0)).toBeUndefined()
  })
})
