/** Code in the place of a model: run once in the sandbox, durable, checked before what it set counts, and told in the trace with its console. */
import { resultNote } from '../../../src-shared/agents/prompts/result-notes'
import { variablesUnfit } from '../../../src-shared/agents/prompts/variable-words'
import { z } from 'zod'
import { builtInText } from '../../../src-shared/agents/prompts/index'
import { AppError } from '../../../src-shared/errors'
import { ENGLISH, inEnglish } from '../../../src-shared/languages/translate'
import { findForbidden } from '../../../src-shared/flow/json'
import {
  newId,
  type Flow,
  type FlowEdge,
  type FlowNode,
  type Json,
  type JsonObject,
  type Language,
} from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds'
import { hasCode, withoutCode } from '../../../src-shared/kinds/field-types'
import { swarmCodes } from '../../../src-shared/kinds/swarm-codes'
import { edgeFieldsOf, fieldsOf, nodeFieldsOf } from '../../../src-shared/kinds/fields-of'
import type { CodeValue } from '../../../src-shared/flow/code-values'
import { withAttachments } from '../../../src-shared/run/log/attachments'
import type { Scope } from '../../../src-shared/run/log/log'
import type { CodeUse } from '../../../src-shared/run/log/warnings'
import type { ModelSettings } from '../../models/contract/model'
import { startTimeLimit } from '../../time-limit'
import { createSandbox, type CodeAround, type RunCode } from '../../tools/code/sandbox'
import { named, tellDecision, type ToldDecision } from '../calls/decisions'
import { logOf, topFrame, type Draft } from '../state/draft'
import { once } from './once'
import { isTaken } from '../calls/pass-error'
import { planStepName } from './plans'
import { settingsOf, stepName, type CompiledFlow, type StepContext } from '../contract/runtime'
import { switchKey, type ToolSwitches } from '../state/switches'
import { switchedTools } from './tool-switches'

/** One sandbox for each piece of code of a flow, so that its types are taken off once. */
export function createSandboxes(): (code: CodeValue) => RunCode {
  const known = new Map<string, RunCode>()
  return (code) => {
    const key = JSON.stringify([code.code, code.timeout, code.memory, code.hosts])
    const run = known.get(key) ?? createSandbox(code)
    known.set(key, run)
    return run
  }
}

/** The nodes that have code in the place of a value, or an edge from which leads that has some. */
export function nodesWithCode({ nodes, edges, settings }: Flow): string[] {
  const isSwarms = swarmCodes(settings['swarm']).length > 0
  const own = Object.entries(nodes).flatMap(([id, node]) => (hasCode(nodeFieldsOf(node), node.data) ? [id] : []))
  const members = isSwarms
    ? Object.keys(nodes).filter((id) => kindOf(nodes[id] ?? { kind: '' })?.roles.member === true)
    : []
  const leaving = Object.values(edges).flatMap((edge) =>
    hasCode(edgeFieldsOf(edge), edge.data) ? [edge.from.node] : [],
  )
  return [...new Set([...own, ...members, ...leaving])]
}

/** The steps in which a node's code may run, and may change variables. */
export function codeSteps(id: string): string[] {
  const { think, after, afterAll, manage, watch, oversee, switchCheck, reply, chats, summarise, carry, speak } =
    stepName
  const swarm = [after, afterAll, manage]
  const names = [think, ...swarm, watch, oversee, switchCheck, reply, chats, summarise, carry, speak]
  return [...names.map((name) => name(id)), planStepName.plan(id)]
}

export type Callable = {
  /** The node whose code it is, or from which the edge leads that has it: its tools may be switched. */
  node: string
  /** What the trace calls the decision. */
  about: ToldDecision['about']
  /** What it is for. */
  what: CodeUse
  code: CodeValue
  args?: JsonObject
  around: CodeAround
  mayHandOff?: boolean
  /** Tells its parts of the step from each other: the same whenever the step runs again. */
  part: string
}

/** What code gave back, or in words why it failed. */
export type CodeOutcome = CodeAnswer | { fault: string }
export type CodeAnswer = { value: Json; handOff: string | null }

/** All that is known of a call once it is over: plain JSON, which is stored. */
type CodeRecord = {
  span: string
  value: Json
  handOff: string | null
  variables: JsonObject
  switches: ToolSwitches
  output: string
  fault: string | null
  ms: number
}

/** Runs the code as a part of the step. What it set counts only when it did not fail; a failure is told here, and left to whoever asked. */
export async function callCode(draft: Draft, context: StepContext, callable: Callable): Promise<CodeOutcome> {
  const { result, isNew } = await once(context, `code ${callable.part}`, () => run(draft, context, callable))
  tell(draft, context, { callable, result, isNew })
  if (result.fault !== null) return { fault: result.fault }
  return take(draft, callable, result)
}

/** The same for code without which the turn cannot go on: a failure is that of the run, and is not kept, so that a retry asks again. `words` go before its reason. */
export async function callCodeOrFail(
  draft: Draft,
  context: StepContext,
  { words, ...callable }: Callable & { words: string },
): Promise<CodeAnswer> {
  const failure = (fault: string) =>
    new AppError('tool-failed', inEnglish(`${words} failed: ${fault}`), { node: callable.node })
  const { result, isNew } = await once(context, `code ${callable.part}`, async () => {
    const made = await run(draft, context, callable)
    if (made.fault === null || isTaken(draft.state, context, failure(made.fault))) return made
    tell(draft, context, { callable, result: made, isNew: true })
    throw failure(made.fault)
  })
  tell(draft, context, { callable, result, isNew })
  if (result.fault !== null) throw failure(result.fault)
  return take(draft, callable, result)
}

function take(draft: Draft, callable: Callable, result: CodeRecord): CodeAnswer {
  if (Object.keys(result.variables).length > 0) draft.variables = { ...draft.variables, ...result.variables }
  for (const [tool, isOn] of Object.entries(result.switches))
    draft.switches = { ...draft.switches, [switchKey(callable.node, tool)]: isOn }
  return { value: result.value, handOff: result.handOff }
}

async function run(draft: Draft, context: StepContext, callable: Callable): Promise<CodeRecord> {
  const { services, flow } = context
  const { code, args = {}, around, mayHandOff = false } = callable
  const started = services.now()
  const lines: string[] = []
  const redactor = await services.redactor()
  const seconds = startTimeLimit(context.deadline - started, context.signal)
  const blank = { span: newId('s'), value: null, handOff: null, variables: {}, switches: {}, fault: null }
  const end = () => ({ output: redactor.text(lines.join('\n')), ms: services.now() - started })
  try {
    const call = { args, variables: draft.variables, around, mayHandOff, signal: seconds.signal }
    const said = await flow.codeOf(code)({ ...call, onOutput: (line) => lines.push(line) })
    const value = redactor.json({ value: valueOf(said) })['value'] ?? null
    const variables = redactor.json(said.variables)
    const unfit = variablesUnfit(flow.language, flow.settings.variables, variables)
    if (unfit !== null) throw new Error(unfit)
    const handOff = said.handOff === null ? null : redactor.text(said.handOff)
    return {
      ...blank,
      value,
      variables,
      handOff,
      switches: switchedTools(flow, callable.node, said.switches),
      ...end(),
    }
  } catch (cause) {
    context.signal.throwIfAborted()
    const words = cause instanceof Error ? cause.message : String(cause)
    const fault = seconds.hasPassed() ? builtInText(flow.language, 'outOfTime') : redactor.text(words)
    return { ...blank, fault, ...end() }
  } finally {
    seconds.end()
  }
}

const jsonSchema = z.json()

/** What code gave back: a text as it is, anything else as the JSON that it is. Throws for what is too deep, or too long to be read. */
function valueOf({ text, isText }: { text: string; isText?: boolean }): Json {
  if (isText === true) return text
  if (text === '') return null
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new Error('what it gave back is too long')
  }
  const forbidden = findForbidden(value)
  if (forbidden !== null) throw new Error(`what it gave back cannot be kept: ${ENGLISH.message(forbidden.message)}`)
  return jsonSchema.parse(value)
}

type CodeReport = { callable: Callable; result: CodeRecord; isNew: boolean }

function tell(draft: Draft, context: StepContext, { callable, result, isNew }: CodeReport): void {
  const { node, about, what } = callable
  const { span, value, handOff, output, fault, ms } = result
  tellDecision(draft, context, {
    node,
    about,
    candidates: [],
    rule: { by: 'code', code: what, fault },
    answer: fault === null && handOff === null ? shown(value, context.flow.language) : null,
    choice: handOff === null ? { is: 'nothing' } : named(handOff),
    tries: 0,
    ms,
    span,
    isAgain: !isNew,
    ...(output === '' ? {} : { output }),
  })
}

function shown(value: Json, language: Language): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 20_000
    ? `${text.slice(0, 20_000)}\n${resultNote(language, 'cutAway', { all: text.length })}`
    : text
}

/** Says that code failed. */
export function warnFailed(context: StepContext, { node, what }: Callable, error: string): void {
  const facts = { name: context.flow.nameOf(node), code: what, error }
  context.warnOnce({ type: 'warning', node, code: 'code-failed', facts })
}

/** What code gave back as a text; null and nothing are empty. */
export function textOf(value: Json): string {
  if (value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** So many messages of a conversation are shown to code, the newest. */
const MOST_MESSAGES = 500

/** What was said in a scope, each with its speaker, the newest last. */
export function messagesOf(
  draft: Draft,
  flow: CompiledFlow,
  scope: Scope = topFrame(draft).scope,
): CodeAround['messages'] {
  const messages = logOf(draft).flatMap((entry) => {
    if (entry.kind !== 'text' || entry.scope !== scope) return []
    const isUser = entry.author === 'user' || entry.asUser === true
    const speaker = isUser ? 'user' : (entry.speaker ?? flow.nameOf(entry.author))
    return [{ speaker, text: withAttachments(entry.text, entry.attachments) }]
  })
  return messages.slice(-MOST_MESSAGES)
}

/** What code has in reach that is called as a tool: who calls it, and what the tool is set to. */
export function aroundTool(
  draft: Draft,
  flow: CompiledFlow,
  { node, tool }: { node: string; tool: string },
): CodeAround {
  return {
    sender: flow.nameOf(node),
    recipient: flow.nameOf(tool),
    messages: messagesOf(draft, flow),
    config: configOf(flow, settingsOf(flow, node), flow.graph.node(tool)),
  }
}

/** What `baton.config` is: the model that would be asked, the language, and the data of the node or edge; no code and no key. */
export function configOf(flow: CompiledFlow, settings: ModelSettings, of: FlowNode | FlowEdge | undefined): JsonObject {
  const { connection, model, temperature, maxTokens, contextTokens } = settings
  return {
    language: flow.language,
    model: { connection, model, temperature, maxTokens, contextTokens },
    data: of === undefined ? {} : withoutCode(fieldsOf(of), of.data),
  }
}
