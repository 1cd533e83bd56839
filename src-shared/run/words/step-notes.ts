/** What is noted of a step of a plan beside its evidence, in words. */
import type { StepNote } from '../log/step-notes'

/** All that is noted of a step, in a line; empty: nothing. */
export function stepNotesWords(notes: readonly StepNote[]): string {
  return notes
    .map(noteWords)
    .filter((words) => words !== '')
    .join('; ')
}

function noteWords(told: StepNote): string {
  switch (told.note) {
    case 'tries':
      return `try ${told.attempt} of ${told.of}`
    case 'hand-off-refused':
      return `asked to hand the conversation to ${told.to}, which a step of a plan cannot do`
    case 'switches-refused':
      return `asked to switch ${told.tools.join(', ')} on or off, which a step of a plan cannot do`
    case 'console':
      return `console: ${told.output}`
    case 'shortened':
      return `${told.how} from ${told.from} to ${told.to} characters for the tools that use it`
    case 'recorded':
      return 'recorded result'
    case 'by-hand':
      return 'Written by hand'
    case 'other':
      return told.text
  }
}
