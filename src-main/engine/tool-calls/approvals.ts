/**
 * What an approval is bound to, and whether a call may run with it: the thread, the tool, the arguments, the flow and how a source describes
 * the tool are compared right before it is called, in the one place through which all calls go.
 */
import { createHash } from 'node:crypto'
import type { JsonObject } from '../../../src-shared/flow/records'
import { isToolEdge } from '../../../src-shared/kinds/edge-facts'
import { builtInText } from '../../../src-shared/agents/prompts/index'
import { hashOf } from '../../json-hash'
import type { CompiledFlow, StepContext } from '../contract/runtime'
import type { DescribedTool } from '../state/decided-call'
import { describedTool } from './described-tool'

/** Who let a call run. `nobody`: it runs where it needs no approval; `caller`: a person makes this very call, to try the tool. */
export type CallApproval = { by: 'nobody' } | { by: 'caller' } | { by: 'person'; digest: string }

/** A call as it is about to run. */
export type ApprovableCall = { node: string; tool: string; toolNode: string; sourceTool: string; args: JsonObject }

/** What a call is held against. */
export type ApprovalContext = Pick<StepContext, 'threadId' | 'emit'> & {
  flow: Pick<CompiledFlow, 'approvals' | 'print' | 'language' | 'graph'>
}

/** A hash of all that an approval of a call is bound to; `described`: as its source describes the tool now, unless the approval is of before. */
export function callDigest(
  { threadId, flow }: Pick<ApprovalContext, 'threadId' | 'flow'>,
  call: ApprovableCall,
  described: DescribedTool | null = describedTool(flow, call),
): string {
  const { toolNode, sourceTool, args } = call
  return hashOf([threadId, flow.print(), toolNode, sourceTool, args, ...wordsOf(described)])
}

function wordsOf(described: DescribedTool | null): DescribedTool[] {
  return described === null ? [] : [described]
}

/** A call without its arguments: what a rule for later ones is bound to. */
export type RuledCall = Pick<ApprovableCall, 'node' | 'toolNode' | 'sourceTool'>

/**
 * A hash of who calls what, of how the tool and the ways to it are drawn, and of how its source describes it, now unless it was shown before: a rule
 * does not outlive a change of these.
 */
export function ruleDigest(
  flow: Pick<CompiledFlow, 'graph'>,
  call: RuledCall,
  described: DescribedTool | null = describedTool(flow, call),
): string {
  const { graph } = flow
  const { node, toolNode, sourceTool } = call
  const { kind, data } = graph.node(toolNode) ?? { kind: '', data: {} }
  const ways = graph
    .into(toolNode)
    .filter(({ edge }) => isToolEdge(edge))
    .map(({ edge }) => [edge.from.node, edge.kind, edge.data])
  return hashOf([node, toolNode, sourceTool, kind, data, ways, ...wordsOf(described)])
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
