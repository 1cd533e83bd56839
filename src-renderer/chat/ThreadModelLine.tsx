/** Says that a thread has a model of its own, and gives it back to the flow's. */
import { ENGLISH } from '../../src-shared/languages/translate'
import { answeringModel, answeringWords } from '../../src-shared/flow/model-answers'
import { useRun, useRunStore } from '../run/store/run-context'
import { threadModelOf } from '../run/store/run-state'
import { useConnections } from '../ui/connections'
import { cx } from '../ui/cx'
import textStyles from '../ui/text.module.css'
import styles from './ThreadModelLine.module.css'

export function ThreadModelLine() {
  const run = useRunStore()
  const model = useRun(threadModelOf)
  const connections = useConnections()
  if (model === null) return null
  return (
    <div className={styles.line} role="note" aria-label="Model of this thread">
      <span className={textStyles.ellipsis}>
        <strong>{answeringWords(answeringModel(connections, model), ENGLISH)}</strong> answers in this thread only
      </span>
      <button type="button" className={cx(textStyles.link, styles.back)} onClick={() => void run.setModel(null)}>
        Use the flow’s
      </button>
    </div>
  )
}
