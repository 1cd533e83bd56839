/** What a nested chat means at run time: a queue of chats with others, on top of the agent that called it (swarm 13 to 26). */
import { carriedText } from '../../../src-shared/agents/carry-over'
import { nestedNameOf } from '../../../src-shared/agents/offers'
import { topFrame, type Draft } from '../draft'
import { carryStep, speakStep, summariseStep, talkStep } from '../chat'
import { nestedData, parentContents, textsOf } from '../drawn-chats'
import { chatsStep } from '../nested-chats'
import { replyStep, replyTool } from '../nested-reply'
import { stepName, type FlowFacts, type KindRuntime, type StepContext } from '../runtime'
import { endOrReturn } from '../settle'
import type { NestedRun } from '../state'

export const nestedChatRuntime: KindRuntime = {
  participant(id, flow) {
    const recipients = flow.graph.from(id, 'recipients').map((entry) => entry.id)
    return {
      id,
      node: flow.graph.node(id) ?? { kind: 'nested-chat', name: id, data: {} },
      settings: flow.modelOf(null),
      maxToolRounds: 1,
      hidesTransit: false,
      opening: '',
      arrival: 'nested',
      speaks: true,
      branches: nestedData(flow, id).async ? recipients : [],
      enter: (draft, context) => enter(draft, context, { id, recipients }),
      begin: () => [],
      texts: () => ({ before: [], after: [] }),
      settle: endOrReturn,
      workerDone(draft) {
        topFrame(draft).todo = [stepName.talk(id)]
      },
    }
  },
  steps: (id) => ({
    [stepName.reply(id)]: replyStep(id),
    [stepName.chats(id)]: chatsStep(id),
    [stepName.talk(id)]: talkStep(),
    [stepName.speak(id)]: speakStep(),
    [stepName.summarise(id)]: summariseStep(),
    [stepName.carry(id)]: carryStep(id),
  }),
}

/** Queues every drawn chat; what is carried over is taken from the conversation as it stands now, and the settings are never changed (swarm 20). */
function enter(draft: Draft, { flow }: StepContext, nested: { id: string; recipients: readonly string[] }): string[] {
  const { id, recipients } = nested
  const frame = topFrame(draft)
  const method = nestedData(flow, id).carryover?.summaryMethod
  const run: NestedRun = {
    speaker: speakerOf(flow, frame.edge) ?? flow.nameOf(id),
    carried: null,
    chats: recipients.map((edge) => ({ edge, state: 'waiting', summary: null })),
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
