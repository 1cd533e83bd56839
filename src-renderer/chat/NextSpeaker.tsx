/** Who answers next, where the swarm's pattern leaves that to the person: one chip for each agent above the message. */
import { useMemo } from 'react'
import { swarmGroup } from '../../src-shared/agents/swarm-group'
import { flowGraph } from '../../src-shared/flow/graph'
import { readSettings } from '../../src-shared/flow/records'
import { useFlow } from '../editor/editor-context'
import { useRun, useRunStore } from '../run/run-context'
import { isBusy } from '../run/run-state'

export function NextSpeaker() {
  const isManual = useFlow((flow) => readSettings(flow).swarm.pattern === 'manual')
  return isManual ? <Chips /> : null
}

function Chips() {
  const run = useRunStore()
  const flow = useFlow((open) => open)
  const picked = useRun((state) => state.to)
  const holder = useRun((state) => state.view.holder?.node ?? null)
  const busy = useRun(isBusy)
  const agents = useMemo(() => swarmGroup(flowGraph(flow), readSettings(flow).swarm.order), [flow])
  const current = picked ?? holder ?? agents[0] ?? null
  const hasSpoken = useRun((state) => state.view.latest !== null)
  return (
    <div className="bt-next" role="radiogroup" aria-label="Who answers next">
      <span className="bt-next-label">Next</span>
      {agents.map((id) => (
        <button
          key={id}
          type="button"
          role="radio"
          className="bt-next-chip"
          aria-checked={id === current}
          disabled={busy}
          onClick={() => run.pick(id)}
        >
          {flow.nodes[id]?.name ?? id}
        </button>
      ))}
      {hasSpoken && (
        <button type="button" className="bt-next-go" disabled={busy} onClick={() => void run.begin()}>
          Go on without a message
        </button>
      )}
    </div>
  )
}
