/** Reads a curl command, as browsers and the pages of APIs give it, into the request that it would send. Nothing is sent. */
import { AppError } from '../../errors'
import { CURL_LETTERS, CURL_OPTIONS, type CurlPart } from './curl-options'
import { shellWords } from './shell-words'
import { asMessage, message as sentence, type Message, type Sentence } from '../../languages/translate'

/** `body`: its text, and whether it is given as fields (`a=1&b=2`). `notes`: what was left out, in words. */
export type CurlRequest = {
  method: string
  url: string
  headers: [name: string, value: string][]
  body: { text: string; isFields: boolean } | null
  /** `name:password`, as curl would send it. */
  user: string | null
  /** In ms; null: not said. */
  timeout: number | null
  notes: Message[]
}

const MAX_TEXT = 300_000

/** Whether a text begins as a curl command. */
export function isCurl(text: string): boolean {
  return /^\s*(?:[$>%#]\s+)?curl(?:\.exe)?\s/.test(text)
}

type GivenPart = { part: CurlPart; value: string }

/** Throws AppError `bad-input` with what is wrong in words. */
export function readCurl(text: string): CurlRequest {
  if (text.length > MAX_TEXT) throw bad('This command is too long.')
  const { words, hasMore } = shellWords(text.trim().replace(/^[$>%#]\s+/, ''))
  const { given, notes } = optionsOf(words.slice(1))
  if (hasMore) notes.push(sentence('Only the first command is taken.'))
  const all = (part: CurlPart): string[] => given.flatMap((one) => (one.part === part ? [one.value] : []))
  const urls = all('url')
  const [url] = urls
  if (url === undefined) throw bad('There is no address in this command. Copy all of it.')
  if (urls.length > 1)
    notes.push(sentence('Only the first address is taken, not {others}.', { others: urls.slice(1).join(', ') }))
  if (all('form').length > 0) notes.push(sentence('A form (-F) cannot be sent; it is left out.'))
  const body = bodyOf(given, notes)
  const isQuery = given.some(({ part }) => part === 'get')
  return {
    method: methodOf(given, body !== null && !isQuery),
    url: isQuery && body !== null ? withQuery(addressOf(url), body.text) : addressOf(url),
    headers: headersOf(given, isQuery ? null : body),
    body: isQuery ? null : body,
    user: all('user').at(-1) ?? null,
    timeout: timeoutOf(all('seconds').at(-1)),
    notes,
  }
}

function optionsOf(words: readonly string[]): { given: GivenPart[]; notes: Message[] } {
  const given: GivenPart[] = []
  const notes: Message[] = []
  let at = 0
  const take = (name: string, rest: string | null): void => {
    const option = Object.hasOwn(CURL_OPTIONS, name) ? CURL_OPTIONS[name] : undefined
    if (option === undefined)
      return void notes.push(sentence('{name} is not known here and is left out.', { name: shown(name) }))
    let value = ''
    if (option.takes) {
      if (rest === null) at += 1
      value = rest ?? words[at] ?? ''
    }
    if (option.part !== undefined) given.push({ part: option.part, value })
    else if (option.why !== null)
      notes.push(sentence('{name} is left out: {reason}.', { name, reason: asMessage(option.why) }))
  }
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word.startsWith('--')) {
      const [name = '', ...rest] = word.split('=')
      take(name, rest.length === 0 ? null : rest.join('='))
    } else if (word.startsWith('-') && word.length > 1) letters(word.slice(1), take)
    else if (word !== '') given.push({ part: 'url', value: word })
  }
  return { given, notes }
}

/** `-sSL`, `-XPOST`: several without a value, the last one with it. */
function letters(word: string, take: (name: string, rest: string | null) => void): void {
  for (let at = 0; at < word.length; at += 1) {
    const name = CURL_LETTERS[word.charAt(at)]
    if (name === undefined) return take(`-${word.slice(at)}`, null)
    const takes = CURL_OPTIONS[name]?.takes === true
    const rest = word.slice(at + 1)
    take(name, takes && rest !== '' ? rest.replace(/^=/, '') : null)
    if (takes) return
  }
}

function methodOf(given: readonly GivenPart[], hasBody: boolean): string {
  const said = given
    .filter(({ part }) => part === 'method')
    .at(-1)
    ?.value.toUpperCase()
  if (said !== undefined && said !== '') return said
  if (given.some(({ part }) => part === 'head')) return 'HEAD'
  return hasBody ? 'POST' : 'GET'
}

function bodyOf(given: readonly GivenPart[], notes: Message[]): CurlRequest['body'] {
  const texts: string[] = []
  let isFields = false
  for (const { part, value } of given) {
    const isData = part === 'data' || part === 'rawData' || part === 'encodedData' || part === 'json'
    if (!isData) continue
    if (part !== 'rawData' && /^[^=]*@/.test(value) && (part !== 'encodedData' || !value.includes('='))) {
      if (part === 'encodedData' || value.startsWith('@')) {
        notes.push(
          sentence('The file {file} is not read; fill in the body.', { file: shown(value.slice(value.indexOf('@'))) }),
        )
        continue
      }
    }
    texts.push(part === 'encodedData' ? encoded(value) : value)
    isFields ||= part !== 'json'
  }
  if (texts.length === 0) return given.some(({ part }) => part === 'json') ? { text: '', isFields: false } : null
  return { text: texts.join(isFields ? '&' : ''), isFields }
}

/** `name=content`, `=content` or `content`, of which the content gets encoded. */
function encoded(value: string): string {
  const equals = value.indexOf('=')
  const name = equals <= 0 ? '' : `${value.slice(0, equals)}=`
  return name + encodeURIComponent(value.slice(equals + 1))
}

function headersOf(given: readonly GivenPart[], body: CurlRequest['body']): CurlRequest['headers'] {
  const headers: CurlRequest['headers'] = []
  const has = (name: string): boolean => headers.some(([one]) => one.toLowerCase() === name)
  for (const { part, value } of given) {
    if (part === 'header') {
      const [, name, text] = /^([^:;]+)[:;]\s*(.*)$/s.exec(value) ?? []
      if (name !== undefined && (text ?? '').trim() !== '') headers.push([name.trim(), (text ?? '').trim()])
    } else if (part === 'bearer') headers.push(['Authorization', `Bearer ${value}`])
    else if (part === 'cookie') headers.push(['Cookie', value])
    else if (part === 'agent') headers.push(['User-Agent', value])
    else if (part === 'referer') headers.push(['Referer', value])
  }
  if (body !== null && !has('content-type'))
    headers.push(['Content-Type', body.isFields ? 'application/x-www-form-urlencoded' : 'application/json'])
  return headers
}

/** Curl asks over http where an address does not say. */
function addressOf(word: string): string {
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(word) ? word : `http://${word}`
  if (!/^https?:\/\//i.test(address))
    throw bad(sentence('{word} is not an http or https address.', { word: shown(word) }))
  return address
}

function withQuery(url: string, query: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${query}`
}

function timeoutOf(seconds: string | undefined): number | null {
  const value = Number(seconds)
  return seconds === undefined || !(value > 0) ? null : Math.min(600_000, Math.max(1, Math.round(value * 1000)))
}

function shown(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function bad(said: Sentence): AppError {
  return new AppError('bad-input', said)
}
