/** One question of the inbox: where it was asked and since when, and the same card as in the chat, or what is asked and the way there. */
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import type { GoOn } from '../../src-shared/run/log/breakpoints'
import type { Answer, CallDecision, LoggedQuestionKind, QuestionOf } from '../../src-shared/run/log/questions'
import type { WaitingQuestion } from '../../src-shared/rpc/waiting'
import { questionText } from '../../src-shared/run/words/questions'
import { ApprovalCard } from '../approvals/ApprovalCard'
import { PauseCard } from '../breakpoints/PauseCard'
import { ElicitationCard } from '../approvals/ElicitationCard'
import { HeldCard } from '../approvals/HeldCard'
import { CallCard } from '../approvals/CallCard'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import { notifyError, useServices } from '../ui/services'
import { timeAgo } from '../ui/time'
import cardStyles from '../ui/Card.module.css'
import textStyles from '../ui/text.module.css'
import styles from './WaitingItem.module.css'

type WaitingItemProps = { waiting: WaitingQuestion; onOpen: () => void; onAnswered: () => void }

export function WaitingItem({ waiting, onOpen, onAnswered }: WaitingItemProps) {
  const t = useT()
  const { flowName, threadTitle, since } = waiting
  const title = threadTitle === '' ? t('Untitled') : threadTitle
  return (
    <li>
      <div className={styles.head}>
        <span className={cx(styles.place, textStyles.ellipsis)}>
          <span className={styles.flow}>{flowName ?? t('A flow in a file')}</span> · {title}
        </span>
        <span className={styles.since}>{timeAgo(since, t)}</span>
        {flowName !== null && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t('Open “{title}” of {flow}', { title, flow: flowName })}
            onClick={onOpen}
          >
            {t('Open')}
          </Button>
        )}
      </div>
      {cardOf(waiting.question.kind)({ waiting, question: waiting.question, onAnswered })}
    </li>
  )
}

type CardProps<K extends LoggedQuestionKind> = {
  waiting: WaitingQuestion
  question: QuestionOf<K>
  onAnswered: () => void
}
type CardOf<K extends LoggedQuestionKind> = (props: CardProps<K>) => ReactNode

const CARDS: { readonly [K in LoggedQuestionKind]: CardOf<K> } = {
  'approve-call': (props) => <WaitingCall {...props} />,
  'approve-plan': (props) => <WaitingPlan {...props} />,
  'hold-result': (props) => <HeldResult {...props} />,
  approval: (props) => <WaitingApproval {...props} />,
  elicitation: (props) => <WaitingElicitation {...props} />,
  breakpoint: (props) => <PausedTurn {...props} />,
  other: ({ question }) => <OtherQuestion question={question} />,
}

function cardOf<K extends LoggedQuestionKind>(kind: K): CardOf<K> {
  return CARDS[kind]
}

/** Sends one answer; of two who answer at once the second is told that it was answered already. */
function useAnswer({ threadId, id }: WaitingQuestion, onAnswered: () => void) {
  const { client } = useServices()
  const [isSent, setSent] = useState(false)
  const answer = (given: Answer): void => {
    setSent(true)
    onAnswered()
    client.call('runs.answer', { threadId, questionId: id, answer: given }).catch((cause: unknown) => {
      setSent(false)
      notifyError('Your answer was not taken', cause)
    })
  }
  return { isSent, answer }
}

function WaitingCall({ waiting, question, onAnswered }: CardProps<'approve-call'>) {
  const { isSent, answer } = useAnswer(waiting, onAnswered)
  const { kind } = question
  const decide = (decision: CallDecision): void => answer({ kind, decision })
  return <CallCard question={question} who={waiting.who} isBusy={isSent} onDecide={decide} />
}

function HeldResult({ waiting, question, onAnswered }: CardProps<'hold-result'>) {
  const { isSent, answer } = useAnswer(waiting, onAnswered)
  const { kind } = question
  return (
    <HeldCard
      question={question}
      who={waiting.who}
      isBusy={isSent}
      onDecide={(decision) => answer({ kind, decision })}
    />
  )
}

function WaitingApproval({ waiting, question, onAnswered }: CardProps<'approval'>) {
  const { isSent, answer } = useAnswer(waiting, onAnswered)
  return <ApprovalCard question={question} who={waiting.who} isBusy={isSent} onAnswer={answer} />
}

function WaitingElicitation({ waiting, question, onAnswered }: CardProps<'elicitation'>) {
  const { isSent, answer } = useAnswer(waiting, onAnswered)
  return <ElicitationCard question={question} who={waiting.who} isBusy={isSent} onAnswer={answer} />
}

/** As it is, or not at all: it is edited in its chat, beside the drawing. */
function WaitingPlan({ waiting, question, onAnswered }: CardProps<'approve-plan'>) {
  const t = useT()
  const { isSent, answer } = useAnswer(waiting, onAnswered)
  const { kind, steps } = question
  return (
    <section className={cardStyles.card} data-tone="calm" role="group" aria-label={t('Plan to approve')}>
      <div className={cardStyles.title}>{t('{name} waits for you: run this plan?', { name: waiting.who })}</div>
      <ol className={styles.steps} aria-label={t('Steps of the plan')}>
        {steps.map(({ id, plan, tool, input }) => (
          <li key={id}>
            {`#${id} ${plan}`}
            <code>{`${tool}[${input}]`}</code>
          </li>
        ))}
      </ol>
      <div className={cardStyles.actions}>
        <Button size="compact-sm" variant="filled" disabled={isSent} onClick={() => answer({ kind, approved: true })}>
          {t('Run the plan')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={isSent}
          onClick={() => answer({ kind, approved: false })}
        >
          {t('Refuse')}
        </Button>
      </div>
    </section>
  )
}

function PausedTurn({ waiting, question, onAnswered }: CardProps<'breakpoint'>) {
  const { isSent, answer } = useAnswer(waiting, onAnswered)
  const go = (how: GoOn): void => answer({ kind: question.kind, go: how })
  return <PauseCard question={question} who={waiting.who} reasons={[]} isBusy={isSent} onGo={go} />
}

function OtherQuestion({ question }: { question: QuestionOf<'other'> }) {
  const t = useT()
  return (
    <section className={cardStyles.card} data-tone="calm">
      <div className={cardStyles.text}>{questionText(question, t)}</div>
    </section>
  )
}
