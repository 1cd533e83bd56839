/** What a flow would use, in groups and in words: what each means for the person who is asked to allow it. */
import { z } from 'zod'
import type { ErrorDetails } from '../../src-shared/errors'
import { visibleLine, visibleLines } from '../../src-shared/kinds/visible'
import { ANY_HOST, secretConnection, secretPlace } from '../../src-shared/kinds/needs'
import type { ConsentView } from '../../src-shared/rpc/contract'
import { isPrivateHost } from './private-host'

/** Groups in the order in which they are shown: what can do most comes first, and hosts below the code that may reach them. */
const GROUPS = ['command', 'code', 'any-host', 'private-host', 'host', 'file', 'secret'] as const
export type ConsentGroupKey = (typeof GROUPS)[number]

export type ConsentGroup = { key: ConsentGroupKey; sentence: string; items: readonly ConsentView[] }

/** What waits for the consent. */
export const CONSENT_VERBS = ['send', 'begin', 'answer', 'retry', 'continue', 'rerun', 'connect', 'try'] as const
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

function sentenceOf(key: ConsentGroupKey, isMany: boolean, hasHosts: boolean): string {
  const these = (word: string): string => (isMany ? `these ${word}s` : `this ${word}`)
  switch (key) {
    case 'command':
      return `Runs ${these('program')} on your computer`
    case 'code':
      return `Runs this code in a sandbox: no files, no network${hasHosts ? ' but for the hosts below' : ''}`
    case 'any-host':
      return 'Reaches any public address that a call of the tool names'
    case 'private-host':
      return `Reaches ${isMany ? 'private addresses' : 'a private address'}: this machine or your network`
    case 'host':
      return isMany ? 'Reaches these addresses' : 'Reaches this address'
    case 'file':
      return `Reads ${these('file')}`
    case 'secret':
      return `Hands over ${these('secret')}`
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
} as const satisfies { [K in ConsentGroupKey]: string }

const COUNTED = {
  command: ['program', 'programs'],
  code: ['piece of code', 'pieces of code'],
  'any-host': ['tool that may reach any address', 'tools that may reach any address'],
  'private-host': ['private address', 'private addresses'],
  host: ['address', 'addresses'],
  file: ['file', 'files'],
  secret: ['secret', 'secrets'],
} as const satisfies { [K in ConsentGroupKey]: readonly [one: string, many: string] }

/** `2 programs, 45 pieces of code and 1 secret`. */
export function countedWords(groups: readonly ConsentGroup[]): string {
  const counts = groups.map(({ key, items }) => `${items.length} ${COUNTED[key][items.length === 1 ? 0 : 1]}`)
  return counts.length < 2 ? counts.join() : `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}`
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
} as const satisfies { [V in ConsentVerb]: string }

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
} as const satisfies { [V in ConsentVerb]: string }

const placeSchema = z.object({ place: z.string(), address: z.string().optional() })

/** What a node that was refused something while it ran wanted, and what to do; the message itself where the error does not say. */
export function refusedWords({ message, details }: { message: string; details?: ErrorDetails | undefined }): string {
  const parsed = placeSchema.safeParse(details)
  if (!parsed.success) return message
  const { place, address } = parsed.data
  const where =
    address === undefined || place.startsWith(address)
      ? place
      : `${place}, which leads to the private address ${address}`
  return `It wanted to reach ${visibleLine(where)}. Nobody allowed that, so nothing was sent there. If it is meant, write that address into the node: you are asked for it with the next message.`
}

/** An item where others were allowed before; code is known by its tool's name, so it may be an old one that changed. */
export function newsWord({ type }: ConsentView): string {
  return type === 'code' ? 'New or changed' : 'New'
}

/** What an item is called, and what is shown whole below it; null where its name is all of it. */
export function shownItem(item: ConsentView): { name: string; whole: string | null } {
  const { type, value, content } = item
  if (type === 'code') return { name: value, whole: visibleLines(content) }
  const secret = secretPlace(item)
  if (secret !== null) return { name: visibleLine(secret.name), whole: null }
  // The core cuts long names; here there is room.
  return { name: visibleLine(content), whole: null }
}

/** What else a person should know of an item; empty: nothing. */
export function noteOf(item: ConsentView): string {
  const { type, value, content } = item
  const secret = secretPlace(item)
  const connection = secretConnection(item)
  if (connection !== null) return `to the connection ${visibleLine(connection.connection)}`
  if (secret !== null) return `${secret.isProgram ? 'to the program' : 'to'} ${visibleLine(secret.goesTo)}`
  if (type === 'host') return value.startsWith('http:') ? 'not encrypted' : ''
  if (type !== 'code') return ''
  const lines = content.trimEnd().split('\n').length
  return lines === 1 ? '1 line' : `${lines} lines`
}
