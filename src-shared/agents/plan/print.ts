/** Writes a plan as text that reads back as the same plan. */
import { parsePlan } from './parse'
import type { PlanStep } from './plan'

type PrintedStep = Pick<PlanStep, 'id' | 'plan' | 'tool' | 'input'>

/**
 * A plan in its canonical text: two lines for each step, a blank line between steps. A plan that these lines cannot hold, such
 * as one with an unpaired bracket in an input, is written as JSON. Ends in a newline; empty for no steps.
 */
export function printPlan(steps: readonly PrintedStep[]): string {
  if (steps.length === 0) return ''
  const text = steps.map(printStep).join('\n')
  const readBack = parsePlan(text).steps
  const isSame = readBack.length === steps.length && readBack.every((step, index) => isEqual(step, steps[index]))
  return isSame ? text : printJson(steps)
}

function printStep({ id, plan, tool, input }: PrintedStep): string {
  return `Plan:${plan === '' ? '' : ` ${plan}`}\n#${id} = ${tool}[${input}]\n`
}

function printJson(steps: readonly PrintedStep[]): string {
  const list = steps.map(({ id, plan, tool, input }) => ({
    plan,
    evidence: { placeholder: `#${id}`, tool, tool_input: input },
  }))
  return `${JSON.stringify(list, null, 2)}\n`
}

function isEqual(one: PrintedStep, other: PrintedStep | undefined): boolean {
  return one.id === other?.id && one.plan === other.plan && one.tool === other.tool && one.input === other.input
}
