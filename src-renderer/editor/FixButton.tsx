/** The one click that mends a problem, wherever the problem is read. */
import { useMemo } from 'react'
import { fixFor } from '../../src-shared/flow/editing/fixes'
import type { Problem } from '../../src-shared/kinds/kind'
import { useEditor } from './editor-context'
import { fixProblem } from './fix-problem'
import { cx } from '../ui/cx'
import { focusPaneStart } from '../ui/hand-on-focus'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'

/** `isThere`: the person is where the problem is, so nothing needs to lead there. */
export type FixButtonProps = { problem: Problem; isThere?: boolean; className?: string | undefined }

export function FixButton({ problem, isThere = false, className }: FixButtonProps) {
  const t = useT()
  const editor = useEditor()
  // The checker says a problem anew when what it is about has changed.
  const offer = useMemo(() => fixFor(editor.flows.getState().flow, problem), [editor, problem])
  if (offer === null || (isThere && offer.apply === null)) return null
  return (
    <button
      type="button"
      ref={handFocusOn}
      className={cx(textStyles.link, className)}
      onClick={() => fixProblem(editor, problem)}
    >
      {t.message(offer.words)}
    </button>
  )
}

/** A button that goes while it has the focus, since its problem is gone, leaves it to its field, or to its pane: the next keys would be the drawing's else. */
function handFocusOn(button: HTMLButtonElement | null): (() => void) | undefined {
  if (button === null) return undefined
  return () => {
    if (document.activeElement !== button) return
    const field = button.closest('[data-field]')
    if (field === null) return focusPaneStart(button)
    const places = field.querySelectorAll<HTMLElement>('input, textarea, button')
    ;[...places].find((place) => place !== button)?.focus()
  }
}
