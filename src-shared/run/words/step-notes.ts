/** What is noted of a step of a plan beside its evidence, in words. */
import type { Translate } from '../../languages/translate'
import type { StepNote } from '../log/step-notes'

/** All that is noted of a step, in a line; empty: nothing. */
export function stepNotesWords(notes: readonly StepNote[], t: Translate): string {
  return notes
    .map((told) => noteWords(told, t))
    .filter((words) => words !== '')
    .join('; ')
}

function noteWords(told: StepNote, t: Translate): string {
  switch (told.note) {
    case 'tries':
      return t('try {attempt} of {of}', { attempt: told.attempt, of: told.of })
    case 'hand-off-refused':
      return t('asked to hand the conversation to {name}, which a step of a plan cannot do', { name: told.to })
    case 'switches-refused':
      return t('asked to switch {tools} on or off, which a step of a plan cannot do', { tools: told.tools.join(', ') })
    case 'console':
      return t('console: {output}', { output: told.output })
    case 'shortened': {
      const sizes = { from: told.from, to: told.to }
      return told.how === 'cut'
        ? t('cut from {from} to {to} characters for the tools that use it', sizes)
        : t('condensed from {from} to {to} characters for the tools that use it', sizes)
    }
    case 'recorded':
      return t('recorded result')
    case 'by-hand':
      return t('Written by hand')
    case 'other':
      return told.text
  }
}
