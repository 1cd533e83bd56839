/** What steps of a run do: a step is called `VERB.NODE`, in timelines and in stored checkpoints. */
export const STEP_VERBS = [
  'think',
  'act',
  'switch',
  'watch',
  'oversee',
  'open',
  'fill',
  'route',
  'pick',
  'need',
  'plain',
  'respond',
  'plan',
  'approve',
  'work',
  'solve',
  'manage',
  'chats',
  'talk',
  'reply',
  'ask',
  'answer',
  'carry',
  'speak',
  'summarise',
  'decide',
  'assign',
  'after',
  'after-all',
  'map',
  'item',
  'branch',
] as const
export type StepVerb = (typeof STEP_VERBS)[number]

/** The names of steps, as functions of the node. */
export type StepNames = { readonly [name: string]: (id: string) => `${StepVerb}.${string}` }
