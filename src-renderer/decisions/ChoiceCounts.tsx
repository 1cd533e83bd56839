/** How often each node chose what; each line is a filter. */
import type { DecisionFilter, NodeCount } from '../../src-shared/run/trace/decision-table'
import { choiceSortWords } from '../../src-shared/run/words/decisions'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './DecisionsPanel.module.css'

type ChoiceCountsProps = {
  counts: readonly NodeCount[]
  filter: DecisionFilter
  nameOf: (node: string) => string
  onFilter: (filter: DecisionFilter) => void
}

export function ChoiceCounts({ counts, filter, nameOf, onFilter }: ChoiceCountsProps) {
  const t = useT()
  return (
    <div className={styles.counts} role="group" aria-label={t('Choices of each node')}>
      {counts.map(({ node, count, choices }) => (
        <div key={node} role="group" aria-label={nameOf(node)}>
          <CountLine
            isNode
            text={nameOf(node)}
            count={count}
            isPressed={filter.node === node && filter.choice === null}
            onPress={(isOn) => onFilter({ ...filter, node: isOn ? node : null, choice: null })}
          />
          {choices.map((one) => (
            <CountLine
              key={one.key}
              text={choiceSortWords(one.choice, t)}
              count={one.count}
              isPressed={filter.node === node && filter.choice === one.key}
              onPress={(isOn) => onFilter({ ...filter, node: isOn ? node : null, choice: isOn ? one.key : null })}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

type CountLineProps = {
  text: string
  count: number
  isNode?: boolean
  isPressed: boolean
  onPress: (isOn: boolean) => void
}

function CountLine({ text, count, isNode = false, isPressed, onPress }: CountLineProps) {
  return (
    <button
      type="button"
      className={cx(styles.count, isNode && styles.node)}
      aria-pressed={isPressed}
      onClick={() => onPress(!isPressed)}
    >
      <span className={textStyles.ellipsis}>{text}</span>
      <span className={styles.figure}>{count}</span>
    </button>
  )
}
