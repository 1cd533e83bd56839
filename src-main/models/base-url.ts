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
