/** An approval that waits for a person: what is asked, what is to be filled in, and until when. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { AnswerOf, QuestionOf } from '../../src-shared/run/log/questions'
import { QuestionFrame } from '../ui/QuestionFrame'
import { useT } from '../ui/language'
import { momentWords } from '../ui/time'
import { FormCard } from './FormCard'
import cardStyles from '../ui/Card.module.css'
import styles from './FormCard.module.css'

export type ApprovalCardProps = {
  question: QuestionOf<'approval'>
  /** The approval's name. */
  who: string
  /** What was said before it, and where each answer leads; only beside the drawing, which says so. */
  why?: string
  isBusy: boolean
  onAnswer: (answer: AnswerOf<'approval'>) => void
}

export function ApprovalCard({ question, who, why = '', isBusy, onAnswer }: ApprovalCardProps) {
  const t = useT()
  const { kind, until } = question
  const [isOver] = useState(() => isLongOver(until))
  if (isOver && until !== null)
    return (
      <QuestionFrame title={t('{name} was not answered in time', { name: who })} isBusy={isBusy}>
        <div className={styles.message}>{question.message}</div>
        <div className={styles.until}>
          {t(
            'The time to answer ended at {time}, and nothing has run since. It goes on as it does without an answer, once you say so.',
            { time: momentWords(until, t) },
          )}
        </div>
        <div className={cardStyles.actions}>
          <Button
            size="compact-sm"
            variant="filled"
            disabled={isBusy}
            onClick={() => onAnswer({ kind, outcome: 'timeout' })}
          >
            {t('Go on')}
          </Button>
        </div>
      </QuestionFrame>
    )
  return (
    <FormCard
      title={t('{name} waits for your approval', { name: who })}
      question={question}
      why={why}
      note={
        until === null
          ? undefined
          : t('Waits until {time}, then it goes on without you.', { time: momentWords(until, t) })
      }
      words={{ yes: t('Approve'), no: t('Refuse') }}
      isBusy={isBusy}
      onYes={(values) => onAnswer({ kind, outcome: 'approved', values })}
      onNo={() => onAnswer({ kind, outcome: 'refused' })}
    />
  )
}

/** Clocks of two machines differ by less. */
const MARGIN_MS = 60_000

/** Whether the time has passed while nothing could act on it: in the bin, or in a turn that was killed. Else the core answers by itself, at once. */
function isLongOver(until: string | null): boolean {
  return until !== null && Date.parse(until) + MARGIN_MS < Date.now()
}
