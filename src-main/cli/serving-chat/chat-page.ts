/** The chat page of `baton serve`: hands it out, and answers it. Its key opens nothing else, and a visitor has only threads of their own. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { z } from 'zod'
import { AppError } from '../../../src-shared/errors'
import { inEnglish } from '../../../src-shared/languages/translate'
import { readSettings } from '../../../src-shared/flow/records'
import { systemClock } from '../../clock'
import type { Core } from '../../core'
import { callerOf, forbidden, hashOf, refuseHost, type HostNames } from '../serving/access'
import { readJson } from '../serving/bounded-json'
import { readBody } from '../serving/body'
import { decoded, isMethod, pathOf, sendJson } from '../serving/endpoint'
import { createLimiter, type Limiter, type LimitWords, type Strangers } from '../serving/limits'
import type { ServedModel, ServedModels } from '../serving/models'
import type { RequestFacts } from '../serving/request-log'
import type { Underway } from '../serving/underway'
import { createPageFiles, PAGE, takesPacked } from './page-files'
import type { PageOptions } from './page-options'
import {
  answerSchema,
  decide,
  history,
  say,
  saySchema,
  stop,
  stopSchema,
  type Visit,
  type VisitEvent,
} from './visitor-turns'
import { refusedAs } from '../serving/failures'
import { REQUEST_BOUNDS } from '../serving/listen'

export type ChatPageOptions = Omit<PageOptions, 'printed'> & {
  core: Core
  models: ServedModels
  hosts: HostNames
  underway: Underway
  strangers: Strangers
  /** Of all visitors together. */
  perMinute: number
  atOnce: number
}

type ChatPage = ChatPageOptions & { limits: { visitor: Limiter; page: Limiter } }

type Exchange = { request: IncomingMessage; response: ServerResponse; facts: RequestFacts }

/** What one person types, with what their page asks while it waits; and never more than half of what all visitors have together. */
const VISITOR = { perMinute: 60, atOnce: 2 }
const BODY = { megabytes: 0.25, idleMs: 30_000, wholeMs: REQUEST_BOUNDS.bodyMs }
const STILL_THERE_MS = 20_000
const VISITOR_HEADER = 'x-baton-visitor'

const OF_VISITORS: LimitWords = {
  often: (perMinute) => `A visitor may ask ${perMinute} times in a minute.`,
  held: (atOnce) => `A visitor may have ${atOnce} answers under way at once.`,
}
const OF_PAGES: LimitWords = {
  often: (perMinute) => `All visitors together may ask ${perMinute} times in a minute.`,
  held: (atOnce) => `All visitors together may have ${atOnce} answers under way at once.`,
}

function halfOf(all: number): number {
  return Math.ceil(all / 2)
}

/** Answers requests of `/chat` and below. Throws what becomes a refusal. */
export function createChatPage(options: ChatPageOptions) {
  const limits = {
    visitor: createLimiter(
      {
        perMinute: Math.min(VISITOR.perMinute, halfOf(options.perMinute)),
        atOnce: Math.min(VISITOR.atOnce, halfOf(options.atOnce)),
      },
      systemClock,
      OF_VISITORS,
    ),
    page: createLimiter({ perMinute: options.perMinute, atOnce: options.atOnce }, systemClock, OF_PAGES),
  }
  const page: ChatPage = { ...options, limits }
  const pageFile = createPageFiles(options.embedOn)
  return async (request: IncomingMessage, response: ServerResponse, facts: RequestFacts): Promise<void> => {
    refuseHost(request, page.hosts)
    refuseOtherSites(request)
    const [, first = '', second = '', ...rest] = pathOf(request.url ?? '/')
      .split('/')
      .slice(1)
    // Alone it is the page of a flow that is called so.
    if (first === 'api' && second !== '') return await answerPage(page, { request, response, facts }, [second, ...rest])
    facts.route = '/chat/:file'
    refuseOtherMethod(request, response, 'GET')
    const isPacked = takesPacked(request.headers['accept-encoding']?.toString())
    const file = first === PAGE ? null : pageFile(first, isPacked)
    const found = file ?? (second === '' && isServed(page, first) ? pageFile(PAGE, isPacked) : null)
    if (found === null) throw new AppError('not-found', inEnglish('There is no such page here.'))
    response.writeHead(200, found.headers)
    response.end(found.body)
  }
}

/** Pages of other sites ask nothing here, wherever the page itself is shown: its frame asks as the page. */
function refuseOtherSites({ headers: { origin, host = '' } }: IncomingMessage): void {
  if (origin === undefined) return
  if (URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol)) {
    const { protocol } = new URL(origin)
    if (new URL(`${protocol}//${host}`).origin === origin) return
  }
  throw forbidden('Other pages may not talk to Baton with the key of its chat page.')
}

function refuseOtherMethod(request: IncomingMessage, response: ServerResponse, known: 'GET' | 'POST'): void {
  if (isMethod(request, known)) return
  response.setHeader('allow', known === 'GET' ? 'GET, HEAD' : known)
  throw new AppError('bad-input', inEnglish(`It takes ${known} only.`), refusedAs('method_not_allowed'))
}

function isServed(page: ChatPage, name: string): boolean {
  return servedBy(page, name) !== undefined
}

/** Without a name, or with `-`, the first flow. */
function servedBy({ models: { all } }: ChatPage, name: string): ServedModel | undefined {
  return name === '' || name === '-' ? all[0] : all.find(({ id }) => id === name)
}

async function answerPage(page: ChatPage, exchange: Exchange, [name = '', ...path]: readonly string[]): Promise<void> {
  const { request, response, facts } = exchange
  const key = callerOf(request, response, { keys: [page.key], command: 'baton serve', strangers: page.strangers })
  facts.key = key.name
  const visit = visitOf(page, request, name)
  // One who asks too often takes nothing from the others.
  page.limits.visitor.count(visit.caller)
  page.limits.page.count(key.hash)
  const [what = '', thread = '', ...more] = path
  if (path.length === 0) {
    facts.route = '/chat/api/:flow'
    refuseOtherMethod(request, response, 'GET')
    const { starters, speaksFirst } = readSettings(visit.given.flow)
    return sendJson(response, 200, { name: visit.given.flow.name, starters, speaksFirst: speaksFirst === 'flow' })
  }
  if (what === 'threads' && thread !== '' && more.length === 0) {
    facts.route = '/chat/api/:flow/threads/:thread'
    refuseOtherMethod(request, response, 'GET')
    facts.thread = decoded(thread)
    return sendJson(response, 200, history(visit, facts.thread))
  }
  if ((what !== 'say' && what !== 'answer' && what !== 'stop') || path.length > 1)
    throw new AppError('not-found', inEnglish('There is nothing here.'))
  facts.route = `/chat/api/:flow/${what}`
  refuseOtherMethod(request, response, 'POST')
  // It takes no place among the answers under way, one of which it ends.
  if (what === 'stop') {
    await stop(visit, parsed(stopSchema, await readBody(request, BODY)))
    return sendJson(response, 200, {})
  }
  const over: (() => void)[] = []
  try {
    over.push(page.underway.begin())
    over.push(page.limits.visitor.hold(visit.caller))
    const body = await readBody(request, BODY)
    over.push(page.limits.page.hold(key.hash))
    const tell = teller(exchange)
    const beat = setInterval(() => tell(null), STILL_THERE_MS).unref()
    over.push(() => clearInterval(beat))
    if (what === 'say') await say(visit, parsed(saySchema, body), tell)
    else await decide(visit, parsed(answerSchema, body), tell)
    response.end()
  } finally {
    for (const end of over) end()
  }
}

/** The visitor is known by what their page keeps, which nobody can guess. */
function visitOf(page: ChatPage, { headers }: IncomingMessage, name: string): Visit {
  const visitor = [headers[VISITOR_HEADER]].flat()[0] ?? ''
  if (!/^[0-9a-f]{64}$/.test(visitor))
    throw new AppError('bad-input', inEnglish('The visitor is missing. Open the page again.'))
  const served = servedBy(page, name)
  if (served === undefined) throw new AppError('not-found', inEnglish('There is no such flow here.'))
  const { core, visitorsDecide } = page
  return { core, given: served.given, caller: hashOf(`visitor ${visitor}`), visitorsDecide }
}

function parsed<Schema extends z.ZodType>(schema: Schema, body: string): z.output<Schema> {
  try {
    return schema.parse(readJson(body))
  } catch {
    throw new AppError('bad-input', inEnglish('The body is not what this takes.'))
  }
}

/** Lines of JSON, as they come; null: an empty one, by which proxies know that the answer goes on. */
function teller({ response, facts }: Exchange): (event: VisitEvent | null, code?: string) => void {
  return (event, code) => {
    facts.error = code ?? null
    if (event !== null && event.type !== 'text') facts.thread = event.thread
    if (response.destroyed) return
    if (!response.headersSent)
      response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' })
    response.write(event === null ? '\n' : `${JSON.stringify(event)}\n`)
  }
}
