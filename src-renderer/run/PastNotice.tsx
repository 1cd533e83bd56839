/** Says that what is shown is a moment of the past, and leads back to now. */
import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { keyOwner } from '../ui/key-owner'
import { useT } from '../ui/language'
import { useRun, useRunStore } from './store/run-context'
import type { PastMoment, RunState } from './store/run-state'
import { secondWords } from './store/words'
import styles from './PastNotice.module.css'

/** `14 of 80, 12:03:11`: for texts that say which step it is. */
export function usePastWords(): { past: PastMoment; words: string } | null {
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

/** Nothing while the present is shown. `place`: where it says so; the one on the canvas hears Escape. */
export function PastNotice({ place }: { place: 'canvas' | 'chat' }) {
  const t = useT()
  const run = useRunStore()
  const shown = usePastWords()
  const listens = shown !== null && place === 'canvas'
  useEffect(() => {
    if (!listens) return
    const press = (event: KeyboardEvent): void => {
      const isOthers = event.defaultPrevented || ['dialog', 'text'].includes(keyOwner(event))
      if (event.key === 'Escape' && !isOthers) run.look(null)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [listens, run])
  if (shown === null) return null
  return (
    <div className={styles.notice} data-place={place} data-past>
      <span className={styles.words}>{shown.words}</span>
      <Button size="compact-xs" variant="filled" onClick={() => run.look(null)}>
        {t('Back to now')}
      </Button>
    </div>
  )
}
