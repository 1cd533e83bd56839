/** Which ports a wire fits, and what a new node hangs on. */
import { inEnglish } from '../../src-shared/testing/in-english'
import { describe, expect, it } from 'vitest'
import { addEdge, addNode } from '../../src-shared/flow/editing/edits'
import { emptyFlow, type Flow } from '../../src-shared/flow/records'
import { KINDS } from '../../src-shared/kinds/index'
import { canJoin, endsAt, fittingKinds, fittingPorts, kindFits, kindsToward, portToward } from './wiring'

function shop(): Flow {
  const at = { x: 0, y: 0 }
  let flow = addNode(emptyFlow('Shop'), { id: 'start', kind: 'start', position: at })
  flow = addNode(flow, { id: 'host', kind: 'supervisor', position: at })
  flow = addNode(flow, { id: 'order', kind: 'dialog', position: at })
  flow = addNode(flow, { id: 'clock', kind: 'builtin-tool', position: at })
  return addEdge(flow, { id: 'first', from: { node: 'start', port: 'out' }, to: { node: 'host', port: 'in' } })
}

const from = (node: string, port: string) => ({ end: { node, port }, isSource: true })

describe('a pulled wire', () => {
  it('fits the in ports that its edge may end at', () => {
    expect([...fittingPorts(shop(), from('host', 'dialogs'))]).toEqual(['order in'])
    expect([...fittingPorts(shop(), from('order', 'tools'))]).toEqual(['host in', 'clock in'])
  })

  it('asks others where its node can ask, and takes tools alone elsewhere', () => {
    const planned = addNode(shop(), { id: 'plan', kind: 'rewoo', position: { x: 0, y: 0 } })
    expect([...fittingPorts(planned, from('plan', 'tools'))]).toEqual(['clock in'])
    const kinds = [KINDS.agent, KINDS.workbench]
    expect(kinds.map((kind) => kindFits(planned, kind, from('plan', 'tools')))).toEqual([false, true])
    expect(kinds.map((kind) => kindFits(planned, kind, from('host', 'tools')))).toEqual([true, true])
    const offered = fittingKinds(planned, from('host', 'tools')).map(({ kind }) => kind)
    expect([offered[0], offered.at(-1)]).toEqual(['workbench', 'subflow'])
    expect(portToward(planned, 'plan', KINDS.supervisor)?.port).toBe('out')
  })

  it('is offered first what its edge is mostly drawn to', () => {
    const nodes = { agent: 'agent', graph: 'task-graph', chat: 'nested-chat', rewoo: 'rewoo' } as const
    const flow = Object.entries(nodes).reduce(
      (before, [id, kind]) => addNode(before, { id, kind, position: { x: 0, y: 0 } }),
      shop(),
    )
    const first = (node: string, port: string) => fittingKinds(flow, from(node, port))[0]?.label
    expect(first('host', 'dialogs')).toBe('Dialog')
    expect(first('agent', 'handoffs')).toBe('Agent')
    expect(first('agent', 'afterWork')).toBe('Agent')
    expect(first('chat', 'recipients')).toBe('Agent')
    expect(first('graph', 'intents')).toBe('Message worker')
    expect(first('rewoo', 'tools')).toBe('Tool pool')
    expect(first('host', 'observers')).toBe('Observer')
  })

  it('fits nothing when its port is full', () => {
    expect([...fittingPorts(shop(), from('start', 'out'))]).toEqual([])
    expect(kindFits(shop(), KINDS.supervisor, from('start', 'out'))).toBe(false)
  })

  it('fits the out ports that may lead to an in port', () => {
    const loose = { end: { node: 'clock', port: 'in' }, isSource: false }
    expect([...fittingPorts(shop(), loose)]).toEqual(['host tools', 'order tools'])
    expect(endsAt(shop(), loose, 'order')).toEqual({
      from: { node: 'order', port: 'tools' },
      to: { node: 'clock', port: 'in' },
    })
  })

  it('says why it may not end at a node', () => {
    const answer = canJoin(shop(), from('order', 'tools'), 'start')
    expect(inEnglish(answer)).toEqual({ ok: false, reason: 'A start cannot be used as a tool.' })
  })
})

describe('a new node', () => {
  it('hangs on the port of the selected node that carries an edge it accepts', () => {
    expect(portToward(shop(), 'host', KINDS.dialog)).toEqual({ node: 'host', port: 'dialogs' })
    expect(portToward(shop(), 'host', KINDS['http-tool'])).toEqual({ node: 'host', port: 'tools' })
    expect(portToward(shop(), 'start', KINDS.agent)).toBeNull()
    expect(portToward(shop(), 'clock', KINDS.note)).toBeNull()
    const kinds = [KINDS.note, KINDS.supervisor, KINDS.observer, KINDS.agent, KINDS.dialog]
    expect(kindsToward(shop(), 'host', kinds).map(({ kind }) => kind)).toEqual([
      'dialog',
      'supervisor',
      'agent',
      'observer',
    ])
  })
})
