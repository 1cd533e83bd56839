/** How a run's figures read: durations, tokens, JSON. */
import { momentIn } from '../../../src-shared/languages/formats'
import type { Translate } from '../../../src-shared/languages/translate'
import { costPartWords } from '../../../src-shared/run/words/calls'
import { guessed, moneyWords, tokenWords } from '../../../src-shared/run/words/figures'
import type { TurnCost } from '../../../src-shared/run/fold/fold-cost'
import type { SpendingView } from '../../../src-shared/run/fold/fold-spending'
import { usageOfExpense } from '../../../src-shared/run/log/expense'

/** `3 model calls: 1 switch check, 1 reply, 1 observer · 612 + 40 tokens · $0.0021`; nothing where no model was asked. */
export function costWords({ calls, parts, usage, spent }: TurnCost, t: Translate): string {
  if (calls === 0) return ''
  const purposes = parts.map(({ what, count }) => costPartWords(what, count, t))
  const { input, output } = usage
  const tokens =
    input + output === 0 ? null : guessed(t('{input, number} + {output, number} tokens', { input, output }), usage, t)
  const money = spent === undefined ? null : moneyWords(spent, usage, t)
  const words = t('{calls, plural, one {# model call} other {# model calls}}: {purposes}', {
    calls,
    purposes: purposes.join(', '),
  })
  return [words, tokens, money].filter((part) => part !== null).join(' · ')
}

/** `12,345 tokens · $0.0021`, of a turn or a thread; nothing where no model was asked. */
export function spentWords({ total, priced }: SpendingView, t: Translate): string {
  const usage = usageOfExpense(total)
  if (usage.input + usage.output === 0) return ''
  const { dollars, unpriced } = total
  const money = priced === 0 ? [] : [moneyWords({ dollars, isPart: unpriced > 0 }, usage, t)]
  return [tokenWords(usage, t), ...money].join(' · ')
}

/** The time of day. */
export function clockWords(iso: string, t: Translate): string {
  return momentIn(iso, 'clock', t.tag)
}

/** The time of day to the second, as steps are told apart by. */
export function secondWords(iso: string, t: Translate): string {
  return momentIn(iso, 'seconds', t.tag)
}

/** JSON text with line breaks; any other text as it is. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
