/** The list of everything wrong with the flow; choosing a line shows the place. */
import type { Translate } from '../../src-shared/languages/translate'
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import type { Problem } from '../../src-shared/kinds/kind'
import type { Flow } from '../../src-shared/flow/records'
import { edgeLabel } from '../kinds/edge-looks'
import { EmptyState } from '../ui/EmptyState'
import { useEditor, useFlow, useProblems } from './editor-context'
import { FixButton } from './FixButton'
import { showProblem } from './show'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './ProblemsPanel.module.css'

export function ProblemsPanel() {
  const t = useT()
  const editor = useEditor()
  const problems = useProblems((found) => found.all)
  const flow = useFlow((present) => present)
  if (problems.length === 0)
    return (
      <EmptyState icon={<IconCircleCheck size={22} aria-hidden />} title={t('Nothing is wrong')}>
        {t('The flow can run.')}
      </EmptyState>
    )
  return (
    <ul className={styles.problems} aria-label={t('Problems')}>
      {problems.map((problem, index) => (
        <li key={`${index} ${problem.code}`}>
          <button
            type="button"
            className={styles.problem}
            data-severity={problem.severity}
            onClick={() => showProblem(editor, problem)}
          >
            {problem.severity === 'error' ? (
              <IconAlertCircle size={16} aria-label={t('Error')} />
            ) : (
              <IconAlertTriangle size={16} aria-label={t('Warning')} />
            )}
            <span className={cx(styles.place, textStyles.ellipsis)}>{placeOf(flow, problem, t)}</span>
            <span>{t.message(problem.message)}</span>
          </button>
          <FixButton problem={problem} className={styles.fix} />
        </li>
      ))}
    </ul>
  )
}

function placeOf(flow: Flow, problem: Problem, t: Translate): string {
  const edge = problem.edge === undefined ? undefined : flow.edges[problem.edge]
  if (edge !== undefined) {
    const name = (id: string): string => flow.nodes[id]?.name ?? t('nothing')
    return t('{edge}: {from} to {to}', {
      edge: t.known(edgeLabel(edge)),
      from: name(edge.from.node),
      to: name(edge.to.node),
    })
  }
  return problem.node === undefined ? t('Flow') : (flow.nodes[problem.node]?.name ?? problem.node)
}
