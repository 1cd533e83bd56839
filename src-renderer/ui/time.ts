/** Times in the words of a person. */
import { momentIn } from '../../src-shared/languages/formats'
import type { Translate } from '../../src-shared/languages/translate'

/** `just now`, `5 minutes ago`, `yesterday`, or the date. Times are ISO 8601. */
export function timeAgo(iso: string, t: Translate, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1000))
  if (Number.isNaN(seconds)) return ''
  if (seconds < 45) return t('just now')
  const minutes = Math.round(seconds / 60)
  if (minutes < 60)
    return t('{minutes, plural, =1 {a minute ago} one {# minute ago} other {# minutes ago}}', { minutes })
  const hours = Math.round(minutes / 60)
  if (hours < 24) return t('{hours, plural, =1 {an hour ago} one {# hour ago} other {# hours ago}}', { hours })
  const days = Math.round(hours / 24)
  if (days < 14) return t('{days, plural, =1 {yesterday} one {# day ago} other {# days ago}}', { days })
  return dateWords(iso, t)
}

/** `3 Mar 2026`. */
function dateWords(iso: string, t: Translate): string {
  return momentIn(iso, 'day', t.tag)
}

/** Day and time, to the second. */
export function momentWords(iso: string, t: Translate): string {
  return momentIn(iso, 'moment', t.tag)
}
