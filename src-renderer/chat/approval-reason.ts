/** Why an approval is asked now, and where each answer leads, by the drawing: behind somebody's answer it is asked when that was said already. */
import type { ApprovalOutcome } from '../../src-shared/flow/approval-outcomes'
import type { Flow } from '../../src-shared/flow/records'
import type { TurnView } from '../../src-shared/run/fold/fold-view'
import { useFlow } from '../editor/editor-context'
import { useT } from '../ui/language'

const LEADS = {
  approved: 'Approve: goes on to {name}.',
  refused: 'Refuse: goes on to {name}.',
} as const satisfies { [O in Exclude<ApprovalOutcome, 'timeout'>]: string }

/** In sentences; empty: the drawing says nothing of it. */
export function useApprovalReason({ items }: TurnView, node: string): string {
  const t = useT()
  const nodes = useFlow((flow) => flow.nodes)
  const edges = useFlow((flow) => flow.edges)
  const drawn = { nodes, edges }
  const speaker = items.findLast((item) => item.kind === 'message')
  const said = speaker?.kind === 'message' && speaker.author !== 'user' ? nameOf(drawn, speaker.author) : null
  const before = said === null ? [] : [t(SAID_BEFORE, { name: said })]
  const ways = (['approved', 'refused'] as const).flatMap((outcome) => {
    const next = nextOf(drawn, node, outcome)
    return next === null ? [] : [t(LEADS[outcome], { name: next })]
  })
  return [...before, ...ways].join(' ')
}

const SAID_BEFORE = '{name} has answered already. You decide what happens next, not what was said.'

type DrawnGraph = Pick<Flow, 'nodes' | 'edges'>

function nextOf(drawn: DrawnGraph, node: string, outcome: ApprovalOutcome): string | null {
  const edge = Object.values(drawn.edges).find(({ from }) => from.node === node && from.port === outcome)
  return edge === undefined ? null : nameOf(drawn, edge.to.node)
}

function nameOf({ nodes }: DrawnGraph, id: string): string | null {
  const name = nodes[id]?.name.trim() ?? ''
  return name === '' ? null : name
}
