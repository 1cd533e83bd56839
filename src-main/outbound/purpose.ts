/**
 * For what, and by whose permission, this process connects to elsewhere: every way out says so before it does. What is opened without a word of it is
 * `unknown` in the ledger. It goes along with the work itself, so nothing between a step and a socket has to hand it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'
import type { OutboundPermit, OutboundWhy } from '../../src-shared/outbound/outbound'

export type Purpose = { readonly why: Exclude<OutboundWhy, 'unknown'>; readonly permit: OutboundPermit }

/** Where in a conversation it happens. */
export type ConversationPlace = { readonly thread?: string; readonly node?: string }

export type PurposeInPlace = Partial<Purpose> & ConversationPlace

/** A connection that was refused before it was opened. */
export type RefusedConnection = {
  readonly host: string
  readonly port: number | null
  readonly state: 'offline' | 'not-allowed'
  readonly purpose: PurposeInPlace
}

const current = new AsyncLocalStorage<PurposeInPlace>()

/** Where refusals are told to whoever keeps the ledger. */
export const REFUSED = channel('baton:outbound:refused')

/** Work whose connections are for this. */
export function forPurpose<Result>(purpose: Purpose, work: () => Result): Result {
  return current.run({ ...current.getStore(), ...purpose }, work)
}

/** Work at a place of a conversation. */
export function atPlace<Result>(place: ConversationPlace, work: () => Result): Result {
  return current.run({ ...current.getStore(), ...place }, work)
}

/** What the work under way is for. */
export function purposeNow(): PurposeInPlace {
  return current.getStore() ?? NOTHING
}

const NOTHING: PurposeInPlace = {}

/** Tells that the work under way was kept from an address. */
export function noteRefused(address: URL | null, state: RefusedConnection['state']): void {
  if (!REFUSED.hasSubscribers || address === null) return
  const refused: RefusedConnection = { ...placeOfUrl(address), state, purpose: purposeNow() }
  REFUSED.publish(refused)
}

const USUAL_PORTS: { readonly [protocol: string]: number } = { 'http:': 80, 'https:': 443 }

function placeOfUrl({ hostname, port, protocol }: URL): { host: string; port: number | null } {
  const host = hostname.replace(/^\[|\]$/g, '')
  return { host, port: port === '' ? (USUAL_PORTS[protocol] ?? null) : Number(port) }
}
