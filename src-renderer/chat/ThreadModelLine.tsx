/** Says that a thread has a model of its own, and gives it back to the flow's. */
import { answeringModel, answeringWords } from '../../src-shared/flow/model-answers'
import { useRun, useRunStore } from '../run/store/run-context'
import { threadModelOf } from '../run/store/run-state'
import { useConnections } from '../ui/connections'
import { cx } from '../ui/cx'
import { Rich, useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './ThreadModelLine.module.css'

export function ThreadModelLine() {
  const t = useT()
  const run = useRunStore()
  const model = useRun(threadModelOf)
  const connections = useConnections()
  if (model === null) return null
  return (
    <div className={styles.line} role="note" aria-label={t('Model of this thread')}>
      <span className={textStyles.ellipsis}>
        <Rich
          text="{model} answers in this thread only"
          values={{ model: <strong>{answeringWords(answeringModel(connections, model), t)}</strong> }}
        />
      </span>
      <button type="button" className={cx(textStyles.link, styles.back)} onClick={() => void run.setModel(null)}>
        {t('Use the flow’s')}
      </button>
    </div>
  )
}
