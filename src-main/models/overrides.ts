/** What the command line lays over the person's connections, and which key goes where. */
import { isRehearsal } from '../../src-shared/flow/model-choices'
import type { Connection, ConnectionSource } from './contract/connection'

export type ConnectionOverrides = {
  /** The connection in the place of every other one. */
  connection?: string | undefined
  /** A server in the place of every connection. */
  baseUrl?: string | undefined
  /** It was named by a variable of the environment, not by an option. */
  baseUrlFromEnvironment?: boolean | undefined
  /** The key for `baseUrl`; without that, in the place of the one that is stored with `connection`. */
  apiKey?: string | undefined
  /** The key of OpenAI itself: for connections that lead there and have no key of their own, and for no other address. */
  openAiKey?: string | undefined
}

/** What the command line lays over every flow: over the connections of its models, embeddings too, and over the names of chat models. */
export type ModelOverrides = ConnectionOverrides & { model?: string | undefined }

const OPENAI_ORIGIN = 'https://api.openai.com'

/** What a connection is called that a flow names. */
export function usedName({ connection }: ConnectionOverrides, name: string): string {
  return connection ?? name
}

/** `other` finds a connection that stands in for another one: what is laid over that one does not count for it. */
export type OverriddenConnections = ConnectionSource & { other: (name: string) => Promise<Connection | null> }

/** Connections as models are to be reached over them. Tools have their own connections, which nothing is laid over. */
export function withOverrides(connections: ConnectionSource, overrides: ConnectionOverrides): OverriddenConnections {
  const { connection: chosen, baseUrl, apiKey, openAiKey } = overrides
  const givenBy = overrides.baseUrlFromEnvironment === true ? 'environment' : 'command-line'
  const withKey = (stored: Connection): Connection =>
    openAiKey === undefined || stored.apiKey !== null || !leadsToOpenAi(stored)
      ? stored
      : { ...stored, apiKey: openAiKey }
  const find = async (name: string): Promise<Connection | null> =>
    isRehearsal(name) ? null : await connections.get(name)
  return {
    async get(named) {
      const name = usedName(overrides, named)
      if (baseUrl !== undefined)
        return { name, provider: 'openai', baseUrl, apiKey: apiKey ?? null, model: null, givenBy }
      const stored = await find(name)
      if (stored === null || stored.provider === 'rehearsal') return stored
      return chosen !== undefined && apiKey !== undefined ? { ...stored, apiKey } : withKey(stored)
    },
    async other(name) {
      const stored = await find(name)
      return stored === null || stored.provider === 'rehearsal' ? null : withKey(stored)
    },
  }
}

function leadsToOpenAi({ baseUrl }: Connection): boolean {
  return URL.canParse(baseUrl) && new URL(baseUrl).origin === OPENAI_ORIGIN
}
