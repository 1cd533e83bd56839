/** A turn that is paused: before whom and why, what it would call, and how it can go on. */
import { Button } from '@mantine/core'
import type { GoOn, GoOnVerb } from '../../src-shared/run/log/breakpoints'
import type { QuestionOf } from '../../src-shared/run/log/questions'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import { QuestionFrame } from '../ui/QuestionFrame'
import { GO_ON_LABELS } from './pause-words'
import cardStyles from '../ui/Card.module.css'
import styles from './PauseCard.module.css'

export type PauseCardProps = {
  question: QuestionOf<'breakpoint'>
  /** Whose step it is. */
  who: string
  /** Why, in words. */
  reasons: readonly string[]
  isBusy: boolean
  onGo: (go: GoOn) => void
}

const VERBS = ['continue', 'over', 'into', 'out', 'stop'] as const satisfies readonly GoOnVerb[]

export function PauseCard({ question: { calls }, who, reasons, isBusy, onGo }: PauseCardProps) {
  const t = useT()
  const tools = [...new Set(calls)].join(', ')
  const title =
    calls.length === 0
      ? t('Paused before {name}', { name: who })
      : t('Paused before {name} calls {tools}', { name: who, tools })
  return (
    <QuestionFrame title={title}>
      {reasons.length > 0 && <div className={cardStyles.text}>{reasons.join(' · ')}</div>}
      <div className={cx(cardStyles.actions, styles.verbs)} role="toolbar" aria-label={t('Debugging')}>
        {VERBS.map((is) => (
          <Button
            key={is}
            className={styles.verb}
            size="compact-xs"
            variant={is === 'continue' ? 'filled' : is === 'stop' ? 'subtle' : 'default'}
            {...(is === 'stop' ? { color: 'gray' } : {})}
            disabled={isBusy}
            onClick={() => onGo({ is })}
          >
            {t(GO_ON_LABELS[is])}
          </Button>
        ))}
      </div>
    </QuestionFrame>
  )
}
