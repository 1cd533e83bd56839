/** A Markdown page that documents a flow: who takes part and what each is told, hand-offs, tools with their arguments, variables, and the drawing. */
import { edgeDefinition, isOption } from '../../kinds/edge-facts'
import { nodeFieldsOf } from '../../kinds/fields-of'
import { meantHints } from '../../kinds/field-types'
import { kindOf } from '../../kinds/index'
import type { FieldHint } from '../../kinds/kind'
import { edgeWords, flowToMermaid } from '../editing/mermaid'
import { flowGraph, type FlowGraph } from '../graph'
import { isJsonObject } from '../json'
import { readSettings, type Flow, type FlowNode, type Json, type JsonObject, type Settings } from '../records'

/** Markdown text, ending in a newline. What people wrote cannot become markup of the page. */
export function flowToMarkdown(flow: Flow): string {
  const settings = readSettings(flow)
  const graph = flowGraph(flow)
  const nodes = Object.entries(flow.nodes)
  const of = (topic: Topic): [string, FlowNode][] => nodes.filter(([, node]) => topicOf(node) === topic)
  const sections = [
    `# ${line(flow.name) || 'Flow'}`,
    flow.description.trim() === '' ? '' : quoted(flow.description),
    `\`\`\`mermaid\n${flowToMermaid(flow)}\`\`\``,
    section('What one could say first', settings.starters.map((starter) => `- ${line(starter)}`).join('\n')),
    section(
      'Who takes part',
      of('participant')
        .map((entry) => nodePart(entry, graph))
        .join('\n\n'),
    ),
    section(
      'Tools',
      of('tool')
        .map((entry) => nodePart(entry, graph))
        .join('\n\n'),
    ),
    section(
      'Observers and other parts',
      of('part')
        .map((entry) => nodePart(entry, graph))
        .join('\n\n'),
    ),
    section('Variables', variablesTable(settings)),
    section('Settings', settingsList(flow.settings)),
    section(
      'Notes',
      of('note')
        .map(([, { data }]) => quoted(textOf(data['text'])))
        .join('\n\n'),
    ),
  ]
  return `${sections.filter((part) => part !== '').join('\n\n')}\n`
}

type Topic = 'participant' | 'tool' | 'part' | 'note'

function topicOf(node: FlowNode): Topic {
  const kind = kindOf(node)
  if (kind?.shape === 'paper') return 'note'
  if (kind?.group === 'tools') return 'tool'
  const { participant, step, way, dialog } = kind?.roles ?? {}
  return kind === null || [participant, step, way, dialog].includes(true) || kind.group === 'entry'
    ? 'participant'
    : 'part'
}

function section(title: string, body: string): string {
  return body === '' ? '' : `## ${title}\n\n${body}`
}

function nodePart([id, node]: [string, FlowNode], graph: FlowGraph): string {
  const kind = kindOf(node)
  const parts = [
    `### ${line(node.name) || 'Without a name'}`,
    `*${kind?.label ?? line(node.kind)}*${kind === null ? '' : `: ${kind.description}`}`,
    fieldsPart(node),
    edgesPart(id, graph),
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

/** Every field that was set, under the name that the inspector gives it. */
function fieldsPart(node: FlowNode): string {
  const hints = new Map(meantHints(nodeFieldsOf(node), node.data).map((hint) => [hint.key, hint]))
  const parts = Object.entries(node.data).map(([key, value]) => fieldPart(hints.get(key), key, value))
  return parts.filter((part) => part !== '').join('\n\n')
}

function fieldPart(hint: FieldHint | undefined, key: string, value: Json): string {
  const label = `**${line(hint?.label ?? key)}**`
  if (hint?.type === 'json' && hint.schema === true && isJsonObject(value))
    return `${label}\n\n${argumentsTable(value)}`
  if (typeof value === 'string')
    return value.trim() === '' ? '' : isShort(value) ? `${label}: ${line(value)}` : `${label}\n\n${fenced(value, '')}`
  if (typeof value === 'boolean') return `${label}: ${value ? 'yes' : 'no'}`
  if (typeof value !== 'object' || value === null) return `${label}: ${code(String(value))}`
  const text = JSON.stringify(value, null, 2)
  return isShort(text) ? `${label}: ${code(text)}` : `${label}\n\n${fenced(text, 'json')}`
}

function isShort(text: string): boolean {
  return text.length <= 100 && !text.includes('\n')
}

/** The arguments of a tool, of which a JSON schema is written. */
function argumentsTable(schema: JsonObject): string {
  const properties = isJsonObject(schema['properties']) ? Object.entries(schema['properties']) : []
  if (properties.length === 0) return 'None.'
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : [])
  const rows = properties.map(([name, property]) => {
    const { type, description } = isJsonObject(property) ? property : {}
    const types = Array.isArray(type) ? type.map(textOf).join(' or ') : textOf(type)
    return [code(name), cell(types), required.has(name) ? 'yes' : '', cell(textOf(description))]
  })
  return table(['Name', 'Type', 'Required', 'What it is'], rows)
}

/** Where the node leads: one line for each edge, in the order in which they count. */
function edgesPart(id: string, graph: FlowGraph): string {
  const node = graph.node(id)
  if (node === undefined) return ''
  const ports = kindOf(node)?.ports(node.data) ?? []
  return ports
    .flatMap(({ id: port }) => graph.from(id, port))
    .map(({ edge }) => {
      const label = edgeDefinition(edge.kind)?.label ?? line(edge.kind)
      const words = edgeWords(edge, node)
      const target = graph.node(edge.to.node)?.name ?? edge.to.node
      const to = isOption(edge) ? '' : ` to **${line(target) || 'a node without a name'}**`
      return `- ${label}${to}${words === '' ? '' : `: ${line(words)}`}`
    })
    .join('\n')
}

function variablesTable({ variables }: Settings): string {
  const rows = Object.entries(variables).map(([name, variable]) => {
    const start = variable.default === undefined ? '' : code(JSON.stringify(variable.default))
    return [code(`{${name}}`), variable.type, start, cell(variable.description)]
  })
  return rows.length === 0 ? '' : table(['Name', 'Type', 'At the start', 'What it is'], rows)
}

/** All but what has a section of its own, and the script of the rehearsal, which is no part of the flow. */
function settingsList(settings: JsonObject): string {
  const told = new Set(['variables', 'starters', 'rehearsal'])
  return Object.entries(settings)
    .filter(([name]) => !told.has(name))
    .map(([name, value]) => `- ${line(name)}: ${typeof value === 'string' ? line(value) : code(JSON.stringify(value))}`)
    .join('\n')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** In one line, with all that Markdown and HTML would read as marks made harmless. */
function line(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_[\]<>#|~]/g, (mark) => `\\${mark}`)
    .replace(/^([-+]|\d+[.)])(?=\s)/, '\\$1')
}

function cell(text: string): string {
  return line(text)
}

/** A piece of code in a line, between as many backquotes as it needs. */
function code(text: string): string {
  const plain = text.replace(/\s+/g, ' ').replaceAll('|', '\\|')
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length))
  const mark = '`'.repeat(longest + 1)
  return longest === 0 ? `${mark}${plain}${mark}` : `${mark} ${plain} ${mark}`
}

/** Text word for word: nothing in it ends the fence. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length))
  const mark = '`'.repeat(longest + 1)
  return `${mark}${language === '' ? 'text' : language}\n${text.replace(/\s+$/, '')}\n${mark}`
}

function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((one) => `> ${line(one)}`.trimEnd())
    .join('\n')
}
