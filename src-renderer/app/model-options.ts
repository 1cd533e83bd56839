/** Every model that can be chosen: those of each connection, its own first, and the rehearsal, always. */
import { isRehearsal, REHEARSAL_CONNECTION } from '../../src-shared/flow/model-choices'
import { parseJson } from '../../src-shared/flow/json'
import { threadModelSchema, type ThreadModel } from '../../src-shared/flow/thread-model'
import type { Translate } from '../../src-shared/languages/translate'
import type { ConnectionView } from '../../src-shared/rpc/connection'

/** `isOwn`: the name of the connection's own model, where this option stands for it. */
export type ModelOption = ThreadModel & { value: string; name: string; about: string; isOwn: string | null }

/** Models by the name of their connection, as their servers list them. */
export type ModelLists = { readonly [connection: string]: readonly string[] }

export function modelOptions(connections: readonly ConnectionView[], lists: ModelLists, t: Translate): ModelOption[] {
  const own = connections.filter(({ name, provider }) => provider === 'openai' && !isRehearsal(name))
  const options = own.flatMap((connection) => {
    const listed = lists[connection.name] ?? []
    const others = [...new Set([...listed, ...Object.keys(connection.prices ?? {})])]
    return [
      optionOf(connection.name, '', connection.model),
      ...others.filter((model) => model !== connection.model).map((model) => optionOf(connection.name, model)),
    ]
  })
  return [...options, { ...optionOf(REHEARSAL_CONNECTION, ''), name: t('Rehearsal'), about: t('needs no key') }]
}

function optionOf(connection: string, model: string, own: string | null = null): ModelOption {
  const name = model || own || connection
  const value = JSON.stringify({ connection, model })
  return { value, connection, model, name, about: name === connection ? '' : connection, isOwn: own }
}

/** The choice that an option stands for; null: none. */
export function readOption(value: string): ThreadModel | null {
  const read = parseJson(value)
  const model = threadModelSchema.safeParse(read.ok ? read.value : null)
  return model.success ? model.data : null
}
