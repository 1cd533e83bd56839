/** The one click that mends a problem, wherever the problem is read. */
import { useMemo, useRef } from 'react'
import { fixFor } from '../../src-shared/flow/editing/fixes'
import type { Sentence } from '../../src-shared/languages/translate'
import type { Problem } from '../../src-shared/kinds/kind'
import { useEditor } from './editor-context'
import { fixProblem } from './fix-problem'
import { cx } from '../ui/cx'
import type { LeftPlace } from '../ui/layers/focus-keeper'
import { focusPaneStart, useHandOnFocus } from '../ui/layers/hand-on-focus'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'

/** `isThere`: the person is where the problem is, so nothing needs to lead there. */
export type FixButtonProps = { problem: Problem; isThere?: boolean; className?: string | undefined }

export function FixButton({ problem, isThere = false, className }: FixButtonProps) {
  const editor = useEditor()
  // The checker says a problem anew when what it is about has changed.
  const offer = useMemo(() => fixFor(editor.flows.getState().flow, problem), [editor, problem])
  if (offer === null || (isThere && offer.apply === null)) return null
  return <Offer words={offer.words} className={className} onPress={() => fixProblem(editor, problem)} />
}

type OfferProps = { words: Sentence; className: string | undefined; onPress: () => void }

function Offer({ words, className, onPress }: OfferProps) {
  const t = useT()
  const button = useRef<HTMLButtonElement>(null)
  useHandOnFocus(button, focusField)
  return (
    <button type="button" ref={button} className={cx(textStyles.link, className)} onClick={onPress}>
      {t.message(words)}
    </button>
  )
}

/** A button that goes while it has the focus, since its problem is gone, leaves it to its field, or to its pane: the next keys would be the drawing's else. */
function focusField({ left }: LeftPlace): void {
  const field = left.closest('[data-field]')
  if (field === null) focusPaneStart(left)
  else field.querySelector<HTMLElement>('input, textarea, button')?.focus()
}
