/** Which models a flow or a node can be given, and what answers for each name: connections of this person, and the rehearsal, always. */
import { foldCase } from '../match'
import { asWritten, message, type Message } from '../languages/translate'

/** What new flows name: the person's connection of this name, or the rehearsal until there is one. */
export const DEFAULT_CONNECTION = 'default'

/** The built-in model that needs no key. No connection of this name can stand in its way. */
export const REHEARSAL_CONNECTION = 'rehearsal'

/** Whether a flow means the rehearsal by a name, whatever connections there are. */
export function isRehearsal(name: string): boolean {
  return foldCase(name.trim()) === REHEARSAL_CONNECTION
}

/** Whether the rehearsal answers for flows that name no connection of their own. */
export function isRehearsalByDefault(connections: readonly KnownConnection[]): boolean {
  const own = connections.find(({ name }) => foldCase(name) === DEFAULT_CONNECTION)
  return own === undefined || own.provider === 'rehearsal'
}

/** As much of a connection as a choice needs. */
export type KnownConnection = { name: string; provider: 'openai' | 'rehearsal'; model: string }

/** One choice: the name that the flow holds, and what a person reads. */
export type ModelChoice = { value: string; label: Message }

/** Every choice; `chosen` is among them whatever it is. `model` is the name that the flow itself says, which wins over a connection's. */
export function modelChoices(
  connections: readonly KnownConnection[],
  chosen: string | null = null,
  model = '',
): ModelChoice[] {
  const own = connections.filter(({ name }) => !isRehearsal(name))
  const find = (name: string) => own.find((connection) => foldCase(connection.name) === foldCase(name))
  const choice = (name: string): ModelChoice => ({
    value: name,
    label: labelOf(name, find(name), name === chosen ? model : ''),
  })
  const names = own.map(({ name }) => name).filter((name) => foldCase(name) !== DEFAULT_CONNECTION)
  const isStray = chosen !== null && !isRehearsal(chosen) && ![DEFAULT_CONNECTION, ...names].includes(chosen)
  return [
    choice(DEFAULT_CONNECTION),
    ...names.map(choice),
    ...(isStray ? [choice(chosen)] : []),
    {
      value: chosen !== null && isRehearsal(chosen) ? chosen : REHEARSAL_CONNECTION,
      label: message('Rehearsal (no key)'),
    },
  ]
}

function labelOf(name: string, connection: KnownConnection | undefined, model: string): Message {
  if (connection === undefined && name !== DEFAULT_CONNECTION) return message('{name} (not connected)', { name })
  if (connection === undefined || connection.provider === 'rehearsal') return message('{name}: rehearsal', { name })
  const answers = model.trim() === '' ? connection.model : model
  return asWritten(answers === '' ? name : `${name} · ${answers}`)
}
