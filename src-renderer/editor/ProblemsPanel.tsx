/** The list of everything wrong with the flow; choosing a line shows the place. */
import { IconAlertCircle, IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { slotWords } from '../../src-shared/agents/prompts/lost-slots'
import type { Problem } from '../../src-shared/kinds/kind'
import type { Flow } from '../../src-shared/flow/records'
import { edgeLabel } from '../kinds/edge-looks'
import { EmptyState } from '../ui/EmptyState'
import { useEditor, useFlow, useProblems } from './editor-context'
import { fixProblem } from './fix-problem'
import { showProblem } from './show'
import { cx } from '../ui/cx'
import textStyles from '../ui/text.module.css'
import styles from './ProblemsPanel.module.css'

export function ProblemsPanel() {
  const editor = useEditor()
  const problems = useProblems((found) => found.all)
  const flow = useFlow((present) => present)
  if (problems.length === 0)
    return (
      <EmptyState icon={<IconCircleCheck size={22} aria-hidden />} title="Nothing is wrong">
        The flow can run.
      </EmptyState>
    )
  return (
    <ul className={styles.problems} aria-label="Problems">
      {problems.map((problem, index) => (
        <li key={`${index} ${problem.code}`}>
          <button
            type="button"
            className={styles.problem}
            data-severity={problem.severity}
            onClick={() => showProblem(editor, problem)}
          >
            {problem.severity === 'error' ? (
              <IconAlertCircle size={16} aria-label="Error" />
            ) : (
              <IconAlertTriangle size={16} aria-label="Warning" />
            )}
            <span className={cx(styles.place, textStyles.ellipsis)}>{placeOf(flow, problem)}</span>
            <span>{problem.message}</span>
          </button>
          {problem.fix !== undefined && (
            <button
              type="button"
              className={cx(textStyles.link, styles.fix)}
              onClick={() => fixProblem(editor, problem)}
            >
              Put {slotWords(problem.fix.slots)} back
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function placeOf(flow: Flow, problem: Problem): string {
  const edge = problem.edge === undefined ? undefined : flow.edges[problem.edge]
  if (edge !== undefined) {
    const name = (id: string): string => flow.nodes[id]?.name ?? 'nothing'
    return `${edgeLabel(edge)}: ${name(edge.from.node)} to ${name(edge.to.node)}`
  }
  return problem.node === undefined ? 'Flow' : (flow.nodes[problem.node]?.name ?? problem.node)
}
