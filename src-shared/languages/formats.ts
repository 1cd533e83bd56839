/** How numbers and moments are written in a language. Making such a format costs as much as using it a hundred times, so each is made once. */

function madeOnce<Format>(make: (tag: string) => Format): (tag: string) => Format {
  const made = new Map<string, Format>()
  return (tag) => {
    const known = made.get(tag)
    if (known !== undefined) return known
    const format = make(tag)
    made.set(tag, format)
    return format
  }
}

export const numberFormat = madeOnce((tag) => new Intl.NumberFormat(tag))

export const pluralRules = madeOnce((tag) => new Intl.PluralRules(tag))

type MomentStyle = 'clock' | 'seconds' | 'day' | 'moment'

const CLOCK = { hour: 'numeric', minute: 'numeric', second: 'numeric' } as const

const STYLES: { readonly [Style in MomentStyle]: Intl.DateTimeFormatOptions } = {
  clock: { timeStyle: 'short' },
  seconds: CLOCK,
  day: { year: 'numeric', month: 'short', day: 'numeric' },
  moment: { year: 'numeric', month: 'numeric', day: 'numeric', ...CLOCK },
}

/** By language and time zone: whoever travels while the app is open reads the time of where they are. */
const formatsOf = (style: MomentStyle) =>
  madeOnce((key) => new Intl.DateTimeFormat(key.slice(0, key.indexOf(' ')), STYLES[style]))

const FORMATS: { readonly [Style in MomentStyle]: (key: string) => Intl.DateTimeFormat } = {
  clock: formatsOf('clock'),
  seconds: formatsOf('seconds'),
  day: formatsOf('day'),
  moment: formatsOf('moment'),
}

/** A moment in a language and in the time zone of this machine; nothing where it is none. */
export function momentIn(at: string | number | Date, style: MomentStyle, tag: string): string {
  const date = new Date(at)
  const zone = new Date().getTimezoneOffset()
  return Number.isNaN(date.getTime()) ? '' : FORMATS[style](`${tag} ${zone}`).format(date)
}
