/** Says that what is shown is a moment of the past, and leads back to now. */
import { Button } from '@mantine/core'
import { useCallback, useEffect, useRef } from 'react'
import { focusDrawn } from '../editor/canvas/focus-canvas'
import { useEditor, type Editor } from '../editor/editor-context'
import type { LeftPlace } from '../ui/layers/focus-keeper'
import { useHandOnFocus } from '../ui/layers/hand-on-focus'
import { isEscapeTaken } from '../ui/key-owner'
import { useLayers } from '../ui/layers/use-layer'
import { useT } from '../ui/language'
import { useRun, useRunStore } from './store/run-context'
import type { PastMoment, RunState } from './store/run-state'
import { secondWords } from './store/words'
import styles from './PastNotice.module.css'

/** `14 of 80, 12:03:11`: for texts that say which step it is. */
function usePastWords(): { past: PastMoment; words: string } | null {
  const t = useT()
  const past = useRun((state) => state.past)
  const total = useRun(({ record }) => record?.of.index.steps.length ?? 0)
  const at = useRun(pastTime)
  if (past === null) return null
  return { past, words: t('Step {step} of {total}, {time}', { step: past.step + 1, total, time: secondWords(at, t) }) }
}

function pastTime({ record, past }: RunState): string {
  return past === null ? '' : (record?.of.index.steps[past.step]?.at ?? '')
}

type PastNoticeProps = { place: 'canvas' | 'chat' }

/** Nothing while the present is shown. `place`: where it says so; the one on the canvas hears Escape. */
export function PastNotice({ place }: PastNoticeProps) {
  const shown = usePastWords()
  return shown === null ? null : <Notice place={place} words={shown.words} />
}

function Notice({ place, words }: PastNoticeProps & { words: string }) {
  const t = useT()
  const run = useRunStore()
  const editor = useEditor()
  const layers = useLayers()
  const notice = useRef<HTMLDivElement>(null)
  useHandOnFocus(
    notice,
    useCallback(
      ({ left }: LeftPlace) => {
        if (place === 'canvas') focusDrawn(editor)
        else left.querySelector<HTMLElement>('[data-pane-start]')?.focus()
      },
      [place, editor],
    ),
  )
  useEffect(() => {
    if (place !== 'canvas') return
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || isEscapeTaken(event, layers) || isLeadingOn(editor)) return
      // Under a page that lies over it, such as that of the versions, it hears nothing.
      if (notice.current?.closest('[inert]') !== null) return
      // It is used up: nothing else is closed or deselected with it.
      event.preventDefault()
      event.stopPropagation()
      run.look(null)
    }
    // Before anybody closes something: afterwards it cannot be seen that the key was for that.
    window.addEventListener('keydown', press, { capture: true })
    return () => window.removeEventListener('keydown', press, { capture: true })
  }, [place, editor, run, layers])
  return (
    <div ref={notice} className={styles.notice} data-place={place} data-past>
      <span className={styles.words}>{words}</span>
      <Button size="compact-xs" variant="filled" onClick={() => run.look(null)}>
        {t('Back to now')}
      </Button>
    </div>
  )
}

/** Whether something is begun on the canvas that Escape ends. */
function isLeadingOn({ session }: Editor): boolean {
  const { popup, connecting } = session.getState()
  return popup !== null || connecting !== null
}
