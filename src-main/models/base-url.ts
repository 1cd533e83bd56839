/** Base URLs as people type them. */

/** The base URL without what people paste along with it; a query stays, such as the version that Azure's deployments want. */
export function cleanBaseUrl(text: string): string {
  const { path, query } = partsOf(text.trim())
  return `${path.replace(/\/+$/, '').replace(/\/chat\/completions$/, '')}${query}`
}

/** The address of a part of the API: the path goes before the query. */
export function underBase(baseUrl: string, part: string): string {
  const { path, query } = partsOf(baseUrl)
  return `${path}${part}${query}`
}

/** `query`: with its mark, empty where there is none. */
export function partsOf(baseUrl: string): { path: string; query: string } {
  const at = baseUrl.indexOf('?')
  if (at === -1) return { path: baseUrl, query: '' }
  return { path: baseUrl.slice(0, at), query: at === baseUrl.length - 1 ? '' : baseUrl.slice(at) }
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
