/** The ways that the conversation took at a message, and the way from one to the next. */
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useRunStore } from '../run/store/run-context'
import { IconButton } from '../ui/IconButton'
import { useT } from '../ui/language'
import { useBranches } from './turn-context'
import styles from './BranchSwitch.module.css'

export function BranchSwitch({ turn }: { turn: number }) {
  const t = useT()
  const run = useRunStore()
  const branches = useBranches(turn)
  if (branches.length < 2) return null
  const at = branches.findIndex(({ isOpen }) => isOpen)
  const go = (by: number): void => {
    const branch = branches[at + by]
    if (branch !== undefined) run.openThread(branch.threadId)
  }
  return (
    <div className={styles.switch} role="group" aria-label={t('Versions of this message')}>
      <IconButton label={t('Earlier version')} size={20} aria-disabled={at <= 0} onClick={() => go(-1)}>
        <IconChevronLeft size={14} aria-hidden />
      </IconButton>
      <span>{t('{at} of {count}', { at: at + 1, count: branches.length })}</span>
      <IconButton label={t('Later version')} size={20} aria-disabled={at >= branches.length - 1} onClick={() => go(1)}>
        <IconChevronRight size={14} aria-hidden />
      </IconButton>
    </div>
  )
}
