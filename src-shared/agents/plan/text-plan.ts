/** The plan grammar of ReWOO: `Plan: text` and below it `#E1 = Tool[input]`, as untidily as models write it (ReWOO 15 to 18). */
import { createInputReader, type Bounds } from './inputs'
import {
  endOfName,
  findMarks,
  skipSigns,
  type DefinitionMark,
  type LabelMark,
  type Mark,
  type ThoughtMark,
} from './marks'
import { ONE_ACTION, snippet, type Draft, type PlanReading } from './plan'
import { tidyText, tidyTool, type Span } from './tidy'

/** A reply as the text grammar reads it; `actions` counts also those whose calls could not be read, `spoken` is where its last thought ends, `isCutOff` that it never does. */
export type TextReading = PlanReading & { actions: number; spoken: number; isCutOff: boolean }

export type TextOptions = {
  tools: readonly string[]
  /** The reply still streams: an input that is not closed yet is no fault and no step. */
  isPartial: boolean
}

/** What lies ahead of each mark, for the search for closing brackets and the ends of thoughts. */
type MarkContext = Bounds & { thoughtEnd: ThoughtMark | null; next: number }

type OpenPlan = { label: LabelMark; thoughts: Span[] }

type Scan = {
  text: string
  /** Names with signs in them that end other names. */
  oddTools: readonly string[]
  readInput: (open: number, bounds: Bounds) => number | null
  /** Where the reading is; marks before it are part of something that was read. */
  at: number
  /** The plan that still waits for its action. */
  open: OpenPlan | null
  hasBegun: boolean
  seen: Set<string>
  reading: TextReading
}

/** Reads a reply whose lines end in `\n`. Never throws; its work is linear in the text. */
export function readTextPlan(text: string, { tools, isPartial }: TextOptions): TextReading {
  const marks = findMarks(text)
  const ahead = lookAhead(marks, text.length)
  const scan: Scan = {
    text,
    oddTools: tools.filter((tool) => /[[(［（=＝]/.test(tool)),
    readInput: createInputReader(text, isPartial),
    at: 0,
    open: null,
    hasBegun: false,
    seen: new Set(),
    reading: { drafts: [], faults: [], actions: 0, spoken: 0, isCutOff: false },
  }
  for (const [index, mark] of marks.entries()) {
    const after = ahead[index]
    if (mark.at < scan.at || after === undefined) continue
    scan.at = mark.end
    if (mark.type === 'label') takeLabel(scan, mark)
    else if (mark.type === 'definition') takeDefinition(scan, mark, after)
    else if (mark.type === 'thought') skipThought(scan, mark, after.thoughtEnd)
    else endThought(scan, mark)
  }
  if (scan.open !== null) lackAction(scan, scan.open, text.length)
  return scan.reading
}

function takeLabel(scan: Scan, label: LabelMark): void {
  // A label without a text before another one is a heading of the whole plan.
  if (scan.open !== null && planText(scan.text, scan.open, label.at) !== '') lackAction(scan, scan.open, label.at)
  scan.open = { label, thoughts: [] }
  scan.hasBegun = true
}

function takeDefinition(scan: Scan, mark: DefinitionMark, ahead: MarkContext): void {
  if (!isAction(scan, mark)) return
  const { reading, text, open, seen } = scan
  const { id, at } = mark
  if (open === null) {
    const say = (line: number) =>
      `${ONE_ACTION}: #${id} in line ${line} has no Plan of its own. Write a line "Plan: what to do" directly before it.`
    reading.faults.push({ kind: 'plan_action_mismatch', at, say })
  }
  const plan = open === null ? '' : planText(text, open, mark.cut)
  scan.open = null
  scan.hasBegun = true
  seen.add(id)
  reading.actions += 1
  const call = readCall(scan, mark, ahead)
  if (typeof call !== 'string') reading.drafts.push({ id, plan, at, ...call })
  else {
    const say = (line: number) =>
      `Line ${line}: the call "${lineFrom(text, at)}" cannot be read: ${call}. Write it as #${id} = Tool[input], with the input in square brackets.`
    reading.faults.push({ kind: 'bad_tool_call', at, say })
  }
}

/**
 * Whether a definition is an action. While a plan waits for one, each is that could be; in prose only a call, or what opens a
 * line with a new id. Before the first plan a format that is quoted within a sentence does not count.
 */
function isAction({ open, hasBegun, seen }: Scan, { id, isCall, opensLine }: DefinitionMark): boolean {
  const isNew = !seen.has(id)
  if (open !== null) return isCall || opensLine || isNew
  return opensLine ? isCall || isNew : hasBegun && isCall
}

/** The tool and the input after a definition's sign, or in words what is wrong. Moves the reading behind the call. */
function readCall(scan: Scan, mark: DefinitionMark, ahead: MarkContext): Pick<Draft, 'tool' | 'input'> | string {
  const { text, oddTools } = scan
  const from = startOfName(text, mark.end, ahead.next)
  const odd = oddTools.find(
    (tool) => text.startsWith(tool, from) && isSquare(text, skipSigns(text, from + tool.length)),
  )
  const open = odd === undefined ? endOfName(text, from) : skipSigns(text, from + odd.length)
  scan.at = open
  if ('(（'.includes(text.charAt(open) || ' ')) return 'its input stands in round brackets'
  if (!isSquare(text, open)) return 'it has no square brackets'
  const tool = odd ?? tidyTool(text.slice(from, open))
  if (tool === '') return 'it names no tool'
  if (tool.endsWith('\\')) return 'there is a backslash before its bracket'
  const close = scan.readInput(open, ahead)
  if (close === null) {
    scan.at = Math.max(open, ahead.nextStep)
    return 'its square bracket is never closed'
  }
  scan.at = close + 1
  return { tool, input: text.slice(open + 1, close).trim() }
}

function isSquare(text: string, at: number): boolean {
  return '[［'.includes(text.charAt(at) || ' ')
}

/** The tool may stand in the line below the sign, where a call does. */
function startOfName(text: string, from: number, nextMark: number): number {
  const start = skipSigns(text, from)
  if (text.charAt(start) !== '\n') return withLowLine(text, start)
  const below = skipSigns(text, start + 1)
  const end = endOfName(text, below)
  return isSquare(text, end) && end <= nextMark ? withLowLine(text, below) : start
}

/** A low line is a sign round words, but of a name it is a part. */
function withLowLine(text: string, start: number): number {
  let from = start
  while (text.charAt(from - 1) === '_') from -= 1
  return from
}

/** Thoughts are no part of a plan. One that opens a line and never ends reaches to the end: the reply was cut off in it. */
function skipThought(scan: Scan, mark: ThoughtMark, end: ThoughtMark | null): void {
  if (end === null && !mark.isAlone) return
  const to = end === null ? scan.text.length : end.end
  scan.open?.thoughts.push({ from: mark.at, to })
  scan.at = to
  scan.reading.spoken = to
  scan.reading.isCutOff = end === null
}

/** An end without a beginning: the model was started inside its thoughts, so that all before was one. */
function endThought(scan: Scan, mark: ThoughtMark): void {
  if (!mark.isAlone || scan.text.slice(mark.end).trimStart() === '') return
  scan.open = null
  scan.hasBegun = false
  scan.seen.clear()
  scan.reading = { drafts: [], faults: [], actions: 0, spoken: mark.end, isCutOff: false }
}

function planText(text: string, { label, thoughts }: OpenPlan, to: number): string {
  return tidyText(text, { from: label.end, to: Math.max(label.end, to) }, thoughts)
}

/** What an action looks like that is not labelled as one. */
const NEARLY_ACTION = /^[\s*_`>-]*(?:[#＃]?\s?E\w{0,12}|[#＃]\s?\d{1,4})[\s*_`]*(?::=|[:：=→]|->|=>)[^\n[(]{0,80}[[(]/im

function lackAction({ text, reading }: Scan, open: OpenPlan, to: number): void {
  const { label } = open
  const say = (line: number) => {
    const body = text.slice(label.end, Math.min(to, label.end + 2_000))
    const nearly = NEARLY_ACTION.exec(body)
    const hint = nearly === null ? '' : ` What stands below, "${lineFrom(nearly[0].trim(), 0)}", has another form.`
    return `${ONE_ACTION}: the Plan in line ${line} ("${snippet(body)}") has no action directly after it.${hint} Write #E1 = Tool[input] below it, with a number of its own.`
  }
  reading.faults.push({ kind: 'plan_action_mismatch', at: label.at, say })
}

function lineFrom(text: string, at: number): string {
  return snippet(text.slice(at, at + 300).split('\n', 1)[0] ?? '')
}

/** Walks the marks from the end, so that each knows what comes after it. */
function lookAhead(marks: readonly Mark[], length: number): MarkContext[] {
  const ahead: MarkContext[] = []
  let after: MarkContext = {
    nextDefinition: length,
    nextAction: length,
    nextStep: length,
    thoughtEnd: null,
    next: length,
  }
  for (const mark of marks.toReversed()) {
    ahead.push(after)
    const { type, at } = mark
    const isCall = type === 'definition' && mark.isCall
    after = {
      nextDefinition: type === 'definition' ? at : after.nextDefinition,
      nextAction: isCall && mark.opensLine ? at : after.nextAction,
      nextStep: isCall || type === 'label' ? at : after.nextStep,
      thoughtEnd: type === 'thought-end' ? mark : after.thoughtEnd,
      next: at,
    }
  }
  return ahead.reverse()
}
