/** What became of a flow, from two texts of it: for those who are sent the texts and say it in a language of their own. */
import type { Translate } from '../../languages/translate'
import { openFlow } from '../editing/open'
import { differenceOf } from './difference'
import { differenceLines } from './difference-words'

/** A flow as it was and as it became. */
export type FlowTexts = { readonly before: string; readonly after: string }

/** So many lines are told. */
const MOST_LINES = 60

/** In words, the first of them; empty too where one of the texts is no flow that can be opened. */
export function differenceOfTexts(texts: FlowTexts, t: Translate): string[] {
  const [before, after] = [openFlow(texts.before), openFlow(texts.after)]
  if (!before.ok || !after.ok) return []
  const flows = { before: before.flow, after: after.flow }
  return differenceLines(differenceOf(flows.before, flows.after), flows, { t })
    .map(({ text }) => text)
    .slice(0, MOST_LINES)
}
