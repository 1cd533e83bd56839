/** What the settings of a model come to in a request besides its prompt: fields of the body, and which tool is to be called. */
import { reservedIn, type ModelParameters } from '../../../src-shared/flow/model-settings'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import type { ModelRequest } from '../contract/model'
import { sentName } from './tool-keys'

/** Fields of every request. What the extra body says goes before the settings that have a field of their own. */
export function fieldsOf({ topP, stop, seed, reasoningEffort, body = {} }: ModelParameters): JsonObject {
  const named: { [name: string]: Json | undefined } = {
    top_p: topP ?? undefined,
    stop: stop === undefined || stop.length === 0 ? undefined : stop,
    seed: seed ?? undefined,
    reasoning_effort: reasoningEffort || undefined,
  }
  const reserved = new Set(reservedIn(body))
  const set = [...Object.entries(named), ...Object.entries(body).filter(([name]) => !reserved.has(name))]
  return Object.fromEntries(
    set.flatMap(([name, value]): [string, Json][] => (value === undefined ? [] : [[name, value]])),
  )
}

/** Which tools may be called: `none` closes all of them; a field `tool_choice` is for the first call of a reply, so that none is endless. */
export type ToolChoice = { isClosed: boolean; field: Json | undefined }

/** What the setting means for one request. A tool that is not on offer cannot be asked for. */
export function toolChoiceOf(
  setting: string | undefined,
  { tools, toolsClosed, toolRound = 0, purpose }: ModelRequest,
): ToolChoice {
  const isClosed = toolsClosed === true || setting === 'none'
  const isFree = setting === undefined || setting === '' || setting === 'auto'
  const isForced = !isClosed && !isFree && toolRound === 0 && purpose.kind === 'reply' && tools.length > 0
  if (!isForced) return { isClosed, field: undefined }
  if (setting === 'required') return { isClosed, field: 'required' }
  const isOffered = tools.some(({ name }) => name === setting)
  return { isClosed, field: isOffered ? { type: 'function', function: { name: sentName(setting) } } : undefined }
}
