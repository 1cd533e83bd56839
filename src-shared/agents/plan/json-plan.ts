/** The plan as JSON: a list of `{plan, evidence: {placeholder, tool, tool_input}}`, in a code fence, amid prose or bare. */
import { z } from 'zod'
import { ONE_ACTION, snippet, type Fault, type PlanReading } from './plan'
import { idOf } from './references'

/** How many opening brackets in prose are tried. */
const MAX_TRIES = 20

const BEGINS_LIST = /\[\s*\{/g
const PLACEHOLDER = /^\s*[#＃]?E(?:(\d+)|\[\s*(\d+)\s*\])\s*$/i

const textSchema = z.string()
const itemSchema = z.looseObject({ plan: textSchema.optional(), evidence: z.unknown().optional() })
const evidenceSchema = z.looseObject({
  placeholder: textSchema.optional(),
  tool: textSchema.optional(),
  tool_input: z.unknown().optional(),
})

/** An object of the list as text, and where it begins. */
type Item = { text: string; at: number }
type ItemList = { items: Item[]; isWhole: boolean; end: number }

/** Reads a reply from `from` on; null when it holds no plan in this form. */
export function readJsonPlan(text: string, from: number): PlanReading | null {
  const start = text.indexOf('"evidence"', from)
  if (start === -1) return null
  let tries = 0
  BEGINS_LIST.lastIndex = from
  for (let found = BEGINS_LIST.exec(text); found !== null && tries < MAX_TRIES; tries += 1) {
    const list = readItems(text, found.index)
    if (list.items.some((item) => isStep(parse(item.text)))) return readList(list)
    BEGINS_LIST.lastIndex = found.index + 1
    found = BEGINS_LIST.exec(text)
  }
  return readLoose(text, from)
}

/** Steps that are not in a list: one alone, one on each line, or each in a fence of its own. */
function readLoose(text: string, from: number): PlanReading | null {
  const items: Item[] = []
  let others = 0
  let start = text.indexOf('{', from)
  while (start !== -1 && others < MAX_TRIES) {
    const end = endOfObject(text, start)
    const item = { text: text.slice(start, end ?? start), at: start }
    const isFound = isStep(parse(item.text))
    if (isFound) items.push(item)
    else others += 1
    const isCutOff = end === null && items.length > 0 && text.includes('"evidence"', start)
    if (isCutOff) return readList({ items, isWhole: false, end: start })
    start = text.indexOf('{', isFound && end !== null ? end : start + 1)
  }
  return items.length === 0 ? null : readList({ items, isWhole: true, end: text.length })
}

function readList({ items, isWhole, end }: ItemList): PlanReading {
  const reading: PlanReading = { drafts: [], faults: [] }
  for (const item of items) {
    const step = readItem(item)
    if ('kind' in step) reading.faults.push(step)
    else reading.drafts.push(step)
  }
  if (!isWhole) {
    const say = (line: number) => `Line ${line}: the JSON of the plan breaks off or is not valid. Write the whole list.`
    reading.faults.push({ kind: 'bad_tool_call', at: end, say })
  }
  return reading
}

function readItem({ text, at }: Item): PlanReading['drafts'][number] | Fault {
  const item = itemSchema.safeParse(parse(text))
  const plan = item.success ? (item.data.plan ?? '') : ''
  const given = item.success ? item.data.evidence : undefined
  const listed: readonly unknown[] = Array.isArray(given) ? given : [given]
  const [only, more] = listed
  if (only === undefined || only === null || more !== undefined) {
    const how = more === undefined ? 'no "evidence"' : 'more than one "evidence"'
    const say = (line: number) => `${ONE_ACTION}: the plan in line ${line} ("${snippet(plan)}") has ${how}.`
    return { kind: 'plan_action_mismatch', at, say }
  }
  const evidence = evidenceSchema.safeParse(only)
  const { placeholder = '', tool = '', tool_input: input } = evidence.success ? evidence.data : {}
  const label = PLACEHOLDER.exec(placeholder)
  const written = inputText(input)
  if (label === null || tool.trim() === '' || written === null) {
    const say = (line: number) =>
      `Line ${line}: the evidence of the plan "${snippet(plan)}" cannot be read. Give "placeholder" such as "#E1", "tool" and "tool_input".`
    return { kind: 'bad_tool_call', at, say }
  }
  return { id: idOf(label[1] ?? label[2] ?? ''), plan: plan.trim(), tool: tool.trim(), input: written, at }
}

/** A text as written, anything else as JSON text; null where it is nested too deeply to be written. */
function inputText(input: unknown): string | null {
  if (input === undefined || input === null) return ''
  if (typeof input === 'string') return input
  try {
    return JSON.stringify(input)
  } catch {
    return null
  }
}

function isStep(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('evidence' in value || ('plan' in value && 'tool' in value))
}

/** A value, also when commas stand before closing brackets; undefined when it is no JSON. */
function parse(text: string): unknown {
  return tryParse(text) ?? tryParse(withoutTrailingCommas(text))
}

function tryParse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function withoutTrailingCommas(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[^])*"|,(?=\s*[}\]])/g, (token) => (token === ',' ? '' : token))
}

/** The objects of a list that begins at `start`. */
function readItems(text: string, start: number): ItemList {
  const items: Item[] = []
  let at = start + 1
  for (;;) {
    while (at < text.length && ', \n\t'.includes(text.charAt(at))) at += 1
    if (text.charAt(at) === ']') return { items, isWhole: true, end: at + 1 }
    const end = text.charAt(at) === '{' ? endOfObject(text, at) : null
    if (end === null) return { items, isWhole: false, end: at }
    items.push({ text: text.slice(at, end), at })
    at = end
  }
}

/** The index behind the brace that closes the one at `start`, braces in texts not counted; null when none does. */
function endOfObject(text: string, start: number): number | null {
  let depth = 0
  let isInText = false
  for (let at = start; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (isInText) {
      if (character === '\\') at += 1
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === '{') depth += 1
    else if (character === '}') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return null
}
