/** Mends a problem of the open flow with one click, as one step that can be undone. */
import { slotWords } from '../../src-shared/agents/prompts/lost-slots'
import { applyFix } from '../../src-shared/flow/editing/fixes'
import type { Problem } from '../../src-shared/kinds/kind'
import type { Editor } from './editor-context'

export function fixProblem({ flows, problems }: Editor, problem: Problem): void {
  if (problem.fix === undefined) return
  flows.edit(`Put ${slotWords(problem.fix.slots)} back`, (flow) => applyFix(flow, problem))
  problems.checkNow()
}
