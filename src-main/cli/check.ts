/** `baton check`: the problems of a flow, one on each line. */
import { blocksRunning, checkFlow, problemText } from '../../src-shared/flow/check'
import type { Problem } from '../../src-shared/kinds/kind'
import { readFlowFile, type GivenFlow, type Surroundings } from './options'

/** Exit code 1 when any problem is an error. */
export function checkCommand(file: string, { out, note }: Surroundings): number {
  const given = readFlowFile(file)
  const problems = checkFlow(given.flow)
  for (const problem of problems) out(`${lineOf(problem, given)}\n`)
  if (problems.length === 0) note('No problems.')
  return blocksRunning(problems) ? 1 : 0
}

function lineOf(problem: Problem, { flow }: GivenFlow): string {
  const { severity, field, code } = problem
  const where = field === undefined ? code : `${code}, ${field}`
  return `${severity}: ${problemText(flow, problem).replaceAll('\n', ' ')} [${where}]`
}
