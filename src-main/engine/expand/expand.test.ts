import { describe, expect, it } from 'vitest'
import type { Flow } from '../../../src-shared/flow/records'
import { flow, type FlowBuilder, type NodeFields } from '../../../src-shared/testing/flow-builder'
import { expandFlow } from './expand'

const held = (inner: FlowBuilder, name = 'Sub'): NodeFields => ({ name, flow: inner.file() })
const top = (inner: FlowBuilder) => flow('Top').start('s').node('subflow', 's', held(inner))
const modelOf = (expanded: Flow, id: string) => expanded.nodes[id]?.data['model']

describe('a flow with its sub-flows drawn in', () => {
  it('is the flow itself where there are none', () => {
    const drawn = flow('Top').start('a').agent('a').build()
    expect(expandFlow(drawn)).toBe(drawn)
  })

  it('keeps what is drawn, and adds what is inside under ids of its own', () => {
    const drawn = top(
      flow('Inner').start('a').agent('a').agent('b').handoff('a', 'b').afterWorkOption('b', 'stay'),
    ).build()
    const expanded = expandFlow(drawn)
    expect(Object.keys(expanded.nodes)).toEqual(['start', 's', 's~a', 's~b'])
    expect(
      Object.entries(expanded.edges).map(([id, { kind, from, to }]) => [id, kind, from.node, from.port, to.node]),
    ).toEqual([
      ['e1', 'next', 'start', 'out', 's'],
      ['s~e2', 'handoff', 's~a', 'handoffs', 's~b'],
      ['s~e3', 'after-work', 's~b', 'afterWork', 's~b'],
      ['s~', 'next', 's', 'entry', 's~a'],
    ])
  })

  it("lays the model of the inner flow under each inner node's own, a name of a model with its connection only", () => {
    const inner = flow('Inner')
      .settings({ model: { connection: 'local', model: 'small', temperature: 0 } })
      .start('a')
      .agent('a')
      .agent('b', { model: { model: 'large' } })
      .agent('c', { model: { connection: 'cloud' } })
      .node(
        'subflow',
        'd',
        held(
          flow('Deep')
            .settings({ model: { model: 'deep' } })
            .start('x')
            .agent('x'),
          'Deep',
        ),
      )
      .node('subflow', 'e', held(flow('Plain').start('y').agent('y'), 'Plain'))
    const expanded = expandFlow(top(inner).build())
    expect(['s~a', 's~b', 's~c', 's~d~x', 's~e~y'].map((id) => modelOf(expanded, id))).toEqual([
      { connection: 'local', model: 'small', temperature: 0 },
      { connection: 'local', model: 'large', temperature: 0 },
      { connection: 'cloud', temperature: 0 },
      { connection: 'default', model: 'deep', temperature: 0 },
      { connection: 'local', model: 'small', temperature: 0 },
    ])
    expect(modelOf(expandFlow(top(flow('Inner').start('a').agent('a')).build()), 's~a')).toBeUndefined()
  })

  it('joins variables by name, the outer default first, and puts inner rehearsal rules after the outer ones', () => {
    const inner = flow('Inner')
      .variable('city', { default: 'Rome' })
      .variable('vip', { type: 'boolean', default: true })
      .start('a')
      .agent('a', { name: 'Ann' })
      .rehearsal({ when: { speaker: 'ann' }, text: 'inner' }, { when: { speaker: 'Ann: switch check' }, text: 'False' })
    const drawn = top(inner)
      .variable('city', { default: 'Oslo' })
      .agent('x', { name: 'Ann' })
      .rehearsal({ when: { speaker: 'Ann' }, text: 'outer' })
      .build()
    const { settings, nodes } = expandFlow(drawn)
    expect(nodes['s~a']?.name).toBe('Sub / Ann')
    expect(settings).toMatchObject({
      variables: { city: { default: 'Oslo' }, vip: { type: 'boolean', default: true } },
      rehearsal: [
        { when: { speaker: 'Ann' }, text: 'outer' },
        { when: { speaker: 'Sub / Ann' }, text: 'inner' },
        { when: { speaker: 'Sub / Ann: switch check' }, text: 'False' },
      ],
    })
  })

  it('a dialog that gets another name keeps its code and tool name; fields that name a node follow it', () => {
    const inner = flow('Inner')
      .start('b')
      .supervisor('b')
      .dialog('d', { name: 'Profile' })
      .delegate('b', 'd')
      .node('default-worker', 'w', { name: 'W', baseChoice: 'm' })
      .node('message-worker', 'm')
    const { nodes } = expandFlow(top(inner).dialog('d', { name: 'profile' }).build())
    expect(nodes['s~d']).toMatchObject({ name: 'Sub / Profile', data: { toolName: 'profile', code: 'PROFILE' } })
    expect(nodes['s~w']?.data['baseChoice']).toBe('s~m')
  })

  it('begins at the first agent of a swarm that names one', () => {
    const inner = flow('Inner')
      .settings({ swarm: { initial: 'b' } })
      .start('a')
      .agent('a')
      .agent('b')
    expect(expandFlow(top(inner).build()).edges['s~']?.to.node).toBe('s~b')
  })

  it('refuses what cannot run, with the drawn node', () => {
    const refusal = (drawn: Flow) => {
      try {
        expandFlow(drawn)
        return null
      } catch (cause) {
        return cause
      }
    }
    const missing = top(flow('Inner').start('t').node('subflow', 't', { name: 'Deep', flow: 'nowhere' }))
    expect(refusal(missing.build())).toMatchObject({
      code: 'flow-has-problems',
      message: 'The flow cannot run yet: “Deep”: The flow “nowhere” was not found.',
      details: { node: 's' },
    })
    const nested = Array.from({ length: 9 }).reduce<FlowBuilder>(
      (inner, _item, index) => flow(`F${index}`).start('s').node('subflow', 's', held(inner)),
      flow('Last').start('a').agent('a'),
    )
    expect(refusal(nested.build())).toMatchObject({ message: expect.stringContaining('more than 8 deep') as string })
  })
})
