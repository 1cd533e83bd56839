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
      return limitReason(reached.language, reached.limit, { limit: reached.most })
    case 'toolRounds':
      return limitReason(reached.language, 'toolRounds', { limit: reached.most, name: reached.name })
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
