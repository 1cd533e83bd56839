/** A plan in the chat: a compact live checklist with a way to the plan view. */
import { IconListCheck } from '@tabler/icons-react'
import { memo, useMemo } from 'react'
import type { PlanView, TurnView } from '../../src-shared/run/fold/fold-view'
import { useShowPlan } from './plan-place'
import { keyOf, progressWords, stepsToShow } from './shown-steps'
import { STATE_WORDS, StateIcon } from './StateMark'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './PlanLine.module.css'

const MOST = 12

export const PlanLine = memo(function PlanLine({ plan, turn }: { plan: PlanView; turn: TurnView }) {
  const t = useT()
  const steps = useMemo(() => stepsToShow(plan), [plan])
  const showPlan = useShowPlan()
  return (
    <div className={styles.planList} role="group" aria-label={t('Plan')}>
      <div className={styles.head}>
        <IconListCheck size={14} stroke={1.75} aria-hidden />
        <span className={textStyles.ellipsis}>{progressWords(plan, turn, t)}</span>
        <button type="button" onClick={() => showPlan(keyOf(turn, plan))}>
          {t('Show plan')}
        </button>
      </div>
      {steps.length > 0 && (
        <ol aria-label={t('Steps of the plan')}>
          {steps.slice(0, MOST).map(({ id, plan: text, tool, state }) => (
            <li key={id} data-state={state} title={`#${id} ${tool}: ${text}`}>
              <StateIcon state={state} />
              <span className={textStyles.ellipsis}>{text === '' ? tool : text}</span>
              <span className={textStyles.hidden}>{t(STATE_WORDS[state])}</span>
            </li>
          ))}
          {steps.length > MOST && <li>{t('and {count} more', { count: steps.length - MOST })}</li>}
        </ol>
      )}
    </div>
  )
})
