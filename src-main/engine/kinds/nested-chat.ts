/** What a nested chat means at run time: a queue of chats with others, on top of the agent that called it (swarm 13 to 26). */
import { carriedText } from '../../../src-shared/agents/templates/carry-over'
import { nestedNameOf } from '../../../src-shared/agents/offers/offers'
import { nestedChatKind, type NestedChatData } from '../../../src-shared/kinds/nested-chat'
import { defineRuntime } from '../contract/define-runtime'
import { topFrame, type Draft } from '../state/draft'
import { carryStep, speakStep, summariseStep, talkStep } from '../nested-chats/exchange'
import { drawnNestedChat, parentContents, textsOf } from '../nested-chats/drawn-chats'
import { chatsStep } from '../nested-chats/nested-chats'
import { replyStep, replyTool } from '../nested-chats/nested-reply'
import { stepName, type CompiledFlow, type FlowFacts, type OwnNode } from '../contract/runtime'
import { endOrReturn } from '../moves/after-reply'
import type { NestedRun } from '../state/state'

export const nestedChatRuntime = defineRuntime(nestedChatKind, {
  participant: (own) => ({
    arrival: 'nested',
    enter: (draft, flow) => enter(draft, flow, own),
    begin: () => [],
    settle: endOrReturn,
    hosts: {
      leads: 'chats',
      workerDone(draft) {
        topFrame(draft).todo = [stepName.talk(own.id)]
      },
    },
  }),
  branches: ({ id, data }, flow) => (data.async ? recipientsOf(flow, id) : []),
  steps(own, flow) {
    const nested = drawnNestedChat(own, flow)
    return {
      [stepName.reply(own.id)]: replyStep(nested),
      [stepName.chats(own.id)]: chatsStep(nested),
      [stepName.talk(own.id)]: talkStep(nested),
      [stepName.speak(own.id)]: speakStep(nested),
      [stepName.summarise(own.id)]: summariseStep(nested),
      [stepName.carry(own.id)]: carryStep(nested),
    }
  },
})

/** The drawn chats, by edge. */
function recipientsOf({ graph }: FlowFacts, id: string): string[] {
  return graph.from(id, 'recipients').map((entry) => entry.id)
}

/** Queues every drawn chat; what is carried over is taken from the conversation as it stands now, and the settings are never changed (swarm 20). */
function enter(draft: Draft, flow: CompiledFlow, { id, data }: OwnNode<NestedChatData>): string[] {
  const frame = topFrame(draft)
  const method = data.carryover?.summaryMethod
  const run: NestedRun = {
    speaker: speakerOf(flow, frame.edge) ?? flow.nameOf(id),
    carried: null,
    chats: recipientsOf(flow, id).map((edge) => ({ edge, state: 'waiting', summary: null })),
    begun: [],
  }
  const isWritten = method === 'all' || method === 'last_msg'
  frame.nested = isWritten ? { ...run, carried: carriedText(textsOf(parentContents(draft, flow, frame)), method) } : run
  const queue =
    method === 'reflection_with_llm' || method === 'code'
      ? [stepName.carry(id), stepName.chats(id)]
      : [stepName.chats(id)]
  return replyTool(flow, id, { variables: draft.variables, mayAsk: true }) === null
    ? queue
    : [stepName.reply(id), ...queue]
}

/** The name under which it speaks: its agent and its place among the agent's nested chats. */
function speakerOf(flow: FlowFacts, edgeId: string | null): string | null {
  const edge = edgeId === null ? undefined : flow.graph.flow.edges[edgeId]
  return edge === undefined ? null : nestedNameOf(flow.graph, edge)
}
