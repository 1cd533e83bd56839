/** What a person reads of a tool that its source describes differently than when they were asked about a call of it. */
import type { PlainText, Translate } from '../../languages/translate'
import type { DescribedAnew } from '../log/questions'

/** `why`: it is asked again; `told`: what was said of the tool before and is said now, where that differs. */
type DescribedAnewWords = { readonly why: string; readonly told: readonly { label: string; text: string }[] }

export function describedAnewWords(tool: string, anew: DescribedAnew, t: Translate): DescribedAnewWords {
  const { before, now } = anew
  const parts: readonly (readonly [boolean, PlainText])[] = [
    [anew.description, 'its description'],
    [anew.arguments, 'its arguments'],
    [anew.effect, 'what it may change'],
    [anew.request, 'the request that it sends'],
  ]
  const changed = parts.flatMap(([is, words]) => (is ? [t(words)] : []))
  const told = [
    ...(anew.description ? [{ label: t('Description before'), text: before.description }] : []),
    ...(anew.description ? [{ label: t('Description now'), text: now.description }] : []),
    ...(anew.request ? [{ label: t('Request before'), text: before.request ?? '' }] : []),
    ...(anew.request ? [{ label: t('Request now'), text: now.request ?? '' }] : []),
  ]
  const why = t(
    '{tool} is described differently than when you were asked about this call, so you are asked again. What changed: {parts}.',
    { tool, parts: changed.join(', ') },
  )
  return { why, told }
}
