/** Reads a planner's reply into a plan, or says what is wrong with it and in which line (ReWOO 15 to 19). */
import { findByName } from '../../match'
import { readJsonPlan } from './json-plan'
import { findCycle } from './levels'
import {
  PLAN_ERROR_KINDS,
  type Draft,
  type Fault,
  type ParsedPlan,
  type PlanError,
  type PlanStep,
  type PlanReading,
} from './plan'
import { referencesIn } from './references'
import { readTextPlan, type TextOptions } from './text-plan'

export type ParseOptions = {
  /** The names that may be called; without them any name may. Compared exactly, then ignoring case. */
  tools?: readonly string[] | undefined
}

/**
 * The plan in a planner's reply: `Plan:` and `#E1 = Tool[input]` lines, or the JSON form. Of several faults the one that comes
 * first in `PLAN_ERROR_KINDS` is told, and of one kind the one that comes first in the reply. Never throws.
 */
export function parsePlan(reply: string, { tools }: ParseOptions = {}): ParsedPlan {
  const text = withPlainLines(reply)
  const reading = readReply(text, { tools: tools ?? [], isPartial: false })
  const steps = reading.drafts.map((draft) => stepOf(draft, tools))
  const faults = [...reading.faults, ...faultsOf(steps, reading.drafts, tools)]
  if (steps.length === 0 && faults.length === 0) faults.push(noSteps(reading))
  return { steps, error: firstError(faults, text) }
}

/**
 * The steps that a reply holds for certain while it still streams: those in its complete lines. What it says grows with the
 * reply; what is wrong with the plan is said at the end, by `parsePlan`.
 */
export function planSoFar(reply: string, { tools }: ParseOptions = {}): PlanStep[] {
  const text = withPlainLines(reply.slice(0, reply.lastIndexOf('\n') + 1))
  const reading = readReply(text, { tools: tools ?? [], isPartial: true })
  return reading.drafts.map((draft) => stepOf(draft, tools))
}

/** JSON is looked for first where a reply begins with it, else only where no action was found. */
function readReply(text: string, options: TextOptions): PlanReading & { isCutOff?: boolean } {
  const json = beginsAsJson(text) ? readJsonPlan(text, 0) : null
  if (json !== null) return json
  // A list that is still being written is no text, whatever stands in its quotes.
  if (options.isPartial && beginsAsJson(text, /[[{]\s*[{"]/)) return { drafts: [], faults: [] }
  const written = readTextPlan(text, options)
  // What looks like a list within a reply that goes on may be the words of a step whose action comes next.
  if (written.actions > 0 || options.isPartial) return written
  return readJsonPlan(text, written.spoken) ?? written
}

function beginsAsJson(text: string, opening = /[[{]/): boolean {
  const start = text
    .slice(0, 200)
    .trimStart()
    .replace(/^```\w*\s*/, '')
  return start.search(opening) === 0
}

function noSteps({ isCutOff = false }: { isCutOff?: boolean }): Fault {
  const why = isCutOff ? 'The reply breaks off in its thoughts and holds no plan.' : 'The reply holds no plan.'
  const say = () =>
    `${why} Write every step in two lines, "Plan: what to do" and directly below it "#E1 = Tool[input]".`
  return { kind: 'no_steps', at: -1, say }
}

function withPlainLines(reply: string): string {
  return reply.includes('\r') ? reply.replace(/\r\n?/g, '\n') : reply
}

function stepOf({ id, plan, tool, input }: Draft, tools: readonly string[] | undefined): PlanStep {
  const isExact = tools === undefined || tools.includes(tool)
  return { id, plan, tool: isExact ? tool : (findByName(tools, tool) ?? tool), input, deps: referencesIn(input) }
}

function firstError(faults: readonly Fault[], text: string): PlanError | null {
  let first: Fault | undefined
  for (const fault of faults) if (first === undefined || comesBefore(fault, first)) first = fault
  if (first === undefined) return null
  const line = first.at < 0 ? null : lineAt(text, first.at)
  return { kind: first.kind, message: first.say(line ?? 0), line }
}

function comesBefore(one: Fault, other: Fault): boolean {
  const places = [one, other].map(({ kind }) => PLAN_ERROR_KINDS.indexOf(kind))
  const [place = 0, otherPlace = 0] = places
  return place === otherPlace ? one.at < other.at : place < otherPlace
}

function lineAt(text: string, at: number): number {
  let line = 1
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line += 1
  return line
}

/** The faults in the meaning of steps that were read. */
function faultsOf(steps: readonly PlanStep[], drafts: readonly Draft[], tools: readonly string[] | undefined): Fault[] {
  const faults: Fault[] = []
  const first = new Map<string, number>()
  for (const [index, { id }] of steps.entries()) {
    const at = drafts[index]?.at ?? -1
    const say = (line: number) => `Line ${line}: #${id} was given before. Give every step a number of its own.`
    if (first.has(id)) faults.push({ kind: 'duplicate_id', at, say })
    else first.set(id, at)
  }
  for (const [index, { id, tool, deps }] of steps.entries()) {
    const at = drafts[index]?.at ?? -1
    if (tools !== undefined && !tools.includes(tool)) {
      const names = tools.length === 0 ? 'There are no tools.' : `Use one of: ${tools.join(', ')}.`
      const say = (line: number) => `Line ${line}: there is no tool "${tool}" for #${id}. ${names}`
      faults.push({ kind: 'unknown_tool', at, say })
    }
    const missing = deps.find((dep) => !first.has(dep))
    if (missing !== undefined) {
      const say = (line: number) => `Line ${line}: #${id} uses #${missing}, but no step gives #${missing}.`
      faults.push({ kind: 'unknown_reference', at, say })
    }
  }
  // Where each step uses steps before it only, there is no loop to look for.
  const loop = isInOrder(steps) ? null : findCycle(steps)
  if (loop !== null) faults.push(cycleFault(loop, first))
  return faults
}

function isInOrder(steps: readonly PlanStep[]): boolean {
  const before = new Set<string>()
  return steps.every(({ id, deps }) => {
    const isAfter = deps.every((dep) => before.has(dep))
    before.add(id)
    return isAfter
  })
}

function cycleFault(loop: readonly string[], first: ReadonlyMap<string, number>): Fault {
  const [id = ''] = loop
  const way = [...loop, id].map((one) => `#${one}`).join(' needs ')
  const say = (line: number) =>
    loop.length === 1
      ? `Line ${line}: #${id} uses its own result. A step can only use results of other steps.`
      : `Line ${line}: the steps wait for each other: ${way}. Order them so that each uses only results of steps before it.`
  return { kind: 'cycle', at: first.get(id) ?? -1, say }
}
