/** Embeddings over a connection: one HTTP call for a batch of texts. */
import { z } from 'zod'
import { AppError } from '../../src-shared/errors'
import { message } from '../../src-shared/languages/translate'
import type { EmbeddingModel } from '../documents/meaning'
import { cleanBaseUrl, underBase } from './base-url'
import type { Redactor } from '../redaction/redactor'
import { permitOf, type ConnectionSource } from './contract/connection'
import { filledHeaders, keyHeaders, noSecrets, withHeaders, type SecretOf } from './headers'
import { usedName, withOverrides, type ConnectionOverrides } from './overrides'
import { reachOut } from '../tools/net/offline'

const answerSchema = z.object({
  data: z.array(z.object({ index: z.number().int().optional(), embedding: z.array(z.number()) })),
})

export type EmbeddingOptions = {
  connections: ConnectionSource
  /** What the command line lays over them. A model's name stays that of the flow: `model` names chat models. */
  overrides?: ConnectionOverrides | undefined
  redactor: () => Promise<Redactor>
  /** The value of a named secret, for the headers of a connection. */
  secret?: SecretOf | undefined
}

/** The embedding model that a flow names. Its `embed` throws AppError when the connection or the server fails. */
export function createEmbedding(
  { connections, overrides = {}, redactor, secret = noSecrets }: EmbeddingOptions,
  settings: { connection: string; model: string },
): EmbeddingModel {
  const used = withOverrides(connections, overrides)
  const name = usedName(overrides, settings.connection)
  const embedding = embeddingOver({ connections: used, secret }, { name, ...settings })
  return {
    // Vectors of one server mean nothing to another one.
    key: `${overrides.baseUrl ?? name}/${settings.model}`,
    async embed(texts, signal) {
      try {
        return await embedding(texts, signal)
      } catch (cause) {
        throw (await redactor()).error(cause)
      }
    },
  }
}

function embeddingOver(
  { connections, secret }: { connections: ConnectionSource; secret: SecretOf },
  settings: { name: string; connection: string; model: string },
): EmbeddingModel['embed'] {
  return async (texts, signal) => {
    const connection = await connections.get(settings.connection)
    if (connection === null || connection.provider === 'rehearsal')
      throw new AppError(
        'connection-missing',
        message('the connection "{name}" is not set up here', { name: settings.name }),
      )
    const headers = await filledHeaders(connection.parameters?.headers, secret)
    const address = underBase(cleanBaseUrl(connection.baseUrl), '/embeddings')
    const response = await reachOut(address, { why: 'embedding', permit: permitOf(connection) }, () =>
      fetch(address, {
        method: 'POST',
        headers: withHeaders(
          {
            'content-type': 'application/json',
            ...keyHeaders(connection.baseUrl, connection.apiKey),
          },
          headers,
        ),
        // A redirect would carry the texts to wherever it points.
        redirect: 'manual',
        body: JSON.stringify({ model: settings.model, input: texts }),
        ...(signal === undefined ? {} : { signal }),
      }),
    )
    if (!response.ok)
      throw new AppError(
        'model-rejected',
        message('the embedding server answered {status}', { status: response.status }),
      )
    const parsed = answerSchema.safeParse(await response.json().catch(() => null))
    if (!parsed.success || parsed.data.data.length !== texts.length)
      throw new AppError('model-malformed', 'the embedding server did not answer with one embedding for each text')
    return parsed.data.data
      .map((item, place) => ({ place: item.index ?? place, embedding: item.embedding }))
      .sort((first, second) => first.place - second.place)
      .map((item) => item.embedding)
  }
}
