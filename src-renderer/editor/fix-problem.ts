/** Mends a problem of the open flow with one click: as one step that can be undone, or by leading to where the person says what is wanted. */
import { fixFor } from '../../src-shared/flow/editing/fixes'
import type { Problem } from '../../src-shared/kinds/kind'
import type { Editor } from './editor-context'
import { showProblem } from './show'

export function fixProblem(editor: Editor, problem: Problem): void {
  const { flows, problems } = editor
  const offer = fixFor(flows.getState().flow, problem)
  if (offer === null) return
  const { words, apply } = offer
  if (apply === null) return showProblem(editor, problem)
  flows.edit(words, apply)
  problems.checkNow()
}
