/** The cards of a plan's graph: its steps, the planner before them and the solver after them. */
import { IconListCheck, IconMessageCheck } from '@tabler/icons-react'
import { memo, type CSSProperties, type ReactNode } from 'react'
import type { PlanStepView, PlanView, TurnView } from '../../src-shared/run/fold/fold-view'
import { oneLine } from '../../src-shared/run/words/text'
import { valueWords } from '../../src-shared/run/words/values'
import { durationWords, tokenWords } from '../../src-shared/run/words/figures'
import { CARD, END_CARD, PLANNER, SOLVER, type StepPosition } from './graph/plan-layout'
import { phaseOf } from './shown-steps'
import { STATE_WORDS, StateIcon } from './StateMark'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import planViewStyles from './plan-view.module.css'
import styles from './PlanCards.module.css'

type CardProps = {
  id: string
  place: StepPosition
  isChosen: boolean
  onChoose: (id: string) => void
}

export type StepCardProps = CardProps & {
  step: PlanStepView
  isCritical: boolean
  /** The planner has not finished writing. */
  isDraft: boolean
  /** A note of a word or two, as that it was changed. */
  mark?: string | undefined
}

export const StepCard = memo(function StepCard(props: StepCardProps) {
  const t = useT()
  const { id, step, place, isChosen, onChoose, isCritical, isDraft, mark } = props
  const { tool, plan, state, ms, usage, evidence, condensed } = step
  const note = mark ?? (condensed === null ? undefined : t('condensed'))
  const input = inputOf(step)
  return (
    <button
      type="button"
      className={styles.planCard}
      data-state={state}
      data-step={id}
      data-critical={isCritical || undefined}
      data-draft={isDraft || undefined}
      aria-pressed={isChosen}
      aria-label={
        mark === undefined
          ? t('Step {id}, {tool}: {state}', { id, tool, state: t(STATE_WORDS[state]) })
          : t('Step {id}, {tool}: {state}, {mark}', { id, tool, state: t(STATE_WORDS[state]), mark })
      }
      title={evidence === null ? plan : `${plan}\n\n→ ${oneLine(evidence, 300)}`}
      style={styleOf(place, CARD)}
      onClick={() => onChoose(id)}
    >
      <span className={styles.head}>
        <StateIcon state={state} />
        <span className={planViewStyles.id}>#{id}</span>
        <span className={cx(styles.planTool, textStyles.ellipsis)}>{tool}</span>
        <span className={styles.state}>
          {t(STATE_WORDS[state])}
          {ms !== null && ` ${durationWords(ms, t)}`}
        </span>
      </span>
      <span className={cx(styles.text, textStyles.ellipsis)}>{plan}</span>
      <span className={styles.foot}>
        <span className={cx(textStyles.ellipsis, textStyles.mono)}>{oneLine(input, 80)}</span>
        {note !== undefined && (
          <span className={styles.mark} data-quiet={note === t('kept') || note === t('condensed') || undefined}>
            {note}
          </span>
        )}
        {usage !== null && mark === undefined && <span className={styles.tokens}>{tokenWords(usage, t)}</span>}
      </span>
    </button>
  )
})

/** The input with evidence in it, once that is known. */
function inputOf({ filled, input }: PlanStepView): string {
  return filled === null ? input : valueWords(filled)
}

type EndProps = Omit<CardProps, 'id'> & { plan: PlanView; turn: TurnView }

export function PlannerCard({ plan, turn, ...card }: EndProps) {
  const t = useT()
  const { writing, attempts, steps } = plan
  const tried = attempts.length + (writing === null ? 0 : 1)
  const isPlanning = phaseOf(plan, turn) === 'planning'
  const isFailed = !isPlanning && steps.length === 0 && (attempts.at(-1)?.error ?? null) !== null
  const words = plan.fork !== null ? 'Not asked again' : isPlanning ? 'Writing' : isFailed ? 'No plan' : 'Planned'
  return (
    <EndCard
      {...card}
      id={PLANNER}
      title={t('Planner')}
      icon={<IconListCheck size={14} stroke={1.75} aria-hidden />}
      state={isPlanning ? 'running' : isFailed ? 'failed' : 'done'}
      words={t(words)}
      note={tried > 1 ? t('{count, plural, one {# attempt} other {# attempts}}', { count: tried }) : ''}
    />
  )
}

export function SolverCard({ plan, turn, ...card }: EndProps) {
  const t = useT()
  const { solved } = plan
  const phase = phaseOf(plan, turn)
  const state = solved !== null ? 'done' : phase === 'solving' ? 'running' : phase === 'halted' ? 'skipped' : 'waiting'
  const words = solved?.asksAgain === true ? 'Asks for more' : SOLVER_WORDS[state]
  return (
    <EndCard
      {...card}
      id={SOLVER}
      title={t('Answer')}
      icon={<IconMessageCheck size={14} stroke={1.75} aria-hidden />}
      state={state}
      words={t(words)}
      note={solved === null ? '' : oneLine(solved.answer, 80)}
    />
  )
}

const SOLVER_WORDS = { done: 'Answered', running: 'Answering', waiting: 'Waiting', skipped: 'Not reached' } as const

type EndCardProps = CardProps & {
  title: string
  icon: ReactNode
  state: PlanStepView['state']
  words: string
  note: string
}

function EndCard({ id, title, icon, state, words, note, place, isChosen, onChoose }: EndCardProps) {
  return (
    <button
      type="button"
      className={cx(styles.planCard, styles.planEnd)}
      data-state={state}
      aria-pressed={isChosen}
      aria-label={`${title}: ${words}`}
      style={styleOf(place, END_CARD)}
      onClick={() => onChoose(id)}
    >
      <span className={styles.head}>
        {icon}
        <span className={planViewStyles.id}>{title}</span>
      </span>
      <span className={cx(styles.text, styles.planEndState)}>
        <StateIcon state={state} size={13} />
        {words}
      </span>
      <span className={styles.foot}>
        <span className={textStyles.ellipsis}>{note}</span>
      </span>
    </button>
  )
}

function styleOf({ x, y }: StepPosition, { width, height }: { width: number; height: number }): CSSProperties {
  return { transform: `translate(${x}px, ${y}px)`, width, height }
}
