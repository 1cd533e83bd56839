/** A flow as plain text with a line for each value and each line of a prompt, without where nodes stand: what git compares for people to read. */
import { canonicalFlow } from '../editing/save'
import type { Flow, Json, JsonObject } from '../records'
import { ENGLISH } from '../../languages/translate'
import { edgeTitle, kindWord, nodeTitle } from './field-labels'

/** Ends in a newline. Nodes come with their ids, so that those of one name are told apart. */
export function flowText(flow: Flow): string {
  const { id, name, description, settings, nodes, edges } = canonicalFlow(flow)
  const records = [
    block(`flow “${name}” (${id})`, description === '' ? {} : { description }),
    block('settings', settings),
    ...Object.entries(nodes).map(([nodeId, node]) =>
      block(`${kindWord(node, ENGLISH)} ${nodeTitle(node, ENGLISH)} (${nodeId})`, node.data),
    ),
    ...Object.entries(edges).map(([edgeId, edge]) =>
      block(`${edgeTitle(edge, nodes, ENGLISH)} (${edgeId})`, edge.data),
    ),
  ]
  return `${records.join('\n\n')}\n`
}

function block(title: string, fields: JsonObject): string {
  return [title.replace(/\s+/g, ' '), ...linesOf(fields, '  ')].join('\n')
}

function linesOf(fields: JsonObject, indent: string): string[] {
  return Object.entries(fields).flatMap(([field, value]) => fieldLines(`${indent}${field}:`, value, indent))
}

function fieldLines(head: string, value: Json, indent: string): string[] {
  if (typeof value === 'string' && value.includes('\n'))
    return [head, ...value.split('\n').map((line) => `${indent}  | ${line}`.trimEnd())]
  if (typeof value !== 'object' || value === null) return [`${head} ${JSON.stringify(value)}`]
  if (Array.isArray(value)) {
    if (value.length === 0) return [`${head} []`]
    return [head, ...value.flatMap((item) => fieldLines(`${indent}  -`, item, `${indent}  `))]
  }
  return Object.keys(value).length === 0 ? [`${head} {}`] : [head, ...linesOf(value, `${indent}  `)]
}
