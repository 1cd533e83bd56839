/** What a view says itself where words are left out or missing, in the language of the flow. */
import { builtInText } from '../../../src-shared/agents/prompts'
import type { Language } from '../../../src-shared/flow/records'
import type { ViewOptions } from './view'

export function viewTexts(language: Language): Pick<ViewOptions, 'leftOut' | 'interrupted'> {
  return { leftOut: builtInText(language, 'leftOut'), interrupted: builtInText(language, 'callInterrupted') }
}
