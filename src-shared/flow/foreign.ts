/** Tells files of other tools apart, so that a refusal can say what the file is instead of what it is not. */
import { isJsonObject } from './json'
import type { JsonObject } from './records'
import { asMessage, message as sentence, type Message, type PlainText } from '../languages/translate'

/** One sentence on what a value that is no Baton flow looks like. */
export function foreignFormat(value: unknown): Message {
  if (!isJsonObject(value)) return sentence('it holds no JSON object.')
  const format = value['format']
  if (format === 'baton/clip') return sentence('it is a copied piece of one. Paste it on the canvas of a flow instead.')
  const tool = TOOLS.find((candidate) => candidate.isSo(value))
  if (tool !== undefined)
    return sentence('it looks like {tool}. Files of other tools cannot be opened.', { tool: asMessage(tool.name) })
  if (typeof format === 'string')
    return sentence('its format is “{format}”, not “baton/flow”.', { format: format.slice(0, 60) })
  return sentence('its first field should be "format": "baton/flow".')
}

const TOOLS: readonly { name: PlainText; isSo: (file: JsonObject) => boolean }[] = [
  { name: 'an n8n workflow', isSo: (file) => Array.isArray(file['nodes']) && isJsonObject(file['connections']) },
  {
    name: 'a Langflow flow',
    isSo: (file) =>
      isJsonObject(file['data']) && Array.isArray(file['data']['nodes']) && Array.isArray(file['data']['edges']),
  },
  { name: 'a LangGraph configuration', isSo: (file) => isJsonObject(file['graphs']) },
  { name: 'a Dify app', isSo: (file) => isJsonObject(file['workflow']) && ('app' in file || file['kind'] === 'app') },
  { name: 'a Rivet project', isSo: (file) => isJsonObject(file['data']) && isJsonObject(file['data']['graphs']) },
  {
    name: 'a Flowise export',
    isSo: (file) =>
      hasLists(file) && firstNode(file, (node) => isJsonObject(node['data']) && 'baseClasses' in node['data']),
  },
  {
    name: 'a drawing of a LangGraph graph',
    isSo: (file) =>
      hasLists(file) && firstNode(file, (node) => node['type'] === 'runnable' || node['type'] === 'schema'),
  },
  {
    name: 'a React Flow drawing',
    isSo: (file) => hasLists(file) && firstNode(file, (node) => isJsonObject(node['position'])),
  },
]

function hasLists(file: JsonObject): boolean {
  return Array.isArray(file['nodes']) && Array.isArray(file['edges'])
}

function firstNode(file: JsonObject, holds: (node: JsonObject) => boolean): boolean {
  return Array.isArray(file['nodes']) && file['nodes'].some((node) => isJsonObject(node) && holds(node))
}
