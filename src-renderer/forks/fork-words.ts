/** Where a thread left another one, in words. */
import type { Translate } from '../../src-shared/languages/translate'
import type { ForkRow } from './fork-tree'

/** `before turn 2`; nothing for one that left none. */
export function leftWords({ from, isMid, turn }: ForkRow, t: Translate): string {
  if (from === null) return ''
  return isMid ? t('in turn {turn}', { turn }) : t('before turn {turn}', { turn })
}
