/** The state of a step as icon, colour and word together. */
import { Loader } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconCircleMinus, IconClock } from '@tabler/icons-react'
import type { PlanStepState } from '../../src-shared/run/log/events'
import { useT } from '../ui/language'
import styles from './StateMark.module.css'

export const STATE_WORDS = {
  waiting: 'Waiting',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  skipped: 'Skipped',
} as const satisfies { [S in PlanStepState]: string }

export function StateIcon({ state, size = 14 }: { state: PlanStepState; size?: number }) {
  return (
    <span className={styles.icon} data-state={state} aria-hidden>
      <Icon state={state} size={size} />
    </span>
  )
}

function Icon({ state, size }: { state: PlanStepState; size: number }) {
  switch (state) {
    case 'waiting':
      return <IconClock size={size} stroke={1.75} />
    case 'running':
      return <Loader size={size - 2} color="var(--bt-accent)" />
    case 'done':
      return <IconCircleCheck size={size} stroke={2} />
    case 'failed':
      return <IconAlertTriangle size={size} stroke={2} />
    case 'skipped':
      return <IconCircleMinus size={size} stroke={1.75} />
  }
}

export function StateMark({ state }: { state: PlanStepState }) {
  const t = useT()
  return (
    <span className={styles.planState} data-state={state}>
      <StateIcon state={state} />
      {t(STATE_WORDS[state])}
    </span>
  )
}
