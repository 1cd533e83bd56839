/** One step of a plan in full: what it is for, its input as written and as it was filled, and what it found. */
import { Fragment, type ReactNode } from 'react'
import type { PlanStepView } from '../../../src-shared/run/fold/fold-view'
import { stepNotesWords } from '../../../src-shared/run/words/step-notes'
import { KeptResults } from '../../results/KeptResults'
import { useShowNode } from '../../run/store/run-context'
import { durationWords, tokenWords } from '../../../src-shared/run/words/figures'
import { LongText } from './LongText'
import { Part } from './Part'
import { StateMark } from '../StateMark'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import detailsStyles from '../details.module.css'

export type StepDetailsProps = {
  step: PlanStepView
  steps: readonly PlanStepView[]
  onChoose: (id: string) => void
  actions: ReactNode
}

export function StepDetails({ step, steps, onChoose, actions }: StepDetailsProps) {
  const t = useT()
  const { plan, input, filled, error, evidence, condensed } = step
  const notes = stepNotesWords(step.notes, t)
  const written = filled === null ? null : textOf(filled)
  const args = step.arguments === null ? null : textOf(step.arguments)
  return (
    <>
      <Facts step={step} />
      {plan !== '' && <p className={detailsStyles.purpose}>{plan}</p>}
      {actions}
      <Needs step={step} steps={steps} onChoose={onChoose} />
      <Part title={t('Input as planned')}>
        {input === '' ? <p className={detailsStyles.none}>{t('Nothing')}</p> : <LongText text={input} />}
      </Part>
      {written !== null && written !== input && (
        <Part title={t('Input with evidence')}>
          <LongText text={written} key={written.length} />
        </Part>
      )}
      {args !== null && args !== '{}' && (
        <Part title={t('What the tool was called with')}>
          <LongText text={args} key={args.length} />
        </Part>
      )}
      {notes !== '' && <p className={detailsStyles.note}>{notes}</p>}
      {error !== null && (
        <Part title={t('Error')}>
          <div className={detailsStyles.error}>{error}</div>
        </Part>
      )}
      {evidence !== null && error === null && (
        <Part
          title={t('Evidence')}
          note={t('{count, plural, one {# character} other {# characters}}', { count: evidence.length })}
        >
          {evidence === '' ? (
            <p className={detailsStyles.none}>{t('Nothing')}</p>
          ) : (
            <LongText text={evidence} key={evidence.length} />
          )}
        </Part>
      )}
      <KeptResults kept={step.kept} tool={step.tool} />
      {condensed !== null && (
        <Part title={t('Condensed')} note={t('for the tools that use it; the answer is written from all of it')}>
          <div className={detailsStyles.condensed}>
            <LongText text={condensed} key={condensed.length} />
          </div>
        </Part>
      )}
    </>
  )
}

/** The same step in the run that the plan was taken from. */
export function StepBefore({ step, isRemoved }: { step: PlanStepView; isRemoved: boolean }) {
  const t = useT()
  const { tool, input, evidence, error } = step
  return (
    <section className={detailsStyles.before} aria-label={t('Before')}>
      <h3>{isRemoved ? t('Before it was removed') : t('Before')}</h3>
      <Part title={t('Input of {tool}', { tool })}>
        <LongText text={input === '' ? t('(nothing)') : input} />
      </Part>
      {error !== null && <div className={detailsStyles.error}>{error}</div>}
      {evidence !== null && error === null && (
        <Part title={t('Evidence')}>
          <LongText text={evidence} key={evidence.length} />
        </Part>
      )}
    </section>
  )
}

function Facts({ step: { state, ms, usage, tool, toolNode, level } }: { step: PlanStepView }) {
  const t = useT()
  const showNode = useShowNode()
  return (
    <div className={detailsStyles.facts}>
      <StateMark state={state} />
      {ms !== null && <span>{durationWords(ms, t)}</span>}
      {usage !== null && <span>{tokenWords(usage, t)}</span>}
      <span>{t('Level {level}', { level })}</span>
      {toolNode !== null && (
        <button
          type="button"
          className={cx(textStyles.nodeLink, detailsStyles.factLink)}
          title={t('{name}: show on the canvas', { name: tool })}
          onClick={() => showNode(toolNode)}
        >
          {t('Show tool')}
        </button>
      )}
    </div>
  )
}

/** Whose evidence it uses, and who uses its own. */
function Needs({ step, steps, onChoose }: Omit<StepDetailsProps, 'actions'>) {
  const t = useT()
  const users = steps.filter(({ deps }) => deps.includes(step.id)).map(({ id }) => id)
  if (step.deps.length + users.length === 0) return null
  return (
    <div className={detailsStyles.facts}>
      {step.deps.length > 0 && <StepLinks words={t('Needs')} ids={step.deps} onChoose={onChoose} />}
      {users.length > 0 && <StepLinks words={t('Used by')} ids={users} onChoose={onChoose} />}
    </div>
  )
}

type LinksProps = { words: string; ids: readonly string[]; onChoose: (id: string) => void }

function StepLinks({ words, ids, onChoose }: LinksProps) {
  return (
    <span>
      {words}{' '}
      {ids.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <button
            type="button"
            className={cx(textStyles.nodeLink, detailsStyles.factLink)}
            onClick={() => onChoose(id)}
          >
            #{id}
          </button>
        </Fragment>
      ))}
    </span>
  )
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
