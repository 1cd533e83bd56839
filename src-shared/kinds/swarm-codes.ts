/** Code that the agents of a flow have in common, by its field in `settings.swarm`. */
import type { PlainText } from '../languages/translate'
import type { z } from 'zod'
import { isJsonObject } from '../flow/json'
import { readCode, type CodeValue } from '../flow/code-values'
import type { Json, settingsSchema } from '../flow/records'

type SwarmShape = (typeof settingsSchema.shape)['swarm'] extends { unwrap: () => infer Inner extends z.ZodObject }
  ? Inner['shape']
  : never
/** The fields of a swarm that hold code. */
type SwarmCodeField = {
  [F in keyof SwarmShape]: z.output<SwarmShape[F]> extends CodeValue | null ? F : never
}[keyof SwarmShape]

/** What a problem calls it, and under what name a person is asked for it. */
export const SWARM_CODES = {
  afterWorkCode: {
    what: 'The code that says who speaks next in the swarm',
    asked: 'Swarm: who speaks next',
  },
  managerPromptCode: {
    what: "The code for the instruction of the swarm's manager",
    asked: 'Swarm: instruction of the manager',
  },
} as const satisfies { readonly [F in SwarmCodeField]: { readonly what: PlainText; readonly asked: PlainText } }

/** Whether a person is asked by this name for code of a swarm, and not for that of a tool. */
export function isSwarmCode(name: string): name is (typeof SWARM_CODES)[keyof typeof SWARM_CODES]['asked'] {
  return SWARM_CODE_FIELDS.some((field) => SWARM_CODES[field].asked === name)
}

export const SWARM_CODE_FIELDS = Object.keys(SWARM_CODES) as (keyof typeof SWARM_CODES)[]

/** The code of a swarm as it stands in a file; what is none is left out. */
export function swarmCodes(swarm: Json | undefined): { field: keyof typeof SWARM_CODES; value: CodeValue }[] {
  if (!isJsonObject(swarm)) return []
  return SWARM_CODE_FIELDS.flatMap((field) => {
    const value = readCode(swarm[field])
    return value === null ? [] : [{ field, value }]
  })
}
