/** `--to NAME`: whom the user picks to speak next, where the swarm's pattern is `manual`. */
import { findByName } from '../../src-shared/match'
import { flowGraph } from '../../src-shared/flow/graph'
import { readSettings, type Flow } from '../../src-shared/flow/records'
import { swarmGroup } from '../../src-shared/agents/offers/swarm-group'

/** The node that is meant, or why nobody is, in words. */
export type PickedSpeaker = { ok: true; id: string | null } | { ok: false; issue: string }

/** Finds an agent by its name (exactly, then ignoring case) or id. */
export function readSpeaker(flow: Flow, name: string | undefined): PickedSpeaker {
  if (name === undefined) return { ok: true, id: null }
  const agents = swarmGroup(flowGraph(flow), readSettings(flow).swarm.order)
  const nameOf = (id: string) => flow.nodes[id]?.name ?? id
  const named = findByName(agents.map(nameOf), name)
  const found = agents.find((id) => nameOf(id) === named) ?? agents.find((id) => id === name)
  if (found !== undefined) return { ok: true, id: found }
  return { ok: false, issue: `No agent is called "${name}". There are: ${agents.map(nameOf).join(', ') || 'none'}.` }
}
