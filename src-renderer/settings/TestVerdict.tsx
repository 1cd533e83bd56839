/** What the test of a connection says, row by row, also while it goes on. */
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleX,
  IconLoader2,
  IconMinus,
  IconAdjustments,
} from '@tabler/icons-react'
import { useEffect, useRef, type ComponentType } from 'react'
import type { Message } from '../../src-shared/languages/translate'
import { TRIAL_LABELS, VERDICT_WORDS, type Trial, type TrialVerdict } from '../../src-shared/providers/trial'
import { UseAddress } from './ModelPicker'
import { useT } from '../ui/language'
import styles from './TestVerdict.module.css'

type Sign = ComponentType<{ size: number; 'aria-hidden': true }>

const SIGNS: { readonly [Verdict in TrialVerdict]: Sign } = {
  running: IconLoader2,
  works: IconCircleCheck,
  adapted: IconAdjustments,
  unclear: IconAlertTriangle,
  no: IconMinus,
  failed: IconCircleX,
  skipped: IconMinus,
}

type TestVerdictProps = { trial: Trial | null; onAddress: (baseUrl: string) => void }

export function TestVerdict({ trial, onAddress }: TestVerdictProps) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const count = trial?.rows.length ?? 0
  const isDone = trial?.isOver === true
  useEffect(() => {
    // It is below a form that may be longer than the window.
    if (count > 0 || isDone) place.current?.scrollIntoView({ block: 'nearest' })
  }, [count, isDone])
  if (trial === null) return null
  const { isOver, ok, said, rows, suggestedUrl } = trial
  const shown = (words: Message | null) => (words === null ? '' : t.message(words))
  const outcome = shown(said)
  const isBad = isOver && !ok
  return (
    <div
      ref={place}
      className={styles.trial}
      role={isBad ? 'alert' : 'status'}
      aria-label={t('Test')}
      data-bad={isBad || undefined}
    >
      <div className={styles.message}>
        {isOver ? outcome : t('Testing…')}
        {suggestedUrl !== null && <UseAddress url={suggestedUrl} onUse={onAddress} />}
      </div>
      {rows.length > 0 && (
        <ul>
          {rows.map(({ part, verdict, words }) => {
            const Sign = SIGNS[verdict]
            const more = shown(words)
            return (
              <li key={part} data-verdict={verdict}>
                <Sign size={15} aria-hidden />
                <b>{t.known(TRIAL_LABELS[part])}</b>
                <span>
                  <span className={styles.verdict}>{t.known(VERDICT_WORDS[verdict])}</span>
                  {more !== '' && more !== outcome && ` ${more}`}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
