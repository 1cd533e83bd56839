/** What a server of tools wants to know of a person before its call goes on. */
import type { AnswerOf, QuestionOf } from '../../src-shared/run/log/questions'
import { useT } from '../ui/language'
import { FormCard } from './FormCard'

export type ElicitationCardProps = {
  question: QuestionOf<'elicitation'>
  /** The server's name. */
  who: string
  isBusy: boolean
  onAnswer: (answer: AnswerOf<'elicitation'>) => void
}

export function ElicitationCard({ question, who, isBusy, onAnswer }: ElicitationCardProps) {
  const t = useT()
  const { kind } = question
  return (
    <FormCard
      title={t('{name} asks you', { name: who })}
      question={{ ...question, values: {} }}
      note={t('What you fill in goes to this server.')}
      words={{ yes: t('Send the answer'), no: t('Decline') }}
      isBusy={isBusy}
      onYes={(values) => onAnswer({ kind, action: 'accept', values })}
      onNo={() => onAnswer({ kind, action: 'decline' })}
    />
  )
}
