/** Problems in words, where they belong. */
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import type { Problem } from '../../src-shared/kinds/kind'
import { FixButton } from '../editor/FixButton'
import { useT } from '../ui/language'
import styles from './ProblemLines.module.css'

export function ProblemLines({ problems }: { problems: readonly Problem[] }) {
  const t = useT()
  if (problems.length === 0) return null
  return (
    <ul className={styles.problemLines} aria-label={t('Problems')}>
      {problems.map((problem) => (
        <li key={`${problem.code} ${t.message(problem.message)}`} data-severity={problem.severity}>
          {problem.severity === 'error' ? (
            <IconAlertCircle size={15} aria-hidden />
          ) : (
            <IconAlertTriangle size={15} aria-hidden />
          )}
          <span>
            {t.message(problem.message)} <FixButton problem={problem} isThere />
          </span>
        </li>
      ))}
    </ul>
  )
}
