/** What the planner wrote: each attempt with its fault, the line that is at fault marked, and the text that streams. */
import type { PlanAttemptView, PlanView } from '../../../src-shared/run/fold/fold-view'
import { WhatItWasShown } from '../../requests/WhatItWasShown'
import { LongText } from './LongText'
import { Part } from './Part'
import { cx } from '../../ui/cx'
import textStyles from '../../ui/text.module.css'
import detailsStyles from '../details.module.css'

export function PlannerDetails({ plan: { attempts, writing, fork } }: { plan: PlanView }) {
  if (fork !== null)
    return (
      <p className={detailsStyles.none}>
        This plan was taken from an earlier run and changed. The planner was not asked.
      </p>
    )
  if (attempts.length === 0 && writing === null) return <p className={detailsStyles.none}>The planner was asked.</p>
  return (
    <>
      {writing !== null && (
        <Part title={`Attempt ${writing.attempt}`} note="being written">
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
  return (
    <Part title={`Attempt ${attempt}`} note={error === null ? 'the plan that ran' : 'not a plan'}>
      {error !== null && <div className={detailsStyles.error}>{error.message}</div>}
      {error === null || error.line === null ? (
        <LongText text={text === '' ? '(nothing)' : text} />
      ) : (
        <NumberedLines text={text} wrong={error.line} />
      )}
      <WhatItWasShown span={span} who="the planner" />
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
