/**
 * What an approval is bound to, and whether a call may run with it: the thread, the tool, the arguments and the flow are compared right before the
 * tool is called, in the one place through which all calls go.
 */
import { createHash } from 'node:crypto'
import type { JsonObject } from '../../../src-shared/flow/records'
import { isToolEdge } from '../../../src-shared/kinds/edge-facts'
import { builtInText } from '../../../src-shared/agents/prompts/index'
import { hashOf } from '../../json-hash'
import type { CompiledFlow, StepContext } from '../contract/runtime'

/** Who let a call run. `nobody`: it runs where it needs no approval; `caller`: a person makes this very call, to try the tool. */
export type CallApproval = { by: 'nobody' } | { by: 'caller' } | { by: 'person'; digest: string }

/** A call as it is about to run. */
export type ApprovableCall = { node: string; tool: string; toolNode: string; sourceTool: string; args: JsonObject }

/** What a call is held against. */
export type ApprovalContext = Pick<StepContext, 'threadId' | 'emit'> & {
  flow: Pick<CompiledFlow, 'approvals' | 'print' | 'language'>
}

/** A hash of all that an approval of a call is bound to. */
export function callDigest(
  { threadId, flow }: Pick<ApprovalContext, 'threadId' | 'flow'>,
  call: ApprovableCall,
): string {
  const { toolNode, sourceTool, args } = call
  return hashOf([threadId, flow.print(), toolNode, sourceTool, args])
}

/** A call without its arguments: what a rule for later ones is bound to. */
export type RuledCall = Pick<ApprovableCall, 'node' | 'toolNode' | 'sourceTool'>

/** A hash of who calls what, of how the tool and the ways to it are drawn, and of how its server describes it: a rule does not outlive a change of these. */
export function ruleDigest({ graph }: Pick<CompiledFlow, 'graph'>, { node, toolNode, sourceTool }: RuledCall): string {
  const { kind, data } = graph.node(toolNode) ?? { kind: '', data: {} }
  const ways = graph
    .into(toolNode)
    .filter(({ edge }) => isToolEdge(edge))
    .map(({ edge }) => [edge.from.node, edge.kind, edge.data])
  const described = graph.listed(toolNode).find(({ tool }) => tool === sourceTool)
  const words = described === undefined ? [] : [[described.description, described.parameters]]
  return hashOf([node, toolNode, sourceTool, kind, data, ways, ...words])
}

/** Why a call does not run, in words for whoever made it; null: it may. */
export function approvalFault(context: ApprovalContext, call: ApprovableCall, approval: CallApproval): string | null {
  const { node, tool, toolNode } = call
  if (approval.by === 'caller') return null
  if (approval.by === 'nobody' && !context.flow.approvals.has(node, toolNode)) return null
  if (approval.by === 'person' && approval.digest === callDigest(context, call)) return null
  const differs = approval.by === 'person'
  context.emit({ type: 'warning', node, code: 'not-approved', facts: { tool, differs } })
  return builtInText(context.flow.language, 'notApproved')
}

/** A hash of a flow as it runs, worked out when it is first asked for. */
export function flowPrint(flow: { nodes: unknown; edges: unknown; settings: unknown }): () => string {
  let print: string | null = null
  return () => {
    const { nodes, edges, settings } = flow
    print ??= createHash('sha256')
      .update(JSON.stringify([nodes, edges, settings]))
      .digest('hex')
    return print
  }
}
