/** Which plan a question is about. */
import type { AskedQuestion, PlanView } from '../../../src-shared/run/fold/fold-view'

export function isAskedAbout({ node, path, round }: PlanView, { question, ...asked }: AskedQuestion): boolean {
  if (question.kind !== 'approve-plan') return false
  return node === asked.node && path === asked.path && round === question.round
}
