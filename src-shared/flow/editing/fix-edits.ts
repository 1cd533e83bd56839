/** The edits that mend problems. Pure; each gives the same flow where what it is about is gone, or cannot be mended so. */
import type { PlainText } from '../../languages/translate'
import { toolNamePart } from '../../agents/names/names'
import { readHost } from '../../kinds/code-value'
import { edgeDefinition } from '../../kinds/edge-facts'
import { fieldsOf } from '../../kinds/fields-of'
import { kindOf } from '../../kinds/index'
import type { Problem } from '../../kinds/kind'
import { isJsonObject } from '../json'
import { reservedIn } from '../model-settings'
import { takenNames, uniqueName } from '../names'
import { newId, readSettings, type Flow, type FlowEdge, type FlowNode, type Json, type JsonObject } from '../records'
import { addEdge, addNode, removeElements, setEdgeData, setNodeData, setNodeName, setSettings } from './edits'
import { takenOwnNames, withFreeNames } from './own-names'

type Patch = { [field: string]: Json | undefined }

function nodeOf(flow: Flow, { node }: Problem): FlowNode | undefined {
  return node === undefined || !Object.hasOwn(flow.nodes, node) ? undefined : flow.nodes[node]
}

function edgeOf(flow: Flow, { edge }: Problem): FlowEdge | undefined {
  return edge === undefined || !Object.hasOwn(flow.edges, edge) ? undefined : flow.edges[edge]
}

/** The edge or, where it is about none, the node that a problem is about. */
function holderOf(flow: Flow, problem: Problem): FlowNode | FlowEdge | undefined {
  return problem.edge === undefined ? nodeOf(flow, problem) : edgeOf(flow, problem)
}

function setHeld(flow: Flow, { edge, node }: Problem, patch: Patch): Flow {
  if (edge !== undefined) return setEdgeData(flow, edge, patch)
  return node === undefined ? flow : setNodeData(flow, node, patch)
}

/** The field that a problem names, changed; undefined: to its default. */
function changeField(flow: Flow, problem: Problem, change: (value: Json | undefined) => Json | undefined): Flow {
  const holder = holderOf(flow, problem)
  const { field } = problem
  if (holder === undefined || field === undefined) return flow
  const before = holder.data[field]
  const after = change(before)
  return after === before ? flow : setHeld(flow, problem, { [field]: after })
}

export function removeEdge(flow: Flow, { edge }: Problem): Flow {
  return edge === undefined || !Object.hasOwn(flow.edges, edge) ? flow : removeElements(flow, { edges: [edge] })
}

export function removeNode(flow: Flow, { node }: Problem): Flow {
  return node === undefined || !Object.hasOwn(flow.nodes, node) ? flow : removeElements(flow, { nodes: [node] })
}

export function clearField(flow: Flow, problem: Problem): Flow {
  return changeField(flow, problem, () => undefined)
}

/** An edge goes, a choice is cleared. */
export function takeAway(flow: Flow, problem: Problem): Flow {
  return problem.edge === undefined ? clearField(flow, problem) : removeEdge(flow, problem)
}

export function clearSetting(flow: Flow, { field = '' }: Problem): Flow {
  const [, setting] = field.split('.')
  return setting === undefined || !Object.hasOwn(flow.settings, setting)
    ? flow
    : setSettings(flow, { [setting]: undefined })
}

export function freeNameOf(flow: Flow, problem: Problem): string {
  const node = nodeOf(flow, problem)
  return node === undefined ? '' : uniqueName(takenNames(flow), node.name.trim() || (kindOf(node)?.label ?? 'Node'))
}

export function callItFree(flow: Flow, problem: Problem): Flow {
  const { node } = problem
  return node === undefined || nodeOf(flow, problem) === undefined
    ? flow
    : setNodeName(flow, node, freeNameOf(flow, problem))
}

/** Another code or tool name, which no other node has. */
export function giveOwnNames(flow: Flow, { node: id }: Problem): Flow {
  const node = id === undefined ? undefined : flow.nodes[id]
  if (id === undefined || node === undefined) return flow
  const { [id]: _own, ...others } = flow.nodes
  const freed = withFreeNames(node, takenOwnNames({ nodes: others }))
  return freed === node ? flow : setNodeData(flow, id, freed.data)
}

/** Of a name on an edge that name; else that of the tool at its end. */
export function giveToolName(flow: Flow, problem: Problem): Flow {
  const edge = edgeOf(flow, problem)
  if (edge === undefined) return flow
  if (problem.field !== 'name') return giveOwnNames(flow, { ...problem, node: edge.to.node })
  const taken = Object.values(flow.edges).flatMap(({ from, data }) =>
    from.node === edge.from.node ? [data['name']] : [],
  )
  return changeField(flow, problem, (name) => numbered(typeof name === 'string' ? name : '', taken))
}

function numbered(name: string, taken: readonly unknown[]): string {
  const stem = name.trim().slice(0, 60)
  for (let count = 2; ; count += 1) if (!taken.includes(`${stem}_${count}`)) return `${stem}_${count}`
}

/** A name that models can call, made from the one that they cannot. */
export function cleanToolName(flow: Flow, problem: Problem): string {
  const value = holderOf(flow, problem)?.data[problem.field ?? '']
  return typeof value === 'string' ? toolNamePart(value.trim()).slice(0, 64) : ''
}

export function cleanTheToolName(flow: Flow, problem: Problem): Flow {
  return changeField(flow, problem, (value) => (typeof value === 'string' ? cleanToolName(flow, problem) : value))
}

export function declare(flow: Flow, { variable }: Problem): Flow {
  const declared = objectOf(flow.settings['variables'])
  if (variable === undefined || Object.hasOwn(declared, variable)) return flow
  return setSettings(flow, { variables: { ...declared, [variable]: {} } })
}

/** The variable that keeps an object or a list. */
export function makeVariableJson(flow: Flow, problem: Problem): Flow {
  const data = nodeOf(flow, problem)?.data ?? {}
  const name = problem.field === 'output' ? objectOf(data['output'])['variable'] : data[problem.field ?? '']
  const declared = objectOf(flow.settings['variables'])
  if (typeof name !== 'string' || !Object.hasOwn(declared, name)) return flow
  // A default of the type that it had would be none of the new one.
  const { default: _default, ...kept } = objectOf(declared[name])
  return setSettings(flow, { variables: { ...declared, [name]: { ...kept, type: 'json' } } })
}

export function beginAsDrawn(flow: Flow): Flow {
  const { initial, ...kept } = objectOf(flow.settings['swarm'])
  return initial === undefined ? flow : setSettings(flow, { swarm: kept })
}

export function removeRule(flow: Flow, { field = '' }: Problem): Flow {
  const at = Number(field.split('.')[2] ?? Number.NaN)
  const rules = flow.settings['rehearsal']
  return Array.isArray(rules) && at < rules.length
    ? setSettings(flow, { rehearsal: rules.filter((_rule, index) => index !== at) })
    : flow
}

export function makeParametersObject(flow: Flow, problem: Problem): Flow {
  return changeField(flow, problem, (value) => ({ ...objectOf(value), type: 'object' }))
}

export function drawBaseChoice(flow: Flow, problem: Problem): Flow {
  const chosen = nodeOf(flow, problem)?.data[problem.field ?? '']
  const { node } = problem
  if (node === undefined || typeof chosen !== 'string') return flow
  return addEdge(flow, {
    id: newId('candidate'),
    from: { node, port: 'candidates' },
    to: { node: chosen, port: 'in' },
  })
}

export function letItComeBack(flow: Flow, problem: Problem): Flow {
  const edge = edgeOf(flow, problem)
  const fields = edge === undefined ? undefined : edgeDefinition(edge.kind)?.schema.shape
  return fields === undefined || !Object.hasOwn(fields, 'returns')
    ? flow
    : setHeld(flow, problem, { returns: 'when-done' })
}

export function useLastMessage(flow: Flow, problem: Problem): Flow {
  return changeField(flow, problem, (value) =>
    problem.edge === undefined ? { ...objectOf(value), summaryMethod: 'last_msg' } : undefined,
  )
}

export function addBranch(flow: Flow, problem: Problem): Flow {
  return changeField(flow, problem, () => [{ name: 'branch 1', when: '' }])
}

export function addOutcomes(flow: Flow, problem: Problem): Flow {
  return changeField(flow, problem, () => [
    { answer: 'yes', then: 'finish', text: '' },
    { answer: 'no', then: 'continue', text: '' },
  ])
}

/** The code of a field, which is a program or an object with one. */
function changeCode(flow: Flow, problem: Problem, change: (code: string) => string): Flow {
  return changeField(flow, problem, (value) => {
    if (isJsonObject(value)) return { ...value, code: change(typeof value['code'] === 'string' ? value['code'] : '') }
    return change(typeof value === 'string' ? value : '')
  })
}

export function writeExample(flow: Flow, problem: Problem): Flow {
  const holder = holderOf(flow, problem)
  const hint = holder === undefined ? undefined : fieldsOf(holder).find(({ key }) => key === problem.field)
  const example = hint?.type === 'code' || hint?.type === 'callable' ? hint.placeholder : undefined
  if (example === undefined) return flow
  if (hint?.type === 'code') return changeField(flow, problem, () => example)
  return changeField(flow, problem, (value) => ({ ...objectOf(value), code: example }))
}

const RUN = /^([ \t]*)((?:async\s+)?function\s+run\b)/m

export function exportRun(flow: Flow, problem: Problem): Flow {
  const holder = holderOf(flow, problem)
  const value = holder?.data[problem.field ?? '']
  const code = isJsonObject(value) ? value['code'] : value
  if (typeof code !== 'string' || !RUN.test(code)) return flow
  return changeCode(flow, problem, (text) => text.replace(RUN, '$1export $2'))
}

export function removeBadHosts(flow: Flow, problem: Problem): Flow {
  const kept = (hosts: Json | undefined): Json[] =>
    Array.isArray(hosts) ? hosts.filter((host) => typeof host === 'string' && readHost(host) !== null) : []
  return changeField(flow, problem, (value) =>
    isJsonObject(value) ? { ...value, hosts: kept(value['hosts']) } : kept(value),
  )
}

export function giveChatId(flow: Flow, problem: Problem): Flow {
  const edge = edgeOf(flow, problem)
  const { edge: id } = problem
  if (edge === undefined || id === undefined) return flow
  const others = siblings(flow, edge).map(({ data }) => data['chatId'])
  const name = toolNamePart(flow.nodes[edge.to.node]?.name ?? 'chat').slice(0, 40) || 'chat'
  const chatId = others.includes(name) ? numbered(name, others) : name
  return setEdgeData(flow, id, { chatId })
}

/** The chats of the same queue. */
function siblings(flow: Flow, { from }: FlowEdge): FlowEdge[] {
  return Object.values(flow.edges).filter((other) => other.from.node === from.node && other.from.port === from.port)
}

export function removeUnknownPrerequisites(flow: Flow, problem: Problem): Flow {
  const edge = edgeOf(flow, problem)
  const { edge: id } = problem
  const waits = edge?.data['prerequisites']
  if (edge === undefined || id === undefined || !Array.isArray(waits)) return flow
  const known = new Set(siblings(flow, edge).map(({ data }) => data['chatId']))
  return setEdgeData(flow, id, { prerequisites: waits.filter((chat) => known.has(chat)) })
}

export function letModelChoose(flow: Flow, problem: Problem): Flow {
  return changeField(flow, problem, (value) => {
    const { toolChoice, ...kept } = objectOf(value)
    if (toolChoice === undefined) return value
    return Object.keys(kept).length === 0 ? undefined : kept
  })
}

export function removeReserved(flow: Flow, problem: Problem): Flow {
  const without = (value: Json | undefined): Json | undefined => {
    const model = objectOf(value)
    const body = objectOf(model['body'])
    const reserved = new Set(reservedIn(body))
    if (reserved.size === 0) return value
    return { ...model, body: Object.fromEntries(Object.entries(body).filter(([name]) => !reserved.has(name))) }
  }
  if (problem.node !== undefined) return changeField(flow, problem, without)
  if (problem.field !== 'settings.model') return flow
  const model = without(flow.settings['model'])
  return model === flow.settings['model'] ? flow : setSettings(flow, { model })
}

/** The steps that a start may lead to and that nothing leads to yet first, then the others. */
function stepsFor(flow: Flow): string[] {
  const led = new Set(Object.values(flow.edges).map(({ to }) => to.node))
  const steps = Object.keys(flow.nodes).filter(
    (id) => kindOf(flow.nodes[id] ?? { kind: '' })?.roles.participant === true,
  )
  return [...steps.filter((id) => !led.has(id)), ...steps.filter((id) => led.has(id))]
}

function startOf(flow: Flow): string | undefined {
  return Object.keys(flow.nodes).find((id) => kindOf(flow.nodes[id] ?? { kind: '' })?.group === 'entry')
}

/** The flow with an edge from its start; the same flow where the start may not lead there. */
function fromStart(flow: Flow, to: string): Flow {
  const start = startOf(flow)
  const port = start === undefined ? undefined : kindOf(flow.nodes[start] ?? { kind: '' })?.ports()[0]
  if (start === undefined || port === undefined) return flow
  return addEdge(flow, { id: newId(port.edge), from: { node: start, port: port.id }, to: { node: to, port: 'in' } })
}

function firstLed(flow: Flow): { flow: Flow; step: string } | null {
  for (const step of stepsFor(flow)) {
    const led = fromStart(flow, step)
    if (led !== flow) return { flow: led, step }
  }
  return null
}

export function firstStepName(flow: Flow): string {
  return flow.nodes[firstLed(flow)?.step ?? '']?.name ?? ''
}

export function leadStart(flow: Flow): Flow {
  return firstLed(flow)?.flow ?? flow
}

/** How far left of what it leads to a new start stands, in px. */
const LEFT = 200

export function addStart(flow: Flow): Flow {
  if (startOf(flow) !== undefined) return flow
  const [first] = stepsFor(flow)
  const { x, y } = flow.layout.nodes[first ?? ''] ?? { x: 0, y: 0 }
  const started = addNode(flow, { id: newId('start'), kind: 'start', position: { x: x - LEFT, y } })
  return leadStart(started)
}

/** From the start where that may lead there, else the node goes. */
export function reach(flow: Flow, problem: Problem): Flow {
  const { node } = problem
  if (node === undefined || nodeOf(flow, problem) === undefined) return flow
  const led = fromStart(flow, node)
  return led === flow ? removeNode(flow, problem) : led
}

export function reachWords(flow: Flow, problem: Problem): PlainText {
  return fromStart(flow, problem.node ?? '') === flow ? 'Remove it' : 'Connect from Start'
}

/** The text that a problem's lost slots are about, in the node's data or in the settings. */
export function changeText(
  flow: Flow,
  { node, lost }: Problem,
  change: (text: string, language: ReturnType<typeof readSettings>['language']) => string,
): Flow {
  const holder = node === undefined ? flow.settings : flow.nodes[node]?.data
  const [field, ...rest] = lost?.path ?? []
  if (holder === undefined || field === undefined) return flow
  const { language } = readSettings(flow)
  const value = withText(holder[field], rest, (text) => change(text, language))
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
  if (!isJsonObject(value)) return undefined
  const inner = withText(value[key], rest, change)
  return inner === undefined ? undefined : { ...value, [key]: inner }
}

function objectOf(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}
