/** A plan as a graph: a column of cards for each level, lines for who needs whose evidence. */
import { useMemo } from 'react'
import type { PlanStepView, PlanView, TurnView } from '../../../src-shared/run/fold/fold-view'
import { layoutPlan, PLANNER, SOLVER, type PlanLayout, type PlanLine } from './plan-layout'
import { PlannerCard, SolverCard, StepCard } from '../PlanCards'
import { useT } from '../../ui/language'
import planViewStyles from '../plan-view.module.css'

export type PlanGraphProps = {
  plan: PlanView
  turn: TurnView
  steps: readonly PlanStepView[]
  /** Ids of the path that took longest. */
  critical: readonly string[]
  chosen: string | null
  onChoose: (id: string) => void
  /** What is to be said of single steps, by id. */
  marks?: { readonly [id: string]: string }
  label?: string
}

export function PlanGraph({ plan, turn, steps, critical, chosen, onChoose, marks = {}, label }: PlanGraphProps) {
  const t = useT()
  const layout = useLayout(steps)
  const isDraft = plan.steps.length === 0
  const states = new Map(steps.map(({ id, state }) => [id, state]))
  const end = { plan, turn, onChoose }
  return (
    <div className={planViewStyles.graph} data-plan-graph role="group" aria-label={label ?? t('Plan')}>
      <div className={planViewStyles.sheet} style={{ width: layout.width, height: layout.height }}>
        {layout.levels.map(({ level, x }) => (
          <span key={level} className={planViewStyles.level} style={{ left: x }}>
            {t('Level {level}', { level })}
          </span>
        ))}
        <svg className={planViewStyles.lines} width={layout.width} height={layout.height} aria-hidden>
          {layout.lines.map((line) => (
            <path
              key={line.key}
              d={line.path}
              data-done={isPassed(line, states) || undefined}
              data-critical={isOnPath(line, critical) || undefined}
              data-chosen={(chosen !== null && (line.from === chosen || line.to === chosen)) || undefined}
            />
          ))}
        </svg>
        <PlannerCard {...end} place={placeOf(layout, PLANNER)} isChosen={chosen === PLANNER} />
        {steps.map((step) => (
          <StepCard
            key={step.id}
            id={step.id}
            step={step}
            place={placeOf(layout, step.id)}
            isChosen={chosen === step.id}
            isCritical={critical.includes(step.id)}
            isDraft={isDraft}
            mark={marks[step.id]}
            onChoose={onChoose}
          />
        ))}
        <SolverCard {...end} place={placeOf(layout, SOLVER)} isChosen={chosen === SOLVER} />
      </div>
    </div>
  )
}

/** The layout of the steps, which stays while only their states change. */
function useLayout(steps: readonly PlanStepView[]): PlanLayout {
  const shape = JSON.stringify(steps.map(({ id, deps, level }) => [id, deps, level]))
  // oxlint-disable-next-line react/exhaustive-deps -- `shape` stands for what a layout reads of the steps.
  return useMemo(() => layoutPlan(steps), [shape])
}

function placeOf({ places }: PlanLayout, id: string): { x: number; y: number } {
  return places.get(id) ?? { x: 0, y: 0 }
}

/** Whether what the line stands for has been handed on. */
function isPassed({ from }: PlanLine, states: ReadonlyMap<string, PlanStepView['state']>): boolean {
  const state = states.get(from)
  return from === PLANNER || state === 'done' || state === 'failed'
}

function isOnPath({ from, to }: PlanLine, critical: readonly string[]): boolean {
  const place = critical.indexOf(from)
  return place !== -1 && critical[place + 1] === to
}
