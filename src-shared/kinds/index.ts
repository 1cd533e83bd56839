/** THE list of node kinds. Adding a kind is one file beside this one and one line here. */
import { agentKind } from './agent'
import { approvalKind } from './approval'
import { builtinToolKind } from './builtin-tool'
import { codeToolKind } from './code-tool'
import { conditionKind } from './condition'
import { defaultWorkerKind } from './default-worker'
import { dialogKind } from './dialog'
import { endKind } from './end'
import { frameKind } from './frame'
import { flowToolKind } from './flow-tool'
import { httpToolKind } from './http-tool'
import type { Kind } from './kind'
import { mapKind } from './map'
import { mcpServerKind } from './mcp-server'
import { messageWorkerKind } from './message-worker'
import { nestedChatKind } from './nested-chat'
import { noteKind } from './note'
import { observerKind } from './observer'
import { openApiToolsKind } from './openapi-tools'
import { ragWorkerKind } from './rag-worker'
import { rewooKind } from './rewoo'
import { searchWorkerKind } from './search-worker'
import { setVariablesKind } from './set-variables'
import { startKind } from './start'
import { subflowKind } from './subflow'
import { supervisorKind } from './supervisor'
import { taskGraphKind } from './task-graph'
import { workbenchKind } from './workbench'

export const KINDS = {
  start: startKind,
  supervisor: supervisorKind,
  dialog: dialogKind,
  observer: observerKind,
  'task-graph': taskGraphKind,
  'message-worker': messageWorkerKind,
  'rag-worker': ragWorkerKind,
  'search-worker': searchWorkerKind,
  'default-worker': defaultWorkerKind,
  agent: agentKind,
  'nested-chat': nestedChatKind,
  rewoo: rewooKind,
  workbench: workbenchKind,
  'builtin-tool': builtinToolKind,
  'http-tool': httpToolKind,
  'code-tool': codeToolKind,
  'mcp-server': mcpServerKind,
  'openapi-tools': openApiToolsKind,
  'flow-tool': flowToolKind,
  subflow: subflowKind,
  condition: conditionKind,
  approval: approvalKind,
  'set-variables': setVariablesKind,
  map: mapKind,
  end: endKind,
  note: noteKind,
  frame: frameKind,
} satisfies { [name: string]: Kind }

export type KindName = keyof typeof KINDS

/** Every kind, in palette order. */
export const KIND_LIST: readonly Kind[] = Object.values(KINDS)

/** What lists of new nodes offer: every kind or, in the place of one that has them, its presets. */
export const OFFERED_KINDS: readonly Kind[] = KIND_LIST.flatMap((kind) =>
  kind.presets === undefined
    ? [kind]
    : kind.presets.map((preset) => {
        const { label, description, keywords } = preset
        return { ...kind, label, description, keywords, preset }
      }),
)

/** What tells offered kinds apart: lower case, without blanks. */
export function offeredName({ kind, preset }: Pick<Kind, 'kind' | 'preset'>): string {
  return preset === undefined ? kind : `${kind}.${preset.id}`
}

export function offeredKind(name: string): Kind | null {
  return OFFERED_KINDS.find((kind) => offeredName(kind) === name) ?? null
}

/** Whether this Baton knows the kind. */
export function isKindName(kind: string): kind is KindName {
  return Object.hasOwn(KINDS, kind)
}

/** The kind of a node; null for a placeholder, that is a kind that this Baton does not know. */
export function kindOf(node: { kind: string }): Kind | null {
  return isKindName(node.kind) ? KINDS[node.kind] : null
}
