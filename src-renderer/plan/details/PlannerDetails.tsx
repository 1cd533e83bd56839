/** What the planner wrote: each attempt with its fault, the line that is at fault marked, and the text that streams. */
import type { PlanAttemptView, PlanView } from '../../../src-shared/run/fold/fold-view'
import { WhatItWasShown } from '../../requests/WhatItWasShown'
import { LongText } from './LongText'
import { Part } from './Part'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import detailsStyles from '../details.module.css'

export function PlannerDetails({ plan: { attempts, writing, fork } }: { plan: PlanView }) {
  const t = useT()
  if (fork !== null)
    return (
      <p className={detailsStyles.none}>
        {t('This plan was taken from an earlier run and changed. The planner was not asked.')}
      </p>
    )
  if (attempts.length === 0 && writing === null)
    return <p className={detailsStyles.none}>{t('The planner was asked.')}</p>
  return (
    <>
      {writing !== null && (
        <Part title={t('Attempt {attempt}', { attempt: writing.attempt })} note={t('being written')}>
          <pre className={cx(detailsStyles.text, textStyles.mono)} data-writing aria-live="off">
            {writing.text}
          </pre>
        </Part>
      )}
      {attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.span} attempt={attempt} />
      ))}
    </>
  )
}

function Attempt({ attempt: { attempt, text, error, span } }: { attempt: PlanAttemptView }) {
  const t = useT()
  return (
    <Part title={t('Attempt {attempt}', { attempt })} note={error === null ? t('the plan that ran') : t('not a plan')}>
      {error !== null && <div className={detailsStyles.error}>{error.message}</div>}
      {error === null || error.line === null ? (
        <LongText text={text === '' ? t('(nothing)') : text} />
      ) : (
        <NumberedLines text={text} wrong={error.line} />
      )}
      <WhatItWasShown span={span} who={t('the planner')} />
    </Part>
  )
}

const MOST_LINES = 400

/** A text by its lines, numbered as faults name them. */
function NumberedLines({ text, wrong }: { text: string; wrong: number }) {
  const lines = text.split(/\r\n?|\n/)
  // A reply of thousands of lines is shown round the one that matters.
  const first = lines.length > MOST_LINES ? Math.max(0, wrong - MOST_LINES / 2) : 0
  return (
    <div className={cx(detailsStyles.text, detailsStyles.lined, textStyles.mono)}>
      {lines.slice(first, first + MOST_LINES).map((line, index) => {
        const number = first + index + 1
        return (
          <div key={number} className={detailsStyles.linedRow} data-wrong={number === wrong || undefined}>
            <span className={detailsStyles.linedNumber} aria-hidden>
              {number}
            </span>
            <span>{line}</span>
          </div>
        )
      })}
    </div>
  )
}
