/** `baton check`: the problems of a flow, one on each line. */
import { asMessage } from '../../src-shared/languages/translate'
import path from 'node:path'
import { AppError } from '../../src-shared/errors'
import { blocksRunning, checkFlow, problemText } from '../../src-shared/flow/checks/check'
import type { Flow } from '../../src-shared/flow/records'
import { codeProblem, codeTexts } from '../../src-shared/kinds/code-texts'
import type { Problem } from '../../src-shared/kinds/kind'
import { freezeFlow } from '../flows/freeze'
import { flowsBeside } from '../flows/flows-beside'
import { codeFault } from '../tools/code/code-fault'
import { usesNote } from './consent'
import { readFlowFile, type GivenFlow, type CommandStreams } from './options'

/** Exit code 1 when any problem is an error. */
export function checkCommand(file: string, { out, note }: CommandStreams): number {
  const given = readFlowFile(file)
  const { problems: found, uses } = checkWithOthers(file, given)
  const problems = [...brokenCode(given.flow), ...found]
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

/** Flows beside the file are looked into; others may be in the library when the flow runs. */
function checkWithOthers(file: string, { flow }: GivenFlow): { problems: readonly Problem[]; uses: string | null } {
  try {
    const frozen = freezeFlow(flow, flowsBeside(path.dirname(path.resolve(file))))
    const elsewhere = frozen.missing.map(({ node, id, where }): Problem => {
      const words = `${where}The flow "${id}" is not beside this file. It must be in the library when the flow runs.`
      return { severity: 'warning', code: 'flow-elsewhere', node, message: asMessage(words) }
    })
    return { problems: [...checkFlow(frozen.flow), ...elsewhere], uses: usesNote(frozen.flow) }
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const problems = checkFlow(flow)
    const nesting: Problem = { severity: 'error', code: 'flow-nesting', message: asMessage(cause.message) }
    const isTold = problems.some(({ code }) => code === 'flow-nesting')
    return { problems: isTold ? problems : [nesting, ...problems], uses: usesNote(flow) }
  }
}

function lineOf(problem: Problem, { flow }: GivenFlow): string {
  const { severity, field, code } = problem
  const where = field === undefined ? code : `${code}, ${field}`
  return `${severity}: ${problemText(flow, problem).replaceAll('\n', ' ')} [${where}]`
}
