/** Problems that can be mended with one click: what is done, as a pure edit. */
import { putSlotsBack } from '../../agents/prompts/lost-slots'
import type { Problem } from '../../kinds/kind'
import { setNodeData, setSettings } from './edits'
import { readSettings, type Flow, type Json, type JsonObject } from '../records'

/** The flow with a problem mended; the same flow where it offers no fix, or what it is about is gone. */
export function applyFix(flow: Flow, { fix, node }: Problem): Flow {
  if (fix === undefined) return flow
  const record = node === undefined || !Object.hasOwn(flow.nodes, node) ? undefined : flow.nodes[node]
  const holder = node === undefined ? flow.settings : record?.data
  const [field, ...rest] = fix.path
  if (holder === undefined || field === undefined) return flow
  const { language } = readSettings(flow)
  const value = withText(holder[field], rest, (text) => putSlotsBack(fix.prompt, text, language))
  if (value === undefined || value === holder[field]) return flow
  return node === undefined ? setSettings(flow, { [field]: value }) : setNodeData(flow, node, { [field]: value })
}

/** A value with the text at a path in it changed; undefined where there is none. */
function withText(
  value: Json | undefined,
  path: readonly string[],
  change: (text: string) => string,
): Json | undefined {
  const [key, ...rest] = path
  if (key === undefined) return typeof value === 'string' ? change(value) : undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const inner = withText(value[key], rest, change)
  const object: JsonObject = value
  return inner === undefined ? undefined : { ...object, [key]: inner }
}
