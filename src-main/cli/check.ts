/** `baton check`: the problems of a flow, one on each line. */
import { asMessage, ENGLISH } from '../../src-shared/languages/translate'
import path from 'node:path'
import { AppError } from '../../src-shared/errors'
import { blocksRunning, checkFlow, problemText } from '../../src-shared/flow/checks/check'
import { countedKey, moneyBudgets, pricesToAsk, unpricedProblems } from '../../src-shared/flow/checks/counted-models'
import type { Flow } from '../../src-shared/flow/records'
import { codeProblem, codeTexts } from '../../src-shared/kinds/code-texts'
import type { Problem } from '../../src-shared/kinds/kind'
import { freezeFlow } from '../flows/freeze'
import { flowsBeside } from '../flows/flows-beside'
import { codeFault } from '../tools/code/code-fault'
import { usesNote } from './consent'
import { readFlowFile, withLibrary, type GivenFlow, type CommandStreams } from './options'

export type CheckCommand = { data?: string }

/** Exit code 1 when any problem is an error. */
export async function checkCommand(file: string, options: CheckCommand, around: CommandStreams): Promise<number> {
  const { out, note } = around
  const given = readFlowFile(file)
  const { problems: found, uses, whole } = checkWithOthers(file, given)
  const problems = [...brokenCode(given.flow), ...found, ...(await uncountedMoney(whole, options, around))]
  for (const problem of problems) out(`${lineOf(problem, given)}\n`)
  if (problems.length === 0) note('No problems.')
  if (uses !== null) note(uses)
  return blocksRunning(problems) ? 1 : 0
}

/** Code that cannot be read. */
function brokenCode(flow: Flow): Problem[] {
  return codeTexts(flow).flatMap((text) => {
    const fault = codeFault(text.code)
    return fault === null ? [] : [codeProblem(text, fault)]
  })
}

/** Budgets of money that count calls whose price nobody knows, by the connections of the data folder; where there is none, nothing is known of any. */
async function uncountedMoney(flow: Flow, options: CheckCommand, around: CommandStreams): Promise<Problem[]> {
  const budgets = moneyBudgets(flow)
  if (budgets.length === 0) return []
  const problems = await withLibrary(options, around, ({ services: { connections, trials } }) => {
    const unpriced = new Map<string, string>()
    for (const { of, at } of pricesToAsk(budgets, connections.list())) {
      const { figures } = trials.about(at)
      if (figures.price === null) unpriced.set(countedKey(of), at.model)
    }
    return Promise.resolve(unpricedProblems(budgets, unpriced))
  })
  return problems ?? []
}

type CheckedFlow = { problems: readonly Problem[]; uses: string | null; whole: Flow }

/** Flows beside the file are looked into; others may be in the library when the flow runs. `whole`: with those that were found. */
function checkWithOthers(file: string, { flow }: GivenFlow): CheckedFlow {
  try {
    const frozen = freezeFlow(flow, flowsBeside(path.dirname(path.resolve(file))))
    const elsewhere = frozen.missing.map(({ node, id, where }): Problem => {
      const told = where.map((one) => ENGLISH.message(one)).join('')
      const words = `${told}The flow “${id}” is not beside this file. It must be in the library when the flow runs.`
      return { severity: 'warning', code: 'flow-elsewhere', node, message: asMessage(words) }
    })
    return { problems: [...checkFlow(frozen.flow), ...elsewhere], uses: usesNote(frozen.flow), whole: frozen.flow }
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const problems = checkFlow(flow)
    const nesting: Problem = { severity: 'error', code: 'flow-nesting', message: asMessage(cause.message) }
    const isTold = problems.some(({ code }) => code === 'flow-nesting')
    return { problems: isTold ? problems : [nesting, ...problems], uses: usesNote(flow), whole: flow }
  }
}

function lineOf(problem: Problem, { flow }: GivenFlow): string {
  const { severity, field, code } = problem
  const where = field === undefined ? code : `${code}, ${field}`
  return `${severity}: ${problemText(flow, problem).replaceAll('\n', ' ')} [${where}]`
}
