/** Who of a swarm speaks next where its drawn edges do not say: by the flow's pattern, or by a manager's model (swarm 5, 6). */
import { MANAGER_TRIES, readPick, retryLine, USER } from '../../../src-shared/agents/routing/pick-worker'
import { builtInPrompts } from '../../../src-shared/agents/prompts'
import { nextByPattern, swarmGroup } from '../../../src-shared/agents/offers/swarm-group'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { isInnerId } from '../../../src-shared/flow/inner-ids'
import type { PromptMessage } from '../../models/contract/prompt'
import { callModel } from '../calls/call-model'
import { contextTokensOf } from '../log-views/context-tokens'
import { named, tellDecision } from '../calls/decisions'
import { cursorOf, moveCursor, topFrame, userEntryOf, wordsOf, logOf, type Draft } from '../state/draft'
import { passBaton } from '../moves/moves'
import { stepName, type CompiledFlow, type Step, type StepContext } from '../contract/runtime'
import { endOrReturn } from '../moves/after-reply'
import { step } from '../contract/step'
import { managerInstruction, managerSettings } from './manager-instruction'
import { viewOf } from '../log-views/view'
import { viewTexts } from '../log-views/view-texts'

/** The agents among which patterns and the manager choose. */
function groupOf(flow: CompiledFlow): string[] {
  return swarmGroup(flow.graph, flow.settings.swarm.order)
}

/** Passes the baton as the flow's pattern says. False: the pattern leaves it to the flow's after-work. */
export function followPattern(draft: Draft, context: StepContext, id: string): boolean {
  const { pattern, seed } = context.flow.settings.swarm
  if (pattern === 'default' || isInnerId(id)) return false
  if (pattern === 'manager') return askManager(draft, id)
  const group = groupOf(context.flow)
  const state = { current: id, spoken: draft.turn.rounds, turn: draft.turn.number, seed }
  const next = nextByPattern(pattern, group, state)
  const candidates = group.map((member) => ({ name: context.flow.nameOf(member) }))
  const choice = next === null ? USER_NEXT : named(context.flow.nameOf(next))
  tellDecision(draft, context, {
    node: id,
    about: 'pattern',
    candidates,
    rule: { by: 'pattern', pattern },
    choice,
    tries: 0,
  })
  if (next === null) endOrReturn(draft, context)
  else passBaton(draft, context, { to: next, edge: null, by: 'pattern', reason: '' })
  return true
}

const USER_NEXT = { is: 'outcome', outcome: 'user' } as const

/** Has the manager choose, in a step of its own. */
export function askManager(draft: Draft, id: string): true {
  topFrame(draft).todo = [stepName.manage(id)]
  return true
}

/** The step in which the manager's model says who speaks next; each try is a step of its own. */
export function manageStep(id: string): Step {
  return step(async (draft, context) => {
    const { flow } = context
    const members = groupOf(flow)
    const names = members.map(flow.nameOf)
    const key = stepName.manage(id)
    const { answers } = cursorOf(draft, key)
    const prompt = await managerPrompt(draft, context, { id, members, wrong: answers.at(-1) })
    const result = await callModel(draft, context, {
      node: id,
      settings: managerSettings(flow),
      prompt: { language: flow.language, system: [], history: history(draft, flow), after: [prompt] },
      tools: [],
      purpose: {
        kind: 'choose',
        options: members.map((member) => ({ name: flow.nameOf(member), description: describe(flow, member) })),
        none: USER,
        // The rehearsal model picks the best match for the first reply only, then the user.
        message: draft.turn.rounds > 1 ? '' : lastWords(draft),
        words: [...names, USER],
      },
      role: 'manager',
    })
    if (result === null) return
    const answer = result.reply.text
    const pick = readPick(answer, [...names, USER])
    const told = {
      node: id,
      about: 'manager' as const,
      candidates: members.map((one) => candidate(flow, one)),
      prompt,
      asked: result,
    }
    const tries = answers.length + 1
    if (pick.name === null && tries < MANAGER_TRIES) {
      const rule = { by: 'pick', read: pick.rule, userGoesOn: false } as const
      tellDecision(draft, context, { ...told, rule, choice: { is: 'nothing' }, tries })
      moveCursor(draft, key, { answers: [...answers, answer] })
      return
    }
    const rule = { by: 'pick', read: pick.rule, userGoesOn: pick.name === null } as const
    tellDecision(draft, context, { ...told, rule, choice: pick.name === null ? USER_NEXT : named(pick.name), tries })
    moveCursor(draft, key, { answers: [] })
    const chosen = pick.name === USER ? undefined : members[names.indexOf(pick.name ?? '')]
    if (chosen === undefined) endOrReturn(draft, context)
    else if (chosen === id) topFrame(draft).todo = [stepName.think(id)]
    else passBaton(draft, context, { to: chosen, edge: null, by: 'manager', reason: '' })
  })
}

function lastWords(draft: Draft): string {
  return wordsOf(userEntryOf(draft))
}

/** `id`: the agent that has answered. `wrong`: what the manager said before and nobody is called. */
type ManagerQuestion = { id: string; members: readonly string[]; wrong: string | undefined }

async function managerPrompt(
  draft: Draft,
  context: StepContext,
  { id, members, wrong }: ManagerQuestion,
): Promise<string> {
  const { flow } = context
  const template = flow.settings.swarm.managerPrompt.trim() || builtInPrompts(flow.language).prompts.swarmManager
  const lines = members.map((member) => `${flow.nameOf(member)}: ${describe(flow, member)}`)
  const drawn = renderTemplate(template, { agentlist: lines.join('\n') })
  const prompt = await managerInstruction(draft, context, { id, members, drawn })
  return wrong === undefined
    ? prompt
    : `${prompt}\n\n${retryLine(flow.language, wrong, [...members.map(flow.nameOf), USER])}`
}

function describe(flow: CompiledFlow, id: string): string {
  const description = flow.graph.node(id)?.data['description']
  return typeof description === 'string' && description.trim() !== '' ? description.trim() : flow.nameOf(id)
}

function candidate(flow: CompiledFlow, id: string) {
  return { name: flow.nameOf(id), note: describe(flow, id) }
}

/** The conversation as nobody in particular sees it: every speaker by name. */
function history(draft: Draft, flow: CompiledFlow): PromptMessage[] {
  const log = logOf(draft)
  const budget = contextTokensOf(flow.settings.model)
  const { scope } = topFrame(draft)
  return viewOf(log, {
    scope,
    viewer: '',
    nameOf: flow.nameOf,
    hideTransit: true,
    budget,
    handedOn: '',
    ...viewTexts(flow.language),
    wordsOnly: true,
  }).messages
}
