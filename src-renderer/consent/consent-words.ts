/** What a flow would use, in groups and in words: what each means for the person who is asked to allow it. */
import { z } from 'zod'
import type { ErrorDetails } from '../../src-shared/errors'
import { visibleLine, visibleLines } from '../../src-shared/kinds/visible'
import { isSwarmCode } from '../../src-shared/kinds/swarm-codes'
import { ANY_HOST, secretConnection, secretPlace, serversOf } from '../../src-shared/kinds/needs'
import type { ConsentView } from '../../src-shared/rpc/contract'
import type { PlainText, Text, Translate } from '../../src-shared/languages/translate'
import { isPrivateHost } from './private-host'

/** Groups in the order in which they are shown: what can do most comes first, and hosts below the code that may reach them. */
const GROUPS = ['command', 'code', 'any-host', 'private-host', 'host', 'file', 'secret'] as const
export type ConsentGroupKey = (typeof GROUPS)[number]

export type ConsentGroup = { key: ConsentGroupKey; sentence: PlainText; items: readonly ConsentView[] }

/** What waits for the consent. */
export const CONSENT_VERBS = [
  'send',
  'begin',
  'answer',
  'retry',
  'continue',
  'rerun',
  'connect',
  'try',
  'test',
] as const
export type ConsentVerb = (typeof CONSENT_VERBS)[number]

export function groupKeyOf({ type, value }: ConsentView): ConsentGroupKey {
  if (type !== 'host') return type
  if (value === ANY_HOST) return 'any-host'
  return isPrivateHost(value) ? 'private-host' : type
}

/** Non-empty groups. `all`: everything that the flow would use, also what is not shown with them. */
export function consentGroups(items: readonly ConsentView[], all: readonly ConsentView[]): ConsentGroup[] {
  return GROUPS.flatMap((key) => {
    const members = items.filter((item) => groupKeyOf(item) === key)
    if (members.length === 0) return []
    const nodes = new Set(members.flatMap((item) => item.nodes.map(({ id }) => id)))
    const hasHosts = all.some((item) => item.type === 'host' && item.nodes.some(({ id }) => nodes.has(id)))
    return [{ key, sentence: sentenceOf(key, members.length > 1, hasHosts), items: members }]
  })
}

function sentenceOf(key: ConsentGroupKey, isMany: boolean, hasHosts: boolean): PlainText {
  switch (key) {
    case 'command':
      return isMany ? 'Runs these programs on your computer' : 'Runs this program on your computer'
    case 'code':
      return hasHosts
        ? 'Runs this code in a sandbox: no files, no network but for the hosts below'
        : 'Runs this code in a sandbox: no files, no network'
    case 'any-host':
      return 'Reaches any public address that a call of the tool names'
    case 'private-host':
      return isMany
        ? 'Reaches private addresses: this machine or your network'
        : 'Reaches a private address: this machine or your network'
    case 'host':
      return isMany ? 'Reaches these addresses' : 'Reaches this address'
    case 'file':
      return isMany ? 'Reads these files' : 'Reads this file'
    case 'secret':
      return isMany ? 'Hands over these secrets' : 'Hands over this secret'
  }
}

/** One word for an item, where there is no room for the sentence. */
export const GROUP_WORDS = {
  command: 'Program',
  code: 'Code in a sandbox',
  'any-host': 'Any public address',
  'private-host': 'Private address',
  host: 'Address',
  file: 'File',
  secret: 'Secret',
} as const satisfies { [K in ConsentGroupKey]: PlainText }

const COUNTED = {
  command: '{count, plural, one {# program} other {# programs}}',
  code: '{count, plural, one {# piece of code} other {# pieces of code}}',
  'any-host': '{count, plural, one {# tool that may reach any address} other {# tools that may reach any address}}',
  'private-host': '{count, plural, one {# private address} other {# private addresses}}',
  host: '{count, plural, one {# address} other {# addresses}}',
  file: '{count, plural, one {# file} other {# files}}',
  secret: '{count, plural, one {# secret} other {# secrets}}',
} as const satisfies { [K in ConsentGroupKey]: Text }

/** `2 programs, 45 pieces of code and 1 secret`. */
export function countedWords(groups: readonly ConsentGroup[], t: Translate): string {
  return t.list(groups.map(({ key, items }) => t(COUNTED[key], { count: items.length })))
}

export const ALLOW_WORDS = {
  send: 'Allow and send',
  begin: 'Allow and begin',
  answer: 'Allow and answer',
  retry: 'Allow and retry',
  continue: 'Allow and continue',
  rerun: 'Allow and run again',
  connect: 'Allow and connect',
  try: 'Allow and try',
  test: 'Allow and test',
} as const satisfies { [V in ConsentVerb]: PlainText }

/** What came of it when the person allowed nothing. */
export const DECLINED_WORDS = {
  send: 'Not sent. Nothing ran, and your message is back below.',
  begin: 'Not begun. Nothing ran.',
  answer: 'Not answered. Nothing ran, and the question still waits.',
  retry: 'Not tried again. Nothing ran.',
  continue: 'Not continued. Nothing ran.',
  rerun: 'Not run again. Nothing was allowed.',
  connect: 'Not connected. Nothing was started.',
  try: 'Not tried. Nothing ran.',
  test: 'Not tested. Nothing ran.',
} as const satisfies { [V in ConsentVerb]: PlainText }

const placeSchema = z.object({ place: z.string(), address: z.string().optional() })

/** What a node that was refused something while it ran wanted, and what to do; the message itself where the error does not say. */
export function refusedWords({ message, details }: RefusedError, t: Translate): string {
  const parsed = placeSchema.safeParse(details)
  if (!parsed.success) return t.known(message)
  const { address } = parsed.data
  const place = visibleLine(parsed.data.place)
  return address === undefined || place.startsWith(address)
    ? t(
        'It wanted to reach {place}. Nobody allowed that, so nothing was sent there. If it is meant, write that address into the node: you are asked for it with the next message.',
        { place },
      )
    : t(
        'It wanted to reach {place}, which leads to the private address {address}. Nobody allowed that, so nothing was sent there. If it is meant, write that address into the node: you are asked for it with the next message.',
        { place, address: visibleLine(address) },
      )
}

type RefusedError = { message: string; details?: ErrorDetails | undefined }

/** An item where others were allowed before; code is known by its tool's name, so it may be an old one that changed. */
export function newsWord({ type }: ConsentView): PlainText {
  return type === 'code' ? 'New or changed' : 'New'
}

/** What an item is called, and what is shown whole below it; null where its name is all of it. */
export function shownItem(item: ConsentView, t: Translate): { name: string; whole: string | null } {
  const { type, value, content } = item
  if (type === 'code') return { name: isSwarmCode(value) ? t(value) : value, whole: visibleLines(content) }
  const secret = secretPlace(item)
  if (secret !== null) return { name: visibleLine(secret.name), whole: null }
  const document = type === 'host' ? serversOf(item) : null
  if (document !== null)
    return { name: t('the servers that {document} names', { document: visibleLine(document) }), whole: null }
  // The core cuts long names; here there is room.
  return { name: visibleLine(content), whole: null }
}

/** What else a person should know of an item; empty: nothing. */
export function noteOf(item: ConsentView, t: Translate): string {
  const { type, value, content } = item
  const secret = secretPlace(item)
  const connection = secretConnection(item)
  if (connection !== null) return t('to the connection {name}', { name: visibleLine(connection.connection) })
  if (secret !== null) {
    const place = visibleLine(secret.goesTo)
    return secret.isProgram ? t('to the program {place}', { place }) : t('to {place}', { place })
  }
  if (type === 'host') return value.startsWith('http:') ? t('not encrypted') : ''
  if (type !== 'code') return ''
  return t('{count, plural, one {# line} other {# lines}}', { count: content.trimEnd().split('\n').length })
}
