/** What a person is asked, as a card at the end of the turn that waits: one for each kind of question. */
import { useRef, useState, type ReactNode } from 'react'
import type { GoOn } from '../../src-shared/run/log/breakpoints'
import type { CallDecision, LoggedQuestionKind, ResultDecision } from '../../src-shared/run/log/questions'
import type { AskedQuestion, TurnView } from '../../src-shared/run/fold/fold-view'
import { questionText } from '../../src-shared/run/words/questions'
import { ApprovalCard } from '../approvals/ApprovalCard'
import { ElicitationCard } from '../approvals/ElicitationCard'
import { HeldCard } from '../approvals/HeldCard'
import { CallCard } from '../approvals/CallCard'
import { PauseCard } from '../breakpoints/PauseCard'
import { usePlaceNames } from '../breakpoints/place-names'
import { reasonWords } from '../breakpoints/pause-words'
import { ApproveCard } from '../plan/approval/ApproveCard'
import { useParticipant } from '../run/participants'
import { useApprovalReason } from './approval-reason'
import { useRun, useRunStore } from '../run/store/run-context'
import { isLookedAt } from '../run/store/run-state'
import { focusPaneStart, handToPaneStart, useHandOnFocus, useHandOnWhenBusy } from '../ui/layers/hand-on-focus'
import { useT } from '../ui/language'
import { QuestionFrame } from '../ui/QuestionFrame'

/** `isBusy`: it is being answered, or something else was said. */
type QuestionCardProps<K extends LoggedQuestionKind> = { turn: TurnView; asked: AskedQuestion<K>; isBusy: boolean }

type CardOf<K extends LoggedQuestionKind> = (props: QuestionCardProps<K>) => ReactNode

const QUESTION_CARDS: { readonly [K in LoggedQuestionKind]: CardOf<K> } = {
  'approve-plan': (props) => <PlanToApprove {...props} />,
  'approve-call': (props) => <WaitingCall {...props} />,
  'hold-result': (props) => <HeldResult {...props} />,
  approval: (props) => <WaitingApproval {...props} />,
  elicitation: (props) => <WaitingElicitation {...props} />,
  breakpoint: (props) => <PausedTurn {...props} />,
  other: (props) => <OtherCard {...props} />,
}

export function QuestionCard(props: QuestionCardProps<LoggedQuestionKind>) {
  return cardOf(props.asked.question.kind)(props)
}

function cardOf<K extends LoggedQuestionKind>(kind: K): CardOf<K> {
  return QUESTION_CARDS[kind]
}

type AnswerableProps = { isBusy: boolean; children: ReactNode }

/** What can be answered: once it was, the person goes on where messages are written. */
function Answerable({ isBusy, children }: AnswerableProps) {
  const part = useRef<HTMLDivElement>(null)
  useHandOnWhenBusy(part, isBusy, focusPaneStart)
  useHandOnFocus(part, handToPaneStart)
  return <div ref={part}>{children}</div>
}

function PlanToApprove(props: QuestionCardProps<'approve-plan'>) {
  return (
    <Answerable isBusy={props.isBusy}>
      <ApproveCard {...props} />
    </Answerable>
  )
}

/** Each call is decided on by itself, also while the turn goes on with another one. */
function WaitingCall({ asked }: QuestionCardProps<'approve-call'>) {
  const run = useRunStore()
  const { name } = useParticipant(asked.node)
  const { kind } = asked.question
  const isShown = useRun(isLookedAt)
  const [isSent, setSent] = useState(false)
  const decide = async (decision: CallDecision): Promise<void> => {
    setSent(true)
    if (!(await run.answer(asked.id, { kind, decision }))) setSent(false)
  }
  const isBusy = isSent || isShown
  return (
    <Answerable isBusy={isBusy}>
      <CallCard question={asked.question} who={name} isBusy={isBusy} onDecide={(decision) => void decide(decision)} />
    </Answerable>
  )
}

/** Each result is looked at by itself, also while the turn goes on with another one. */
function HeldResult({ asked }: QuestionCardProps<'hold-result'>) {
  const run = useRunStore()
  const { name } = useParticipant(asked.node)
  const { kind } = asked.question
  const isShown = useRun(isLookedAt)
  const [isSent, setSent] = useState(false)
  const decide = async (decision: ResultDecision): Promise<void> => {
    setSent(true)
    if (!(await run.answer(asked.id, { kind, decision }))) setSent(false)
  }
  const isBusy = isSent || isShown
  return (
    <Answerable isBusy={isBusy}>
      <HeldCard question={asked.question} who={name} isBusy={isBusy} onDecide={(decision) => void decide(decision)} />
    </Answerable>
  )
}

function WaitingApproval({ turn, asked, isBusy }: QuestionCardProps<'approval'>) {
  const run = useRunStore()
  const { name } = useParticipant(asked.node)
  const why = useApprovalReason(turn, asked.node)
  return (
    <Answerable isBusy={isBusy}>
      <ApprovalCard
        question={asked.question}
        who={name}
        why={why}
        isBusy={isBusy}
        onAnswer={(answer) => void run.answer(asked.id, answer)}
      />
    </Answerable>
  )
}

function WaitingElicitation({ asked, isBusy }: QuestionCardProps<'elicitation'>) {
  const run = useRunStore()
  const { name } = useParticipant(asked.node)
  return (
    <Answerable isBusy={isBusy}>
      <ElicitationCard
        question={asked.question}
        who={name}
        isBusy={isBusy}
        onAnswer={(answer) => void run.answer(asked.id, answer)}
      />
    </Answerable>
  )
}

function PausedTurn({ asked, isBusy }: QuestionCardProps<'breakpoint'>) {
  const t = useT()
  const run = useRunStore()
  const { name } = useParticipant(asked.node)
  const names = usePlaceNames()
  const { kind, because } = asked.question
  const reasons = because.map((reason) => reasonWords(t, reason, names))
  const go = (how: GoOn): void => void run.answer(asked.id, { kind, go: how })
  return (
    <Answerable isBusy={isBusy}>
      <PauseCard question={asked.question} who={name} reasons={reasons} isBusy={isBusy} onGo={go} />
    </Answerable>
  )
}

function OtherCard({ asked: { question } }: QuestionCardProps<'other'>) {
  const t = useT()
  return <QuestionFrame title={questionText(question, t)} name={t('Question')} />
}
