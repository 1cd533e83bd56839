/** A connection to a model server as models are asked over it, and where connections come from. */
import type { ModelParameters } from '../../../src-shared/flow/model-settings'
import type { Price } from '../../../src-shared/providers/model-figures'
import type { OutboundPermit } from '../../../src-shared/outbound/outbound'
import type { DialectSetting } from '../../../src-shared/rpc/dialect'

/** How to reach a model server; belongs to the person, never to a flow. */
export type Connection = {
  name: string
  provider: 'openai' | 'rehearsal'
  baseUrl: string
  apiKey: string | null
  /** Used where a flow names no model. */
  model: string | null
  /** How long the server may take to begin its answer, in ms. */
  timeoutMs?: number | undefined
  /** Further attempts after the first. */
  retries?: number | undefined
  /** How its requests are written. */
  dialect?: DialectSetting | undefined
  /** What its requests have where neither flow nor node says otherwise. */
  parameters?: ModelParameters | undefined
  /** Names of connections that are asked, in this order, where it cannot answer. Theirs do not count then. */
  fallbacks?: readonly string[] | undefined
  /** What its models cost by the person's own word, by model. */
  prices?: { readonly [model: string]: Price } | undefined
  /** It stands in no settings: an option or the environment named its server. */
  givenBy?: 'command-line' | 'environment' | undefined
}

/** Who allowed what goes over it, as the ledger of connections has it. */
export function permitOf({ name, givenBy }: Pick<Connection, 'name' | 'givenBy'>): OutboundPermit {
  return givenBy === undefined ? { by: 'connection', connection: name } : { by: givenBy }
}

/** Where connections come from; asked at every call, so that a changed key counts at once. */
export type ConnectionSource = { get: (name: string) => Promise<Connection | null> | Connection | null }
