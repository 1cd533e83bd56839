/** Which model answers now, in words: what the flow says, what the person chose, and the connections that there are. */
import type { Translate } from '../languages/translate'
import { foldCase } from '../match'
import { DEFAULT_CONNECTION, isRehearsal, type KnownConnection } from './model-choices'
import type { ThreadModel } from './thread-model'

/** `rehearsal`: needs no key. `missing`: the flow names a connection that is not there. */
export type ModelStatus = 'rehearsal' | 'connected' | 'missing'

/** `name` is the model, or what stands for it; `connection` is empty for the rehearsal. */
export type AnsweringModel = { status: ModelStatus; name: string; connection: string }

/** What answers for a connection and a model by name, as a run would find them. */
export function answeringModel(
  connections: readonly KnownConnection[],
  { connection, model }: ThreadModel,
): AnsweringModel {
  const found = connections.find(({ name }) => foldCase(name) === foldCase(connection))
  const isRehearsed =
    isRehearsal(connection) || found?.provider === 'rehearsal' || (found === undefined && isDefault(connection))
  if (isRehearsed) return { status: 'rehearsal', name: 'Rehearsal', connection: '' }
  if (found === undefined) return { status: 'missing', name: model || connection, connection }
  const name = model || found.model
  return { status: 'connected', name: name === '' ? found.name : name, connection: name === '' ? '' : found.name }
}

/** `gpt-5 · work`, `Rehearsal`, `home (not connected)`. */
export function answeringWords({ status, name, connection }: AnsweringModel, t: Translate): string {
  if (status === 'missing') return t('{connection} (not connected)', { connection })
  if (status === 'rehearsal') return t('Rehearsal')
  return connection === '' ? name : `${name} · ${connection}`
}

function isDefault(connection: string): boolean {
  return foldCase(connection) === DEFAULT_CONNECTION
}
