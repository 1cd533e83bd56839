/** Pieces of a flow as text, so that they can be copied between flows, windows and people. */
import { isJsonObject, parseJson } from '../json'
import { openFlow } from './open'
import { fragmentOf, type Fragment } from './paste'
import { FLOW_FORMAT, FLOW_VERSION, type Flow } from '../records'

export const CLIP_FORMAT = 'baton/clip'

/** The named nodes, the edges between them and their positions as text; everything in it stands as the person wrote it. */
export function copyText(flow: Flow, nodeIds: readonly string[]): string {
  const { nodes, edges, layout } = fragmentOf(flow, nodeIds)
  return `${JSON.stringify({ format: CLIP_FORMAT, version: FLOW_VERSION, nodes, edges, layout }, null, 2)}\n`
}

/** What `copyText` wrote, or the drawing of a whole flow file; held to the same rules as a file. Null: some other text. */
export function readClip(text: string): Fragment | null {
  // Most of what lies on a clipboard is no JSON at all.
  if (!/^\s*\{/.test(text)) return null
  const parsed = parseJson(text)
  if (!parsed.ok || !isJsonObject(parsed.value)) return null
  const { format, version, nodes, edges, layout } = parsed.value
  const isClip = format === CLIP_FORMAT
  const opened = openFlow(isClip ? { format: FLOW_FORMAT, version, id: 'clip', name: '', nodes, edges, layout } : text)
  if (!opened.ok || Object.keys(opened.flow.nodes).length === 0) return null
  return { nodes: opened.flow.nodes, edges: opened.flow.edges, layout: opened.flow.layout }
}
