/** What every kind means at run time; the compiler demands one entry for each name in the list of kinds. */
import type { KindName } from '../../../src-shared/kinds'
import type { KindRuntime } from '../contract/runtime'
import { agentRuntime } from './agent'
import { approvalRuntime } from './approval'
import { builtinToolRuntime } from './builtin-tool'
import { codeToolRuntime } from './code-tool'
import { conditionRuntime } from './condition'
import { defaultWorkerRuntime } from './default-worker'
import { dialogRuntime } from './dialog'
import { endRuntime } from './end'
import { flowToolRuntime } from './flow-tool'
import { httpToolRuntime } from './http-tool'
import { mapRuntime } from './map'
import { mcpServerRuntime } from './mcp-server'
import { messageWorkerRuntime } from './message-worker'
import { nestedChatRuntime } from './nested-chat'
import { frameRuntime } from './frame'
import { noteRuntime } from './note'
import { observerRuntime } from './observer'
import { openApiToolsRuntime } from './openapi-tools'
import { ragWorkerRuntime } from './rag-worker'
import { rewooRuntime } from './rewoo'
import { searchWorkerRuntime } from './search-worker'
import { setVariablesRuntime } from './set-variables'
import { startRuntime } from './start'
import { subflowRuntime } from './subflow'
import { supervisorRuntime } from './supervisor'
import { taskGraphRuntime } from './task-graph'
import { workbenchRuntime } from './workbench'

export const RUNTIMES: { readonly [K in KindName]: KindRuntime } = {
  start: startRuntime,
  supervisor: supervisorRuntime,
  dialog: dialogRuntime,
  observer: observerRuntime,
  'task-graph': taskGraphRuntime,
  'message-worker': messageWorkerRuntime,
  'rag-worker': ragWorkerRuntime,
  'search-worker': searchWorkerRuntime,
  'default-worker': defaultWorkerRuntime,
  agent: agentRuntime,
  'nested-chat': nestedChatRuntime,
  rewoo: rewooRuntime,
  workbench: workbenchRuntime,
  'builtin-tool': builtinToolRuntime,
  'http-tool': httpToolRuntime,
  'code-tool': codeToolRuntime,
  'mcp-server': mcpServerRuntime,
  'openapi-tools': openApiToolsRuntime,
  'flow-tool': flowToolRuntime,
  subflow: subflowRuntime,
  condition: conditionRuntime,
  approval: approvalRuntime,
  'set-variables': setVariablesRuntime,
  map: mapRuntime,
  end: endRuntime,
  note: noteRuntime,
  frame: frameRuntime,
}
