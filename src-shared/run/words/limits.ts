/** Which limit ended a turn. It is said in the flow's language, since a model reads it where the flow runs as a tool. */
import { limitReason } from '../../agents/prompts'
import type { LimitReached } from '../log/limits'

/** Why the turn ended; null: a limit that was not told. */
export function limitWords(reached: LimitReached | null): string {
  if (reached === null) return UNKNOWN
  switch (reached.limit) {
    case 'hops':
    case 'rounds':
    case 'modelCalls':
    case 'seconds':
    case 'tokens':
    case 'threadTokens':
    case 'threadSeconds':
      return limitReason(reached.language, reached.limit, { limit: reached.most })
    case 'dollars':
    case 'threadDollars':
      return limitReason(reached.language, reached.limit, { limit: `$${reached.most}` })
    case 'toolRounds':
    case 'nodeTokens':
    case 'nodeSeconds':
    case 'nodeThreadTokens':
    case 'nodeThreadSeconds':
      return limitReason(reached.language, reached.limit, { limit: reached.most, name: reached.name })
    case 'nodeDollars':
    case 'nodeThreadDollars':
      return limitReason(reached.language, reached.limit, { limit: `$${reached.most}`, name: reached.name })
    case 'loop':
      return limitReason(reached.language, 'loop', {
        limit: reached.most,
        name: `${reached.from} -> ${reached.to}`,
      })
    case 'other':
      return reached.message || UNKNOWN
  }
}

const UNKNOWN = 'The turn reached one of its limits.'

/** What a person can do next after a limit: another message goes on, or only when a budget was raised, of the thread or of one node in it. */
export type AfterLimit = 'go-on' | 'raise-thread' | 'raise-node' | 'raise-node-thread'

export function afterLimit(reached: LimitReached | null): AfterLimit {
  switch (reached?.limit) {
    case 'threadTokens':
    case 'threadDollars':
    case 'threadSeconds':
      return 'raise-thread'
    case 'nodeTokens':
    case 'nodeDollars':
    case 'nodeSeconds':
      return 'raise-node'
    case 'nodeThreadTokens':
    case 'nodeThreadDollars':
    case 'nodeThreadSeconds':
      return 'raise-node-thread'
    default:
      return 'go-on'
  }
}

/** Which limit ended a turn, and what to do next: on the command line and of the endpoint. */
export function limitNote(words: string, after: AfterLimit = 'go-on'): string {
  return `${words} ${AFTER_LIMIT_WORDS[after]}`
}

const AFTER_LIMIT_WORDS = {
  'go-on': 'What was said is kept. Send another message to go on, or raise the limit in the settings of the flow.',
  'raise-thread':
    'What was said is kept. The conversation can go on when its budget is raised in the settings of the flow; a new conversation begins with a budget of its own.',
  'raise-node':
    'What was said is kept. Send another message to go on, or raise the budget in the settings of that node.',
  'raise-node-thread':
    'What was said is kept. That participant can go on when its budget is raised in the settings of its node; a new conversation begins with a budget of its own.',
} as const satisfies { readonly [What in AfterLimit]: string }
