/**
 * Working on each item of a list: what is drawn behind a map works on several items side by side, each in a conversation of its own with the
 * item in reach as a variable, and what that comes to is gathered in order.
 */
import { z } from 'zod'
import { evaluateText } from '../../../src-shared/agents/expressions/expression'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { AppError } from '../../../src-shared/errors'
import { message as sentence } from '../../../src-shared/languages/translate'
import type { Json } from '../../../src-shared/flow/records'
import { misfit } from '../../../src-shared/flow/variables'
import { BODY_PORT, type MapData } from '../../../src-shared/kinds/map'
import { innerScope, isOfChat, type LogEntry } from '../../../src-shared/run/log/log'
import { append, endTurn, logOf, topFrame, type Draft } from '../state/draft'
import { frameOf } from '../contract/frames'
import { letAnswer, moveEntry } from './moves'
import { stepName, type CompiledFlow, type Step, type StepContext } from '../contract/runtime'
import { leadOn } from './after-reply'
import type { ItemRun, MappingState } from '../state/item-state'
import type { Frame } from '../state/state'
import { step } from '../contract/step'

/** A longer list is refused: each item is kept in the state until all are through. */
const MOST_ITEMS = 1000

/** A map as it is drawn. */
export type MapNode = { id: string; data: MapData }

/** The branches in which items are worked on. */
export function itemBranches({ id, data }: MapNode): string[] {
  return Array.from({ length: data.maxParallel }, (_, index) => `${id}.${index + 1}`)
}

/** The step that looks at the whole list: reads it first, takes in what items came to, begins the next ones, or leads on with the results. */
export function mapStep(map: MapNode): Step {
  return step((draft, context) => {
    const frame = topFrame(draft)
    const known = collect(draft, frame.mapping ?? openList(draft, context.flow, map))
    const mapping = begin(draft, context, { map, frame, mapping: known })
    const begun = Object.keys(draft.branches).filter((branch) => draft.branches[branch] !== null)
    frame.mapping = { ...mapping, begun }
    if (mapping.items.every((item) => item.state === 'done')) finishMap(draft, context, { map, mapping })
  })
}

/** Reads the list, and begins the place where its items are worked on. */
function openList(draft: Draft, flow: CompiledFlow, map: MapNode): MappingState {
  const { id } = map
  const list = listOf(draft, flow, map)
  const frame = topFrame(draft)
  const scope = innerScope(frame.scope, id, draft.state.log.length + 1)
  const move = { to: id, edge: null, by: 'start' as const, reason: '', items: list.length }
  if (list.length > 0) append(draft, { ...moveEntry(move, frame), scope, carries: [] })
  return { scope, begun: [], items: list.map((value) => ({ value, state: 'waiting', branch: null, result: null })) }
}

/** Throws AppError where the expression gives no list. */
function listOf(draft: Draft, flow: CompiledFlow, { id, data: { items } }: MapNode): Json[] {
  const value = evaluateText(items, draft.variables)
  const list = typeof value === 'string' ? jsonOf(value) : value
  const name = flow.nameOf(id)
  if (!Array.isArray(list)) {
    const found = JSON.stringify(value)
    const shown = found.length > 80 ? `${found.slice(0, 79)}…` : found
    throw new AppError(
      'expression',
      sentence('"{name}" needs a list, and {items} is {shown}. Give it a list, such as ["a", "b"].', {
        name,
        items: items.trim(),
        shown,
      }),
      { node: id },
    )
  }
  if (list.length <= MOST_ITEMS) return list
  const many = sentence(
    '"{name}" was given a list of {count} items, and takes {most} at most. Cut the list into parts.',
    { name, count: list.length, most: MOST_ITEMS },
  )
  throw new AppError('expression', many, { node: id })
}

function jsonOf(text: string): Json {
  try {
    return z.json().parse(JSON.parse(text))
  } catch {
    return text
  }
}

/** Takes in the items that are through. */
function collect(draft: Draft, mapping: MappingState): MappingState {
  const items = mapping.items.map((item) => {
    const beside = item.branch === null ? null : (draft.state.branches[item.branch]?.at(0)?.item?.result ?? null)
    if (item.state !== 'running' || item.branch === null || beside === null) return item
    draft.branches[item.branch] = null
    return { ...item, state: 'done' as const, result: beside.value }
  })
  return { ...mapping, items }
}

type ItemContext = { map: MapNode; frame: Frame; mapping: MappingState }

/** Begins as many items as may be worked on at once; within a branch one after the other, since that has one stack. */
function begin(draft: Draft, { flow }: StepContext, { map, frame, mapping }: ItemContext): MappingState {
  const items = [...mapping.items]
  for (const [place, item] of items.entries()) {
    if (item.state !== 'waiting') continue
    const running = items.filter(({ state }) => state === 'running')
    const taken = new Set(running.map(({ branch }) => branch))
    const branch = draft.branch === null ? (itemBranches(map).find((slot) => !taken.has(slot)) ?? null) : null
    if (branch === null && (draft.branch === null || running.length > 0)) break
    items[place] = { ...item, state: 'running', branch }
    const leading = leadingFrame(flow, { map, frame, mapping, place })
    if (branch === null) draft.frames = [...draft.frames, leading]
    else draft.branches[branch] = [leading]
  }
  return { ...mapping, items }
}

function leadingFrame(flow: CompiledFlow, { map, frame, mapping, place }: ItemContext & { place: number }): Frame {
  const { node } = frame
  const { item, index } = map.data
  const value = mapping.items[place]?.value ?? null
  const scope = `${mapping.scope}.${place + 1}`
  const edge = flow.graph.from(node, BODY_PORT).at(0)?.id ?? null
  const run = { place, locals: { [item]: value, [index]: place }, isTold: false, error: null, result: null }
  return frameOf({ node, scope, edge, todo: [stepName.item(node)] }, { isWorker: true, item: run })
}

/** All items are finished: their results go into the variable, and the baton goes on. */
function finishMap(
  draft: Draft,
  context: StepContext,
  { map, mapping }: { map: MapNode; mapping: MappingState },
): void {
  const { flow } = context
  const { id } = map
  const { results: name } = map.data
  const frame = topFrame(draft)
  const list = mapping.items.map(({ result }) => result)
  const declared = Object.hasOwn(flow.settings.variables, name) ? flow.settings.variables[name] : undefined
  const issue = declared === undefined ? null : misfit(name, declared.type, list)
  if (issue !== null) throw new AppError('expression', issue, { node: id, variable: name })
  if (name !== '') draft.variables = { ...draft.variables, [name]: list }
  delete frame.mapping
  if (list.length > 0) {
    const back = { to: id, edge: null, by: 'returns' as const, reason: '' }
    append(draft, { ...moveEntry(back, { ...frame, scope: mapping.scope }), scope: frame.scope, carries: [] })
  }
  leadOn(draft, context, { id, port: 'out', reason: '' })
}

type ItemFrame = Frame & { item: ItemRun }

function isLeading(frame: Frame): frame is ItemFrame {
  return frame.item !== undefined
}

/** The step that gives one item to what is drawn behind the map, and takes in what that came to. */
export function itemStep({ id, data }: MapNode): Step {
  return step((draft, context) => {
    const frame = topFrame(draft)
    if (!isLeading(frame)) throw new Error(`${id} leads no item`)
    if (frame.item.isTold) finish(draft, data, frame)
    else give(draft, context, { frame, data })
  })
}

function give(draft: Draft, context: StepContext, { frame, data }: { frame: ItemFrame; data: MapData }): void {
  const { node } = frame
  const { message, item } = data
  const written =
    message.trim() === '' ? wordsOf(draft.variables[item] ?? null) : renderTemplate(message, draft.variables)
  const text = written.trim() === '' ? '""' : written
  append(draft, { kind: 'text', author: node, scope: frame.scope, text, asUser: true })
  frame.item = { ...frame.item, isTold: true }
  const to = context.flow.graph.flow.edges[frame.edge ?? '']?.to.node ?? ''
  // The map may lead to an end node: then nothing is done with the item.
  if (context.flow.participants.has(to))
    letAnswer(draft, context, { to, edge: frame.edge, by: 'recipient', reason: '' })
  else endTurn(draft)
}

function wordsOf(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Beside others a result waits to be collected, else the list goes on. */
function finish(draft: Draft, data: MapData, frame: ItemFrame): void {
  const { error, place } = frame.item
  const value = error === null ? resultOf(draft, data, frame) : { error }
  frame.todo = []
  frame.item = { ...frame.item, result: { value } }
  const below = draft.frames.at(-2)
  if (below?.mapping === undefined) return
  const { mapping } = below
  const items = mapping.items.map((item, at) =>
    at === place ? { ...item, state: 'done' as const, result: value } : item,
  )
  below.mapping = { ...mapping, items }
  below.todo = [stepName.map(below.node)]
  draft.frames = draft.frames.slice(0, -1)
}

function resultOf(draft: Draft, { result }: MapData, { scope }: Frame): Json {
  if (result.trim() !== '') return evaluateText(result, draft.variables)
  const isSaid = (entry: LogEntry) => entry.kind === 'text' && entry.asUser !== true && isOfChat(entry.scope, scope)
  const last = logOf(draft).findLast(isSaid)
  return last?.kind === 'text' ? last.text : ''
}
