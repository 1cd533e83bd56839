/** Who speaks next, as an agent's code says, or that of the whole swarm: over an edge that is drawn and open, or by an option (swarm 5, 6). */
import { findByName } from '../../../src-shared/match'
import { swarmGroup } from '../../../src-shared/agents/offers/swarm-group'
import { NO_CODE, type CodeValue } from '../../../src-shared/flow/code-values'
import { destinationOf, drawnNames } from '../speaking/requested-handoffs'
import { callCodeOrFail, configOf, messagesOf, textOf } from '../tool-calls/callables'
import { type Draft } from '../state/draft'
import { passBaton } from '../moves/moves'
import { participantOf, settingsOf, type Step, type StepContext } from '../contract/runtime'
import { step } from '../contract/step'

/** What goes on where the code leaves it to the drawing. */
type AsDrawn = (draft: Draft, context: StepContext) => void

/** The step in which the code is asked. One that fails fails the turn, as a condition does that cannot be looked at. */
export function afterCodeStep(id: string, code: CodeValue, asDrawn: AsDrawn): Step {
  return step(async (draft, context) => {
    const { flow } = context
    const { node } = participantOf(flow, id)
    const answered = await callCodeOrFail(draft, context, {
      words: `The code that says who speaks after ${node.name}`,
      node: id,
      about: 'after-work',
      what: { use: 'after-work' },
      code,
      args: { candidates: drawnNames(flow, { id, at: 'after-reply' }) },
      around: {
        sender: node.name,
        recipient: null,
        messages: messagesOf(draft, flow),
        config: configOf(flow, settingsOf(flow, id), node),
      },
      mayHandOff: true,
      part: 'after',
    })
    follow(draft, context, { id, name: answered.handOff ?? textOf(answered.value), asDrawn, group: [] })
  })
}

/** The step in which the code of the whole swarm is asked: it may also name any agent of the swarm, as its patterns and its manager may. */
export function swarmCodeStep(id: string, isAside: (draft: Draft) => boolean, asDrawn: AsDrawn): Step {
  return step(async (draft, context) => {
    const { flow } = context
    const { afterWorkCode } = flow.settings.swarm
    const { node } = participantOf(flow, id)
    const group = isAside(draft) ? [] : swarmGroup(flow.graph, flow.settings.swarm.order)
    const answered = await callCodeOrFail(draft, context, {
      words: 'The code that says who speaks next in the swarm',
      node: id,
      about: 'after-work',
      what: { use: 'after-work-of-all' },
      code: afterWorkCode ?? NO_CODE,
      args: { candidates: [...new Set([...drawnNames(flow, { id, at: 'after-reply' }), ...group.map(flow.nameOf)])] },
      around: {
        sender: node.name,
        recipient: null,
        messages: messagesOf(draft, flow),
        config: configOf(flow, settingsOf(flow, id), undefined),
      },
      mayHandOff: true,
      part: 'after-all',
    })
    follow(draft, context, { id, name: answered.handOff ?? textOf(answered.value), asDrawn, group })
  })
}

/** `group`: those to whom it may lead without an edge. */
type HandoffContext = { id: string; name: string; asDrawn: AsDrawn; group: readonly string[] }

/** A name that nothing has fails the turn (swarm 3); one to which no open edge leads is left, with a warning. */
function follow(draft: Draft, context: StepContext, { id, name, asDrawn, group }: HandoffContext): void {
  const { flow } = context
  if (name.trim() === '') {
    asDrawn(draft, context)
    return
  }
  const { to } = destinationOf(draft, flow, { id, name, at: 'after-reply' })
  const wanted = findByName(group.map(flow.nameOf), name.trim())
  const member = group.find((one) => flow.nameOf(one) === wanted)
  if (to === null && member !== undefined)
    passBaton(draft, context, { to: member, edge: null, by: 'after-work', reason: '', cause: 'code' })
  else if (to === null) {
    const facts = { name: flow.nameOf(id), wanted: name }
    context.emit({ type: 'warning', node: id, code: 'no-such-way', facts })
    asDrawn(draft, context)
  } else if ('option' in to) participantOf(flow, id).afterWork?.takeOption(draft, context, to.option)
  else passBaton(draft, context, { to: to.node, edge: to.edge, by: 'after-work', reason: '', cause: 'code' })
}
