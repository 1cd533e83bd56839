/** What a stored step of a participant did, where its name alone does not say it: a closed list, worked out of the states before and after it. */
import { z } from 'zod'

const tools = z.array(z.string())
const planSteps = z.array(z.object({ id: z.string(), tool: z.string() }))

/** Tools by the names that models know them by, each once. */
export const stepDeedSchema = z.discriminatedUnion('did', [
  z.object({ did: z.literal('replied') }),
  /** A reply that calls tools. */
  z.object({ did: z.literal('called'), tools }),
  /** A person is to decide on calls of these. */
  z.object({ did: z.literal('waited'), tools }),
  /** It was decided what becomes of calls of these, by a person or a rule of theirs. */
  z.object({ did: z.literal('decided'), tools }),
  /** These have asked people before they go on. */
  z.object({ did: z.literal('asked'), tools }),
  /** Calls of these have their answer, also where it is an error. */
  z.object({ did: z.literal('answered'), tools }),
  /** A person is to look at what these gave. */
  z.object({ did: z.literal('held'), tools }),
  /** Others are asked for their answer, by the names under which they are called. */
  z.object({ did: z.literal('put'), tools }),
  /** `to`: the node. */
  z.object({ did: z.literal('handed'), to: z.string() }),
  /** A plan was written. `steps`: how many it has. */
  z.object({ did: z.literal('planned'), steps: z.number().int() }),
  /** What was written is no plan that holds. */
  z.object({ did: z.literal('misplanned') }),
  /** A person let the plan run, as it was or as they changed it, or did not. */
  z.object({ did: z.literal('plan-approved'), isEdited: z.boolean() }),
  z.object({ did: z.literal('plan-refused') }),
  /** Steps of the plan came to their end, in the order of the plan. */
  z.object({ did: z.literal('ran'), steps: planSteps }),
  z.object({ did: z.literal('failed'), steps: planSteps }),
  /** What the plan found was not enough. */
  z.object({ did: z.literal('replanned') }),
  /** Of chats side by side: another one went first. */
  z.object({ did: z.literal('stood') }),
])
export type StepDeed = z.infer<typeof stepDeedSchema>
