/** The flow for one node alone: what stays of it, and that it can run. */
import { describe, expect, it } from 'vitest'
import { flow } from '../../testing/flow-builder'
import { blocksRunning, checkFlow } from '../checks/check'
import { openFlow } from './open'
import { canRunAlone, onlyNode } from './only-node'
import { saveFlow } from './save'

const desk = flow('Desk')
  .settings({ swarm: { initial: 'tech', pattern: 'round-robin', order: ['tech', 'triage'] } })
  .start('triage')
  .agent('triage', { name: 'Triage' })
  .agent('tech', { name: 'Tech' })
  .agent('asked', { name: 'Asked', description: 'Knows it.' })
  .builtinTool('clock', { name: 'Clock', tool: 'clock' })
  .node('workbench', 'pool', { name: 'Box' })
  .builtinTool('sum', { name: 'Sum', tool: 'calculator' })
  .handoff('triage', 'tech', { condition: 'Something is broken' })
  .handoff('tech', 'triage', { condition: 'It is no fault' })
  .use('triage', 'pool')
  .use('pool', 'clock')
  .use('triage', 'asked')
  .use('tech', 'sum')
  .build()

describe('the flow for one node alone', () => {
  it('begins there, keeps its tools and helpers, and a stand-in has the name of whoever it would hand over to', () => {
    const only = onlyNode(desk, 'triage')
    const first = Object.values(only.edges).filter(({ from }) => only.nodes[from.node]?.kind === 'start')
    expect(first.map(({ to }) => to.node)).toEqual(['triage'])
    expect(Object.entries(only.nodes).map(([id, { kind, name }]) => [id, kind, name])).toEqual(
      expect.arrayContaining([
        ['triage', 'agent', 'Triage'],
        ['pool', 'workbench', 'Box'],
        ['clock', 'builtin-tool', 'Clock'],
        ['asked', 'agent', 'Asked'],
        ['tech', 'condition', 'Tech'],
      ]),
    )
    expect(only.nodes).not.toHaveProperty('sum')
    expect(only.settings['swarm']).toEqual({ order: ['triage'] })
    expect(desk.nodes['tech']?.kind).toBe('agent')
  })

  it('can be saved, opened and run', () => {
    for (const id of ['triage', 'tech', 'asked']) {
      const opened = openFlow(saveFlow(onlyNode(desk, id)))
      if (!opened.ok) throw new Error(opened.error.message)
      expect(checkFlow(opened.flow).filter(({ severity }) => severity === 'error')).toEqual([])
      expect(blocksRunning(checkFlow(opened.flow))).toBe(false)
    }
  })

  it('is not there for parts, for what only leads on, and for what is gone', () => {
    expect(canRunAlone(desk.nodes['clock'])).toBe(false)
    expect(canRunAlone({ kind: 'condition', name: '', data: {} })).toBe(false)
    expect(canRunAlone({ kind: 'rewoo', name: '', data: {} })).toBe(true)
    expect(() => onlyNode(desk, 'gone')).toThrow(/no longer drawn/)
  })
})
