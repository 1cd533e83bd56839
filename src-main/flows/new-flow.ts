/** What a new flow begins with. */
import { emptyFlow, newId } from '../../src-shared/flow/records'
import type { Flow } from '../../src-shared/flow/records'

/** A flow that can be talked to at once: Start joined to a supervisor, on the rehearsal model. */
export function startingFlow(name: string): Flow {
  const start = newId('start')
  const supervisor = newId('supervisor')
  return {
    ...emptyFlow(name),
    nodes: {
      [start]: { kind: 'start', name: 'Start', data: {} },
      [supervisor]: { kind: 'supervisor', name: 'Supervisor', data: {} },
    },
    edges: {
      [newId('edge')]: {
        kind: 'next',
        from: { node: start, port: 'out' },
        to: { node: supervisor, port: 'in' },
        data: {},
      },
    },
    layout: { nodes: { [start]: { x: 0, y: 16 }, [supervisor]: { x: 240, y: 0 } } },
  }
}
