/** The quiet lines between messages: moves of the baton, what checks found, what Baton noted, what is going on now. */
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { Fragment, memo, useEffect, useState } from 'react'
import type { Activity, HandoffItem, ModelRetry, VerdictItem } from '../../src-shared/run/fold/fold-view'
import { saidReason } from '../../src-shared/run/log/reasons'
import { KindSquare } from '../kinds/kind-icons'
import { useNameOf, useParticipant } from '../run/participants'
import { useRunStore } from '../run/store/run-context'
import { oneLine } from '../../src-shared/run/words/text'
import { choiceWords, ruleWords } from '../../src-shared/run/words/decisions'
import { becauseWords } from '../../src-shared/run/words/moves'
import { Thoughts } from './Thoughts'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './Lines.module.css'

/** `Triage → Refunds, because: asks for money back`, also for several moves in a row. */
export const HandoffLine = memo(function HandoffLine({ moves }: { moves: readonly HandoffItem[] }) {
  const t = useT()
  const nameOf = useNameOf()
  const first = moves[0]
  if (first === undefined) return null
  const names = [first.from ?? '', ...moves.map((move) => move.to)].filter((id) => id !== '').map(nameOf)
  const telling =
    moves.findLast((move) => move.reason.trim() !== '' || move.cause !== undefined) ?? moves.at(-1) ?? first
  const because = becauseWords(telling, t)
  return (
    <div
      className={styles.handoff}
      role="separator"
      aria-label={`${names.join(' → ')}${because}`}
      data-author={first.from ?? undefined}
      data-kind="handoff"
    >
      <span className={styles.handoffText}>
        {names.map((name, index) => (
          <Fragment key={`${index} ${name}`}>
            {index > 0 && <span> → </span>}
            <span className={styles.handoffName}>{name}</span>
          </Fragment>
        ))}
        {because}
      </span>
    </div>
  )
})

/** What an observer or the switch check found. */
export const VerdictLine = memo(function VerdictLine({ item }: { item: VerdictItem }) {
  const t = useT()
  const { name } = useParticipant(item.node)
  const { about } = item.decision
  const choice = choiceWords(item.decision.choice, t)
  const rule = ruleWords(item.decision.rule, t)
  const who = about === 'switch' ? t('Switch check') : about === 'look-up' ? t('{name}, looking it up', { name }) : name
  return (
    <div className={styles.lineNote} data-author={item.node} data-kind="verdict">
      <IconEye size={12} aria-hidden />
      <span>
        {who}: {oneLine(choice, 80)}
        {rule !== '' && rule !== choice && <span className={textStyles.faint}> · {oneLine(rule, 80)}</span>}
      </span>
    </div>
  )
})

/** What Baton told the participants, such as the result of a dialog. */
export const SystemLine = memo(function SystemLine({ text }: { text: string }) {
  return (
    <div className={styles.lineNote} data-author="flow" data-kind="system" title={text}>
      <span>{oneLine(text, 220)}</span>
    </div>
  )
})

/** Who is at work while nothing streams. */
export function ActivityLine({ activity, thoughts }: { activity: Activity; thoughts: string }) {
  const t = useT()
  const { name, kind } = useParticipant(activity.node)
  const words = activity.purpose === 'reply' ? t('{name} is thinking', { name }) : t('{name} is deciding', { name })
  return (
    <div className={styles.activity} role="status" data-author={activity.node} data-kind="activity">
      <KindSquare kind={kind} size={24} />
      <span className={styles.dots} aria-hidden>
        <i />
        <i />
        <i />
      </span>
      {activity.fallback !== undefined ? (
        <span className={styles.activityWords}>
          {t('Asking {to} instead: {reason}', {
            to: activity.fallback.to,
            reason: oneLine(t.message(saidReason(activity.fallback)), 140),
          })}
        </span>
      ) : activity.retry === null ? (
        <>
          <span className={textStyles.hidden}>{words}</span>
          <Thoughts text={thoughts} isGrowing />
        </>
      ) : (
        <RetryWords key={activity.retry.attempt} retry={activity.retry} />
      )}
    </div>
  )
}

/** How long until the next try, counted down, and why: a press shows all of that. Nobody has to wait for it. */
function RetryWords({ retry }: { retry: ModelRetry }) {
  const t = useT()
  const run = useRunStore()
  const [isWhole, setWhole] = useState(false)
  const [left, setLeft] = useState(Math.ceil(retry.waitMs / 1000))
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [])
  const all = t.message(saidReason(retry))
  const reason = isWhole ? all : oneLine(all, 140)
  const { attempt, of = null } = retry
  const tried = of === null ? '' : ` ${t('({attempt} of {of})', { attempt: attempt + 1, of })}`
  return (
    <span className={styles.retry}>
      <button
        type="button"
        className={styles.activityWords}
        aria-expanded={isWhole}
        onClick={() => setWhole((before) => !before)}
      >
        {left === 0
          ? t('Trying again{tried}: {reason}', { tried, reason })
          : t('Trying again in {seconds} s{tried}: {reason}', { seconds: left, tried, reason })}
      </button>
      {left > 0 && (
        <Button
          className={styles.now}
          size="compact-xs"
          variant="default"
          onClick={() => {
            setLeft(0)
            void run.tryNow()
          }}
        >
          {t('Try now')}
        </Button>
      )}
    </span>
  )
}
