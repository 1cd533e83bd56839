/** Which steps of a plan there are to show, also while the planner is still writing, and how far the plan has come. */
import type { PlainText, Translate } from '../../src-shared/languages/translate'
import { isAskedAbout } from './approval/asked-about'
import { planLevels } from '../../src-shared/agents/plan/levels'
import { planSoFar } from '../../src-shared/agents/plan/parse'
import { UNTOUCHED_STEP } from '../../src-shared/run/fold/fold-plan'
import type { PlanStepView, PlanView, TurnView } from '../../src-shared/run/fold/fold-view'

/** A plan with the turn that made it; `key` is unique within the thread. */
export type ThreadPlan = { key: string; turn: TurnView; plan: PlanView }

/** The plans of turns, newest first. */
export function plansOf(turns: readonly TurnView[]): ThreadPlan[] {
  return turns.flatMap((turn) => turn.plans.map((plan) => ({ key: keyOf(turn, plan), turn, plan }))).toReversed()
}

/** The key of a plan within its thread. */
export function keyOf(turn: TurnView, plan: PlanView): string {
  return `${turn.turn} ${plan.key}`
}

/** The steps of a plan; those of the lines that are complete while the planner writes. */
export function stepsToShow(plan: PlanView): readonly PlanStepView[] {
  if (plan.steps.length > 0) return plan.steps
  const text = textInMaking(plan)
  if (text === null) return []
  const steps = planSoFar(text)
  const levels = new Map(planLevels(steps).flatMap((ids, index) => ids.map((id) => [id, index + 1] as const)))
  return steps.map((step) => ({ ...UNTOUCHED_STEP, toolNode: null, ...step, level: levels.get(step.id) ?? 1 }))
}

/** What the planner has written of a plan that may yet hold; null: nothing of the sort. */
function textInMaking({ writing, attempts, solved }: PlanView): string | null {
  if (writing !== null) return writing.text
  const last = attempts.at(-1)
  return solved !== null || last === undefined || last.error !== null ? null : `${last.text}\n`
}

/** How far a plan is. `asking`: a person is to approve it; `held`: the turn waits for the answer to another question. `planning` also stands for a planner that has not begun to write. */
type PlanPhase = 'planning' | 'asking' | 'held' | 'working' | 'solving' | 'answered' | 'halted'

export function phaseOf(plan: PlanView, turn: TurnView): PlanPhase {
  const { writing, steps, solved, attempts } = plan
  if (solved !== null) return 'answered'
  if (turn.state === 'waiting') return isWaitedFor(plan, turn) ? 'asking' : 'held'
  if (turn.state !== 'running') return 'halted'
  if (writing !== null) return 'planning'
  const isOver = steps.length > 0 && steps.every(({ state }) => state !== 'waiting' && state !== 'running')
  if (isOver) return 'solving'
  if (steps.length > 0) return 'working'
  return attempts.at(-1)?.error === null ? 'working' : 'planning'
}

function isWaitedFor(plan: PlanView, { questions }: TurnView): boolean {
  return questions.length === 0 || questions.some((asked) => isAskedAbout(plan, asked))
}

/** How far a plan is, in a few words: `3 of 5 steps done, 1 failed`. */
export function progressWords(plan: PlanView, turn: TurnView, t: Translate): string {
  const phase = phaseOf(plan, turn)
  const { steps, solved } = plan
  if (phase === 'planning') {
    const attempt = plan.writing?.attempt ?? plan.attempts.length + 1
    return attempt > 1 ? t('Planning, attempt {attempt}', { attempt }) : t('Planning')
  }
  const words = [
    ...(steps.length === 0 ? [] : [stepWords(steps, t)]),
    ...(solved?.withoutPlan === true ? [t('Answered without a plan')] : []),
    ...(solved?.asksAgain === true ? [t('Asked for another plan')] : []),
    ...(phase === 'solving' ? [t('Answering')] : []),
    ...(phase === 'asking' ? [t('Waiting for you')] : []),
    ...(phase === 'held' ? [t('Waiting for another answer')] : []),
    ...(phase === 'halted' ? [t(HALTED[turn.state] ?? endWords(turn))] : []),
  ]
  return words.join(' · ')
}

function endWords({ answered }: TurnView): PlainText {
  const answer = answered.at(-1)?.answer
  return answer?.kind === 'approve-plan' && !answer.approved ? 'Refused' : 'Ended before the answer'
}

const HALTED: { readonly [state: string]: PlainText | undefined } = {
  stopped: 'Stopped',
  failed: 'Stopped by a failure',
  unfinished: 'Interrupted',
}

function stepWords(steps: readonly PlanStepView[], t: Translate): string {
  const count = (state: PlanStepView['state']): number => steps.filter((step) => step.state === state).length
  const failed = count('failed')
  const [done, all] = [count('done'), steps.length]
  return failed === 0
    ? t('{done} of {all} done', { done, all })
    : t('{done} of {all} done, {failed} failed', { done, all, failed })
}

/** A text as it is called in a plan's picker. */
export function questionOf({ turn }: ThreadPlan, t: Translate): string {
  return turn.input === null || turn.input.trim() === '' ? t('Without a question') : turn.input
}
