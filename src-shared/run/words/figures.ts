/** How figures of runs read: how long, how many tokens, how much money. */
import type { Translate } from '../../languages/translate'
import type { Usage } from '../log/usage'

/** `240 ms`, `1.2 s`, `2 min 5 s`. */
export function durationWords(ms: number, t: Translate): string {
  if (ms < 950) return t('{count} ms', { count: Math.round(ms) })
  if (ms < 59_950) return t('{count} s', { count: t.number(ms / 1000, ONE_PLACE) })
  const seconds = Math.round(ms / 1000)
  return t('{minutes} min {seconds} s', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
}

/** `214 tokens`, in and out together; `about 214 tokens` where they were estimated. */
export function tokenWords(usage: Usage, t: Translate): string {
  const count = usage.input + usage.output
  const words = t('{count, plural, one {# token} other {# tokens}}', { count })
  return usage.estimated === true ? t('about {amount}', { amount: words }) : words
}

/** `$0.0021`, `$1.24`; what is smaller than a hundredth of a cent is said to be. */
export function dollarWords(dollars: number, t: Translate): string {
  if (dollars === 0) return '$0'
  if (dollars < 0.0001) return t('less than {amount}', { amount: '$0.0001' })
  return `$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`
}

/** `about $0.0021`; `isPart`: some calls have no price that is known. */
export function moneyWords(
  { dollars, isPart }: { dollars: number; isPart: boolean },
  usage: Usage,
  t: Translate,
): string {
  const amount = guessed(dollarWords(dollars, t), usage, t)
  return isPart ? t('at least {amount}', { amount }) : amount
}

/** `about 214`, where it was estimated. */
export function guessed(amount: string, { estimated }: Usage, t: Translate): string {
  return estimated === true ? t('about {amount}', { amount }) : amount
}

const ONE_PLACE = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
