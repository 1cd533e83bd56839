/** What an exported flow needs and where it finds it, and what of it cannot go to a server of others. */
import { consentItems, type ConsentItem } from '../../src-shared/consent/items'
import { ALLOW_VARIABLE, connectionNames, connectionVariables } from '../../src-shared/flow/export/environment-names'
import type { Flow } from '../../src-shared/flow/records'
import { secretPlace } from '../../src-shared/kinds/needs'

/** A variable of the environment; `about`: what it is, in words. */
export type NeededVariable = { name: string; about: string; example: string }

export type ExportNeeds = {
  variables: NeededVariable[]
  /** What the server reaches or runs: hosts and code. */
  reaches: string[]
  /** What stays behind, with what to do about it. */
  leftBehind: string[]
}

export function exportNeeds(flow: Flow): ExportNeeds {
  const items = consentItems(flow)
  const secrets = new Set<string>()
  for (const item of items) {
    const place = secretPlace(item)
    if (place !== null && !place.isProgram) secrets.add(place.name)
  }
  return {
    variables: [...connectionNames(flow).flatMap(ofConnection), ...[...secrets].map(ofSecret), ALLOWED, TRACING],
    reaches: items.flatMap(reached),
    leftBehind: [...items.flatMap(stays), ...sharedNames(flow)],
  }
}

function ofConnection(name: string): NeededVariable[] {
  const { url, key, model } = connectionVariables(name)
  return [
    {
      name: url,
      about: `The address of the connection "${name}", such as https://api.openai.com/v1. Without it and a key the rehearsal model answers, or calls fail where the flow names the connection.`,
      example: '',
    },
    { name: key, about: `Its key. Without an address it goes to OpenAI.`, example: '' },
    { name: model, about: `Its model, where the flow names none.`, example: '' },
  ]
}

function ofSecret(name: string): NeededVariable {
  return { name, about: `The secret "${name}" of the flow.`, example: '' }
}

const ALLOWED: NeededVariable = {
  name: ALLOW_VARIABLE,
  about:
    'Private addresses that tools may reach though the flow does not name them, such as host:127.0.0.1:8080, with commas between them.',
  example: '',
}

const TRACING: NeededVariable = {
  name: 'LANGSMITH_TRACING',
  about: "LangChain's own tracing, which sends what is said to LangSmith.",
  example: 'false',
}

function by({ nodes }: ConsentItem): string {
  return nodes.map(({ name }) => `"${name}"`).join(', ')
}

function reached(item: ConsentItem): string[] {
  if (item.type === 'host') return [`the host ${item.value}, by ${by(item)}`]
  return item.type === 'code' ? [`code in a sandbox: ${item.value}, by ${by(item)}`] : []
}

function stays(item: ConsentItem): string[] {
  if (item.type === 'command')
    return [
      `The program \`${item.value}\` of ${by(item)} is not started on a server: its tools fail. Reach an MCP server over HTTP instead.`,
    ]
  if (item.type === 'file')
    return [
      `The file \`${item.value}\` of ${by(item)} stays on your machine: reading it fails. Paste its text into the flow, or give a web address.`,
    ]
  return []
}

/** Names of connections that differ in signs alone. */
function sharedNames(flow: Flow): string[] {
  const named = Map.groupBy(connectionNames(flow), (name) => connectionVariables(name).url)
  return [...named].flatMap(([variable, names]) =>
    names.length < 2
      ? []
      : [
          `The connections ${names.map((name) => `"${name}"`).join(' and ')} share ${variable} and the variables beside it. Rename one of them where they are not the same.`,
        ],
  )
}
