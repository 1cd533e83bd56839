/** The names of the graph nodes; all steps are named here. */

/** Names of the graph nodes; LangGraph forbids `|` and `:` in them. */
export const stepName = {
  think: (id: string) => `think.${id}`,
  act: (id: string) => `act.${id}`,
  switchCheck: (id: string) => `switch.${id}`,
  watch: (observer: string) => `watch.${observer}`,
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
  carry: (nested: string) => `carry.${nested}`,
  speak: (nested: string) => `speak.${nested}`,
  summarise: (nested: string) => `summarise.${nested}`,
  manage: (agent: string) => `manage.${agent}`,
  /** Whatever is next to do in a chat that runs beside others, by its `recipient` edge. */
  branch: (edge: string) => `branch.${edge}`,
}
