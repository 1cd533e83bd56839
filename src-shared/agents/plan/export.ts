/** A plan with its results for other programs: as Markdown to read, as Mermaid to draw. */
import type { Json } from '../../flow/records'
import { snippet, type PlanStep } from './plan'

const STEP_STATES = ['waiting', 'running', 'done', 'failed', 'skipped'] as const

export type StepState = (typeof STEP_STATES)[number]

/** A step with what became of it; only the plan itself is needed. */
export type ShownStep = Readonly<Omit<PlanStep, 'deps'>> & {
  readonly deps: readonly string[]
  readonly state?: StepState | undefined
  /** The input with evidence put in. */
  readonly filled?: Json | undefined
  readonly evidence?: Json | undefined
  readonly durationMs?: number | undefined
}

/** What a plan was made for and what came of it. */
export type PlanSetting = { readonly question?: string | undefined; readonly answer?: string | undefined }

/** A plan as Markdown: the question, each step with its call and its evidence, the answer. Ends in a newline. */
export function planToMarkdown(steps: readonly ShownStep[], { question, answer }: PlanSetting = {}): string {
  const blocks = ['# Plan']
  if (question !== undefined) blocks.push(quote(question))
  for (const step of steps) blocks.push(...stepBlocks(step))
  if (answer !== undefined) blocks.push('## Answer', answer.trim())
  return `${blocks.join('\n\n')}\n`
}

function stepBlocks(step: ShownStep): string[] {
  const { id, plan, tool, input, deps, filled, evidence } = step
  const facts = [`- Tool: ${inline(tool)}`]
  if (deps.length > 0) facts.push(`- Needs: ${deps.join(', ')}`)
  const state = stateText(step)
  if (state !== '') facts.push(`- State: ${state}`)
  const blocks = [`## ${id}: ${escapeMarkdown(plan.replace(/\s+/g, ' '))}`, facts.join('\n'), 'Input:', fence(input)]
  const written = filled === undefined ? null : asText(filled)
  if (written !== null && written !== input) blocks.push('Input with evidence:', fence(written))
  if (evidence !== undefined) blocks.push('Evidence:', fence(asText(evidence)))
  return blocks
}

function stateText({ state, durationMs }: ShownStep): string {
  const duration = durationMs === undefined ? '' : `${(durationMs / 1000).toFixed(1)} s`
  return [state ?? '', duration].filter((part) => part !== '').join(', ')
}

/** Text between fences that are longer than any in it. */
function fence(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`{3,1000}/g)].map(([run]) => run.length))
  const marks = '`'.repeat(Math.max(3, longest + 1))
  return `${marks}text\n${text}\n${marks}`
}

function inline(text: string): string {
  return text.includes('`') ? escapeMarkdown(text) : `\`${text}\``
}

function quote(text: string): string {
  return text
    .trim()
    .split('\n')
    .map((line) => `> ${line}`.trimEnd())
    .join('\n')
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|#]/g, (sign) => `\\${sign}`)
}

/** The colours of the states, dark enough for dark text and light pages. */
const LOOKS: { readonly [state in StepState]: string } = {
  waiting: 'fill:#f1f3f5,stroke:#868e96,color:#212529',
  running: 'fill:#d0ebff,stroke:#1c7ed6,color:#212529',
  done: 'fill:#d3f9d8,stroke:#2f9e44,color:#212529',
  failed: 'fill:#ffe3e3,stroke:#e03131,color:#212529',
  skipped: 'fill:#fff3bf,stroke:#f08c00,color:#212529',
}

/** A plan as a Mermaid flowchart: a box for each step, an arrow for each need, states as colours. Ends in a newline. */
export function planToMermaid(steps: readonly ShownStep[]): string {
  const known = new Set(steps.map(({ id }) => id))
  const boxes = steps.map(({ id, tool, plan, state }) => {
    const text = [`#${id} ${tool}`, snippet(plan)].filter((part) => part !== '').map(escapeMermaid)
    return `  ${id}["${text.join('<br/>')}"]${state === undefined ? '' : `:::${state}`}`
  })
  const arrows = steps.flatMap(({ id, deps }) =>
    deps.filter((dep) => known.has(dep)).map((dep) => `  ${dep} --> ${id}`),
  )
  const shown = STEP_STATES.filter((state) => steps.some((step) => step.state === state))
  const looks = shown.map((state) => `  classDef ${state} ${LOOKS[state]}`)
  return `${['flowchart TD', ...boxes, ...arrows, ...looks].join('\n')}\n`
}

function escapeMermaid(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[#&"<>|[\](){}`;]/g, (character) => `#${character.codePointAt(0) ?? 35};`)
}

function asText(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
