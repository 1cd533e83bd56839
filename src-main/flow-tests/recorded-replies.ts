/** Replies of models as a test has kept them: each call takes the next one to the same node for the same purpose. */
import { AppError } from '../../src-shared/errors'
import type { WhatDiffers } from '../../src-shared/run/tests/difference'
import type { KeptReply } from '../../src-shared/run/tests/test-file'
import { withAnswer, withDecision } from '../models/wire/answer-form'
import type { ChatModel, ModelReply, ModelRequest } from '../models/contract/model'
import type { ModelToolCall } from '../models/contract/prompt'

/** Told of the first thing for which nothing was kept. */
export type TellNew = (what: WhatDiffers) => void

/** A model that says again what was said in a turn. */
export function recordedModel(replies: readonly KeptReply[], tellNew: TellNew): ChatModel {
  const left = [...replies]
  /** The newest reply that was given to each node. */
  const given = new Map<string, ModelReply>()
  return {
    label: 'recorded',
    async call(request) {
      const { node = '', purpose = '' } = request.asker ?? {}
      const place = left.findIndex((reply) => reply.node === node && reply.purpose === purpose)
      const kept = left[place]
      if (kept === undefined) {
        const lost = lostCall(given.get(node), request)
        tellNew(lost === null ? { is: 'new-model-call', node } : { is: 'not-offered', node, tool: lost })
        throw new AppError('not-found', 'The test has no reply for this call of a model.', { node })
      }
      left.splice(place, 1)
      const reply = asRead(kept, request)
      given.set(node, reply)
      if (reply.text !== '') request.onToken?.(reply.text)
      return reply
    },
  }
}

/** What the reply before called and is not offered any more, so that its node asks once more; null: nothing. */
function lostCall(before: ModelReply | undefined, { tools }: ModelRequest): string | null {
  const offered = new Set(tools.map(({ name }) => name.toLowerCase()))
  return before?.calls.find(({ name }) => !offered.has(name.toLowerCase()))?.name ?? null
}

/** What was kept is what a server said; what the engine reads of it has no form of a server any more. */
function asRead({ text, calls: kept, usage, cost, end }: KeptReply, request: ModelRequest): ModelReply {
  const calls = kept.map((call) => asOffered(call, request))
  const known = { ...(cost === undefined ? {} : { cost }), ...(end === undefined ? {} : { end }) }
  const reply: ModelReply = { text, calls, usage, model: 'recorded', ...known }
  const { kind } = request.purpose
  if (kind === 'choose' || kind === 'judge') return withDecision(reply)
  const offered = new Set(request.tools.map(({ name }) => name))
  const answer = calls.find(({ name }) => ANSWER_TOOL.test(name) && !offered.has(name))
  return request.answer === undefined || answer === undefined ? reply : withAnswer(reply, answer.name)
}

/** A hand-off is offered under another name once somebody has one: then it is known by whom it leads to. */
function asOffered({ to, ...call }: KeptReply['calls'][number], { tools }: ModelRequest): ModelToolCall {
  if (to === undefined || tools.some(({ name }) => name === call.name)) return call
  return { ...call, name: tools.find(({ leadsTo }) => leadsTo === to)?.name ?? call.name }
}

/** What an answer by a schema comes as where tools are declared beside it. */
const ANSWER_TOOL = /^final_answer(?:_\d+)?$/
