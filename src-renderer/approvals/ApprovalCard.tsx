/** An approval that waits for a person: what is asked, what is to be filled in, and until when. */
import type { AnswerOf, QuestionOf } from '../../src-shared/run/log/questions'
import { useT } from '../ui/language'
import { momentWords } from '../ui/time'
import { FormCard } from './FormCard'

export type ApprovalCardProps = {
  question: QuestionOf<'approval'>
  /** The approval's name. */
  who: string
  isBusy: boolean
  onAnswer: (answer: AnswerOf<'approval'>) => void
}

export function ApprovalCard({ question, who, isBusy, onAnswer }: ApprovalCardProps) {
  const t = useT()
  const { kind, until } = question
  return (
    <FormCard
      title={t('{name} waits for your approval', { name: who })}
      question={question}
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
