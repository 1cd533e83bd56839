/** The names of the graph nodes and what can be read off them; planning nodes have some more (`planStepName`). */

import type { StepNames } from '../../../src-shared/run/log/step-verbs'

/** Names of the graph nodes; LangGraph forbids `|` and `:` in them. */
export const stepName = {
  think: (id: string) => `think.${id}`,
  act: (id: string) => `act.${id}`,
  switchCheck: (id: string) => `switch.${id}`,
  watch: (observer: string) => `watch.${observer}`,
  /** An observer that looks at the whole flow, or at a sub-flow. */
  oversee: (observer: string) => `oversee.${observer}`,
  /** Whoever speaks first in a sub-flow begins, after its observers. */
  open: (subflow: string) => `open.${subflow}`,
  fill: (taskGraph: string) => `fill.${taskGraph}`,
  route: (taskGraph: string) => `route.${taskGraph}`,
  pick: (defaultWorker: string) => `pick.${defaultWorker}`,
  need: (id: string) => `need.${id}`,
  plain: (id: string) => `plain.${id}`,
  respond: (id: string) => `respond.${id}`,
  /** The queue of a nested chat. */
  chats: (nested: string) => `chats.${nested}`,
  /** One exchange of one of its chats. */
  talk: (nested: string) => `talk.${nested}`,
  /** The tool that replies in the place of a nested chat's queue. */
  reply: (nested: string) => `reply.${nested}`,
  /** What a participant's last reply asks of others. */
  ask: (id: string) => `ask.${id}`,
  /** One question of it, and its answer. */
  answer: (id: string) => `answer.${id}`,
  carry: (nested: string) => `carry.${nested}`,
  speak: (nested: string) => `speak.${nested}`,
  summarise: (nested: string) => `summarise.${nested}`,
  /** Which branch of a condition holds, or what a person says. */
  decide: (id: string) => `decide.${id}`,
  assign: (id: string) => `assign.${id}`,
  /** Code says who speaks after an agent. */
  after: (agent: string) => `after.${agent}`,
  /** The same by the code of the whole swarm. */
  afterAll: (agent: string) => `after-all.${agent}`,
  /** The list of a map. */
  map: (id: string) => `map.${id}`,
  /** One item of it, and what that came to. */
  item: (map: string) => `item.${map}`,
  manage: (agent: string) => `manage.${agent}`,
  /** Whatever is next to do in a chat or for a question that runs beside others, by its edge. */
  branch: (edge: string) => `branch.${edge}`,
} satisfies StepNames

const BRANCH = stepName.branch('')

/** Whether a step is whatever was next in a chat that runs beside others. */
export function isBranchStep(step: string): boolean {
  return step.startsWith(BRANCH)
}

/** The node that a step belongs to; of a branch, its edge. */
export function ownerOfStep(step: string): string {
  return step.slice(step.indexOf('.') + 1)
}
