/** What code was for, and what is done where it failed. */
import type { CodeUse } from '../log/warnings'

type CodeWords = { what: string; instead: string }

/** What code was for: `only when, to Refunds`. */
export function codeWords(use: CodeUse): string {
  return wordsOf(use).what
}

/** What is done where the code failed: `Refunds is not available`. */
export function insteadWords(use: CodeUse): string {
  return wordsOf(use).instead
}

const FAILS = 'the turn cannot go on'

function wordsOf(code: CodeUse): CodeWords {
  switch (code.use) {
    case 'available':
      return { what: `only when, to ${code.name}`, instead: `${code.name} is not available` }
    case 'condition':
      return { what: `condition, to ${code.name}`, instead: 'the model reads the condition as it is drawn' }
    case 'instruction':
      return { what: 'instruction', instead: FAILS }
    case 'before-reply':
      return { what: `before ${code.name} replies`, instead: FAILS }
    case 'after-reply':
      return { what: `after ${code.name} replied`, instead: FAILS }
    case 'message':
      return { what: `what ${code.name} is told`, instead: FAILS }
    case 'summary':
      return { what: `what the chat with ${code.name} came to`, instead: 'it is empty' }
    case 'carry-over':
      return { what: 'what the first chat is told of the conversation', instead: 'it is empty' }
    case 'after-work':
      return { what: 'who speaks next', instead: FAILS }
    case 'after-work-of-all':
      return { what: 'who speaks next in the swarm', instead: FAILS }
    case 'manager-instruction':
      return { what: "the manager's instruction", instead: FAILS }
  }
}
