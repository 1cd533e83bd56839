/** A plan that was run again with changes beside the run that it was taken from. */
import type { PlainText, Translate } from '../../src-shared/languages/translate'
import { Loader } from '@mantine/core'
import type { ReactNode, UIEvent } from 'react'
import type { PlanChange } from '../../src-shared/agents/plan/edit-plan'
import type { PlanForkView } from '../../src-shared/run/fold/fold-view'
import { useRunStore } from '../run/store/run-context'
import { planTimes } from './times/plan-times'
import { PlanGraph } from './graph/PlanGraph'
import { progressWords, stepsToShow, type ThreadPlan } from './shown-steps'
import type { FirstRun } from './use-first-run'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import planViewStyles from './plan-view.module.css'

export type PlanCompareProps = {
  shown: ThreadPlan
  fork: PlanForkView
  first: FirstRun
  chosen: string | null
  onChoose: (id: string) => void
}

export function PlanCompare({ shown, fork, first, chosen, onChoose }: PlanCompareProps) {
  const t = useT()
  const run = useRunStore()
  const choosing = { chosen, onChoose }
  return (
    <div className={planViewStyles.compare} onScrollCapture={scrollAlong}>
      <section className={planViewStyles.side} aria-label={t('Before')}>
        <SideHead title={t('Before')} words={typeof first === 'string' ? '' : progressWords(first.plan, first.turn, t)}>
          {first !== 'gone' && (
            <button
              type="button"
              className={cx(textStyles.nodeLink, planViewStyles.sideLink)}
              onClick={() => run.openThread(fork.from.threadId)}
            >
              <span>{t('Open its thread')}</span>
            </button>
          )}
        </SideHead>
        {first === 'reading' ? (
          <div className={planViewStyles.sideNote}>
            <Loader size={14} aria-label={t('Reading it')} />
          </div>
        ) : first === 'gone' ? (
          <p className={planViewStyles.sideNote}>{t('The thread that it was taken from was removed.')}</p>
        ) : (
          <Side of={first} label={t('Plan before')} marks={marksBefore(fork, t)} {...choosing} />
        )}
      </section>
      <section className={planViewStyles.side} aria-label={t('With changes')}>
        <SideHead title={t('With changes')} words={progressWords(shown.plan, shown.turn, t)} />
        <Side of={shown} label={t('Plan with changes')} marks={marksAfter(shown, fork, t)} {...choosing} />
      </section>
    </div>
  )
}

function SideHead({ title, words, children }: { title: string; words: string; children?: ReactNode }) {
  return (
    <div className={planViewStyles.sideHead}>
      <h3>{title}</h3>
      <span className={textStyles.ellipsis}>{words}</span>
      {children}
    </div>
  )
}

type SideProps = {
  of: ThreadPlan
  label: string
  marks: { readonly [id: string]: string }
  chosen: string | null
  onChoose: (id: string) => void
}

function Side({ of: { plan, turn }, ...graph }: SideProps) {
  const steps = stepsToShow(plan)
  const critical = planTimes(steps, 0).critical.path
  const answer = plan.solved?.answer ?? ''
  return (
    <>
      <PlanGraph plan={plan} turn={turn} steps={steps} critical={critical} {...graph} />
      {answer !== '' && (
        <p className={planViewStyles.sideAnswer} title={answer}>
          {answer}
        </p>
      )}
    </>
  )
}

/** Both sides show the same part of their plans. */
function scrollAlong({ target, currentTarget }: UIEvent<HTMLElement>): void {
  if (!(target instanceof HTMLElement)) return
  for (const graph of currentTarget.querySelectorAll('[data-plan-graph]')) {
    if (graph === target) continue
    if (graph.scrollLeft !== target.scrollLeft) graph.scrollLeft = target.scrollLeft
    if (graph.scrollTop !== target.scrollTop) graph.scrollTop = target.scrollTop
  }
}

/** In the words of the cards. */
const CHANGE_WORDS = {
  removed: 'removed',
  tool: 'new tool',
  input: 'new input',
  evidence: 'by hand',
  again: 'run again',
} as const satisfies { [W in PlanChange['what'][number]]: PlainText }

function changeWords({ what }: PlanChange, t: Translate): string {
  return what.map((one) => t(CHANGE_WORDS[one])).join(', ')
}

function marksBefore({ changes }: PlanForkView, t: Translate): { [id: string]: string } {
  return Object.fromEntries(changes.flatMap(({ id, what }) => (what.includes('removed') ? [[id, t('removed')]] : [])))
}

/** What was done to each step; those that ran again because of another one say so, the rest is as it was. */
function marksAfter({ plan }: ThreadPlan, { changes, kept }: PlanForkView, t: Translate): { [id: string]: string } {
  return Object.fromEntries(
    plan.steps.map(({ id }) => {
      const change = changes.find((one) => one.id === id)
      return [id, change === undefined ? (kept.includes(id) ? t('kept') : t('run again')) : changeWords(change, t)]
    }),
  )
}
