/** What of a plan ran when: a row for each step, the path that took longest stressed, all of it against one after another. */
import type { PlanStepView } from '../../../src-shared/run/fold/fold-view'
import { durationWords } from '../../../src-shared/run/words/figures'
import type { PlanTimes, StepTime } from './plan-times'
import { STATE_WORDS, StateIcon } from '../StateMark'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import planViewStyles from '../plan-view.module.css'

export type PlanTimeProps = {
  steps: readonly PlanStepView[]
  times: PlanTimes
  chosen: string | null
  onChoose: (id: string) => void
}

export function PlanTime({ steps, times, chosen, onChoose }: PlanTimeProps) {
  const t = useT()
  const { rows, total, critical } = times
  if (steps.length === 0) return null
  const scale = total === 0 ? 0 : 100 / total
  return (
    <div className={planViewStyles.time} role="group" aria-label={t('Time')}>
      <Sums times={times} />
      <div className={planViewStyles.rows} role="list" aria-label={t('What ran when')}>
        {steps.map((step, index) => (
          <div key={step.id} role="listitem">
            <Row
              step={step}
              row={rows[index]}
              scale={scale}
              isCritical={critical.path.includes(step.id)}
              isChosen={chosen === step.id}
              onChoose={onChoose}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

/** The time spent, which cannot be less than the longest path, and what it would have been without steps side by side. */
function Sums({ times: { total, sequential, critical } }: { times: PlanTimes }) {
  const t = useT()
  const most = Math.max(total, sequential, 1)
  const sums = [
    { key: 'spent', label: t('Time spent'), ms: total },
    {
      key: 'critical',
      label: t('Longest path'),
      ms: critical.length,
      note: critical.path.map((id) => `#${id}`).join(' → '),
    },
    { key: 'sequential', label: t('One after another'), ms: sequential },
  ]
  return (
    <div className={planViewStyles.sums}>
      {sums.map(({ key, label, ms, note }) => (
        <div key={key} className={planViewStyles.sum} data-sum={key} title={note}>
          <span>{label}</span>
          <span className={planViewStyles.track}>
            <span className={planViewStyles.bar} style={{ left: 0, width: `${(ms / most) * 100}%` }} />
          </span>
          <span className={planViewStyles.rowMs}>{durationWords(ms, t)}</span>
        </div>
      ))}
    </div>
  )
}

type RowProps = {
  step: PlanStepView
  row: StepTime | undefined
  /** Percent of the width for each millisecond. */
  scale: number
  isCritical: boolean
  isChosen: boolean
  onChoose: (id: string) => void
}

function Row({ step, row, scale, isCritical, isChosen, onChoose }: RowProps) {
  const t = useT()
  const hasRun = row !== undefined && row.from !== null
  return (
    <button
      type="button"
      className={planViewStyles.row}
      data-state={step.state}
      data-critical={isCritical || undefined}
      data-chosen={isChosen || undefined}
      onClick={() => onChoose(step.id)}
    >
      <span className={planViewStyles.rowName}>
        <StateIcon state={step.state} size={13} />
        <span className={planViewStyles.id}>#{step.id}</span>
        <span className={textStyles.ellipsis}>{step.tool}</span>
        {isCritical && <span className={textStyles.hidden}>{t('on the longest path')}</span>}
      </span>
      <span className={planViewStyles.track}>
        {hasRun && (
          <span
            className={planViewStyles.bar}
            style={{ left: `${(row.from ?? 0) * scale}%`, width: `max(2px, ${row.ms * scale}%)` }}
          />
        )}
      </span>
      <span className={planViewStyles.rowMs}>
        {hasRun ? durationWords(row.ms, t) : step.state === 'done' ? t('Kept') : t(STATE_WORDS[step.state])}
      </span>
    </button>
  )
}
