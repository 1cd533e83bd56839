/** Reads search results out of the shapes that search services commonly answer in. */

/** One result as plain text; `url` is http or https. */
export type SearchResult = { title: string; url: string; snippet: string }

/** Where the list stands: Tavily, SearXNG and most others; Brave; Google; SerpApi; Serper; Bing; a bare list. */
const LISTS: readonly (readonly string[])[] = [
  ['results'],
  ['web', 'results'],
  ['items'],
  ['organic_results'],
  ['organic'],
  ['webPages', 'value'],
  ['data'],
  [],
]
const TITLES = ['title', 'name'] as const
const ADDRESSES = ['url', 'link', 'href'] as const
const TEXTS = ['content', 'snippet', 'description', 'text', 'body'] as const

const LONGEST = { title: 300, url: 2_000, snippet: 1_500 } as const

type Redact = (text: string) => string

/** The results in their order, each address once; null where the answer is in no known shape. */
export function readResults(answer: unknown): SearchResult[] | null {
  return readRedacted(answer, (text) => text)
}

/** The same without what `redact` takes out of each text, before that is cut. */
export function readRedacted(answer: unknown, redact: Redact): SearchResult[] | null {
  for (const path of LISTS) {
    const list = path.reduce<unknown>(fieldOf, answer)
    if (Array.isArray(list)) return readList(list, redact)
  }
  // Brave and Google leave the list out when nothing was found.
  const isEmptyAnswer = ['web', 'query', 'searchInformation', 'search_metadata'].some(
    (name) => typeof fieldOf(answer, name) === 'object',
  )
  return isEmptyAnswer && fieldOf(answer, 'error') === undefined ? [] : null
}

function readList(list: readonly unknown[], redact: Redact): SearchResult[] {
  const results = new Map<string, SearchResult>()
  for (const item of list) {
    const url = redact(textOf(item, ADDRESSES)).slice(0, LONGEST.url)
    if (!URL.canParse(url) || !/^https?:\/\//i.test(url) || results.has(url)) continue
    const title = plain(redact(textOf(item, TITLES)), LONGEST.title)
    const snippet = plain(redact(textOf(item, TEXTS)), LONGEST.snippet)
    results.set(url, { title: title === '' ? url : title, url, snippet })
  }
  return [...results.values()]
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return new Map<string, unknown>(Object.entries(value)).get(name)
}

function textOf(item: unknown, names: readonly string[]): string {
  for (const name of names) {
    const value = fieldOf(item, name)
    if (typeof value === 'string' && value.trim() !== '') return value.trim()
  }
  return ''
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

/** A text without marks such as <strong> and with its entities read, on one line. */
function plain(text: string, longest: number): string {
  const flat = text
    .slice(0, longest * 4)
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, entity: string) => readEntity(entity) ?? whole)
    .replace(/\s+/g, ' ')
    .trim()
  return flat.length > longest ? `${flat.slice(0, longest - 1)}…` : flat
}

/** The character that `amp`, `#38` or `#x26` stands for; null for none. */
function readEntity(entity: string): string | null {
  if (!entity.startsWith('#')) return ENTITIES.get(entity.toLowerCase()) ?? null
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number.parseInt(entity.slice(1), 10)
  return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : null
}
