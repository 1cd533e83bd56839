/** Base URLs as people type them. */

/** The base URL without what people paste along with it. */
export function cleanBaseUrl(text: string): string {
  return text
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/chat\/completions$/, '')
}

/** Host and port of a web address, empty where it is none; never a user name or password that stands in it. */
export function hostOf(url: string): string {
  return /^https?:\/\//i.test(url) && URL.canParse(url) ? new URL(url).host : ''
}

/** Where a request goes, without what may be a key: a user name, a password, the values of a query. */
export function addressOf(url: string): string {
  if (!URL.canParse(url)) return ''
  const { origin, pathname, searchParams } = new URL(url)
  const names = [...searchParams.keys()].map((name) => `${name}=...`)
  return `${origin}${pathname}${names.length === 0 ? '' : `?${names.join('&')}`}`
}
