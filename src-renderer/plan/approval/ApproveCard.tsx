/** The card of a turn that waits for a person to look at a plan: with the way to the plan itself. */
import type { AskedQuestion, TurnView } from '../../../src-shared/run/fold/fold-view'
import { useParticipant } from '../../run/participants'
import { useRunStore } from '../../run/store/run-context'
import { cx } from '../../ui/cx'
import { isAskedAbout } from './asked-about'
import { PlanCard } from '../../approvals/PlanCard'
import { useShowPlan } from '../plan-place'
import { keyOf } from '../shown-steps'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import styles from './ApproveCard.module.css'

type ApproveCardProps = { turn: TurnView; asked: AskedQuestion<'approve-plan'>; isBusy: boolean }

/** `isBusy`: it is being answered, or something else was said. */
export function ApproveCard({ turn, asked, isBusy }: ApproveCardProps) {
  const t = useT()
  const run = useRunStore()
  const { name } = useParticipant(asked.node)
  const showPlan = useShowPlan()
  const plan = turn.plans.find((known) => isAskedAbout(known, asked))
  const aside = plan !== undefined && (
    <button type="button" className={cx(textStyles.link, styles.show)} onClick={() => showPlan(keyOf(turn, plan))}>
      {t('Show plan')}
    </button>
  )
  return (
    <PlanCard
      asked={asked}
      who={name}
      aside={aside}
      isBusy={isBusy}
      onAnswer={(answer) => void run.answer(asked.id, answer)}
    />
  )
}
