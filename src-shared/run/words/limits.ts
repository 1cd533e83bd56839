/** Which limit ended a turn. It is said in the flow's language, since a model reads it where the flow runs as a tool. */
import type { PlainText } from '../../languages/translate'
import { limitReason } from '../../agents/prompts'
import type { LimitReached } from '../log/limits'
import type { LimitPlace } from './limit-place'

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

const UNKNOWN = 'The turn reached one of its limits.' satisfies PlainText

/** Of a limit that was told. `place`: where it is set; null: nobody can set it. */
export type ToldLimit = { after: AfterLimit; place: LimitPlace | null }

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
