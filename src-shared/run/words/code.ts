/** What code was for, and what is done where it failed. */
import type { Translate } from '../../languages/translate'
import type { CodeUse } from '../log/warnings'

/** What code was for: `only when, to Refunds`. */
export function codeWords(code: CodeUse, t: Translate): string {
  switch (code.use) {
    case 'available':
      return t('only when, to {name}', { name: code.name })
    case 'condition':
      return t('condition, to {name}', { name: code.name })
    case 'instruction':
      return t('instruction')
    case 'before-reply':
      return t('before {name} replies', { name: code.name })
    case 'after-reply':
      return t('after {name} replied', { name: code.name })
    case 'message':
      return t('what {name} is told', { name: code.name })
    case 'summary':
      return t('what the chat with {name} came to', { name: code.name })
    case 'carry-over':
      return t('what the first chat is told of the conversation')
    case 'after-work':
      return t('who speaks next')
    case 'after-work-of-all':
      return t('who speaks next in the swarm')
    case 'manager-instruction':
      return t("the manager's instruction")
  }
}

/** What is done where the code failed: `Refunds is not available`. */
export function insteadWords(code: CodeUse, t: Translate): string {
  switch (code.use) {
    case 'available':
      return t('{name} is not available', { name: code.name })
    case 'condition':
      return t('the model reads the condition as it is drawn')
    case 'summary':
    case 'carry-over':
      return t('it is empty')
    case 'instruction':
    case 'before-reply':
    case 'after-reply':
    case 'message':
    case 'after-work':
    case 'after-work-of-all':
    case 'manager-instruction':
      return t('the turn cannot go on')
  }
}
