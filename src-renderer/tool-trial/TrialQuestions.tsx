/** What a tool that is tried asks, each question as its card, in the place where its result will be. */
import { useRef } from 'react'
import type { Answer } from '../../src-shared/run/log/questions'
import type { TrialAsks, TrialQuestion } from '../../src-shared/rpc/tool-trials'
import { ApprovalCard } from '../approvals/ApprovalCard'
import { CallCard } from '../approvals/CallCard'
import { ElicitationCard } from '../approvals/ElicitationCard'
import { HeldCard } from '../approvals/HeldCard'
import { PlanCard } from '../approvals/PlanCard'
import type { LeftPlace } from '../ui/layers/focus-keeper'
import { useHandOnFocus, useHandOnWhenBusy } from '../ui/layers/hand-on-focus'
import { useT } from '../ui/language'
import styles from './TrialQuestions.module.css'

export type TrialQuestionsProps = {
  asks: TrialAsks
  /** What was answered before, which may be asked about again. */
  given: Answer | null
  isBusy: boolean
  onAnswer: (question: string, answer: Answer) => void
}

export function TrialQuestions({ asks, given, isBusy, onAnswer }: TrialQuestionsProps) {
  const t = useT()
  const part = useRef<HTMLDivElement>(null)
  useHandOnWhenBusy(part, isBusy, focusResult)
  useHandOnFocus(part, handToResult)
  return (
    <div className={styles.questions} ref={part}>
      <p className={styles.note}>{t('The call goes on when you have answered.')}</p>
      {asks.questions.map((asked) => (
        <Card
          key={`${asked.id} ${asked.question.problem ?? ''}`}
          asked={asked}
          given={given}
          isBusy={isBusy}
          onAnswer={(answer) => onAnswer(asked.id, answer)}
        />
      ))}
    </div>
  )
}

/** Whoever answered goes on where the next question, or the result, is shown. */
function focusResult(around: Element): void {
  around.closest<HTMLElement>('[data-part="result"]')?.focus()
}

function handToResult({ left }: LeftPlace): void {
  focusResult(left)
}

type CardProps = {
  asked: TrialQuestion
  given: Answer | null
  isBusy: boolean
  onAnswer: (answer: Answer) => void
}

function Card({ asked: { node, who, question }, given, isBusy, onAnswer }: CardProps) {
  switch (question.kind) {
    case 'approve-call':
      return (
        <CallCard
          question={question}
          who={who}
          isBusy={isBusy}
          onDecide={(decision) => onAnswer({ kind: question.kind, decision })}
        />
      )
    case 'hold-result':
      return (
        <HeldCard
          question={question}
          who={who}
          isBusy={isBusy}
          onDecide={(decision) => onAnswer({ kind: question.kind, decision })}
        />
      )
    case 'approval':
      return <ApprovalCard question={question} who={who} isBusy={isBusy} onAnswer={onAnswer} />
    case 'elicitation':
      return <ElicitationCard question={question} who={who} isBusy={isBusy} onAnswer={onAnswer} />
    case 'approve-plan': {
      const before = given?.kind === question.kind ? given : null
      return <PlanCard asked={{ node, question, given: before }} who={who} isBusy={isBusy} onAnswer={onAnswer} />
    }
  }
}
