/** Under the flow's budgets of money: the models of it whose price nobody knows, so that their calls are not counted. */
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Problem } from '../../src-shared/kinds/kind'
import { useProblems } from '../editor/editor-context'
import { useT } from '../ui/language'
import styles from './ProblemLines.module.css'

export function UncountedMoney() {
  const t = useT()
  const problem = useProblems(({ all }) => all.find(isUncounted))
  if (problem === undefined) return null
  return (
    <ul className={styles.problemLines} aria-label={t('Money that is not counted')}>
      <li data-severity="warning">
        <IconAlertTriangle size={15} aria-hidden />
        <span>{t.message(problem.message)}</span>
      </li>
    </ul>
  )
}

/** Calls that a budget of the flow does not count. */
export function isUncounted({ code, node }: Problem): boolean {
  return code === 'unknown-price' && node === undefined
}
