/** What a model reads when the arguments of its call do not fit the tool's schema, and a person of what they filled in: each place, and what was wanted there. */
import type { Language } from '../../flow/records'
import { valueWords } from '../../json-schema/describe'
import type { Misfit } from '../../json-schema/misfit'
import { builtInText } from './index'

/** Names that are known where one is not. */
const MOST_KNOWN = 20

/** The result of a call that was not made. */
export function argumentsUnfit(language: Language, tool: string, misfits: readonly Misfit[]): string {
  return builtInText(language, 'argumentsUnfit', { tool, faults: faultsOf(language, misfits) })
}

/** What does not fit, each place with what was wanted there. */
export function faultsOf(language: Language, misfits: readonly Misfit[]): string {
  return misfits.map((misfit) => misfitWords(language, misfit)).join('; ')
}

function misfitWords(language: Language, misfit: Misfit): string {
  const path = misfit.path === '' ? builtInText(language, 'theArguments') : misfit.path
  switch (misfit.what) {
    case 'type':
      return builtInText(language, 'misfitType', { path, wanted: misfit.wanted, given: misfit.given })
    case 'missing':
      return builtInText(language, 'misfitMissing', { path, wanted: misfit.wanted })
    case 'extra': {
      const { known } = misfit
      const shown = known.slice(0, MOST_KNOWN).join(', ') + (known.length > MOST_KNOWN ? ', …' : '')
      return builtInText(language, 'misfitExtra', { path, known: shown === '' ? builtInText(language, 'none') : shown })
    }
    case 'value':
      return builtInText(language, 'misfitValue', { path, allowed: valueWords(misfit.allowed) })
    case 'choice':
      return builtInText(language, 'misfitChoice', { path, wanted: misfit.wanted })
    case 'several':
      return builtInText(language, 'misfitSeveral', { path, wanted: misfit.wanted })
    case 'rule':
      return builtInText(language, 'misfitRule', { path, rule: misfit.rule })
  }
}
