/** Which limit ended a turn, where nobody can press anything: on the command line and of endpoints. In English alone. */
import type { AfterLimit } from './limits'

/** Which limit ended a turn, and what to do next. */
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
