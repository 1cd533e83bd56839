/** Says that a thread has a model of its own, and gives it back to the flow's. */
import { answeringModel, answeringWords } from '../../src-shared/flow/model-answers'
import { useRun, useRunStore } from '../run/store/run-context'
import { threadModelOf } from '../run/store/run-state'
import { useConnections } from '../ui/connections'
import { ThreadNote } from './ThreadNote'
import { Rich, useT } from '../ui/language'
import textStyles from '../ui/text.module.css'

export function ThreadModelLine() {
  const t = useT()
  const run = useRunStore()
  const model = useRun(threadModelOf)
  const connections = useConnections()
  if (model === null) return null
  return (
    <ThreadNote label={t('Model of this thread')} back={t('Use the flow’s')} onBack={() => void run.setModel(null)}>
      <span className={textStyles.ellipsis}>
        <Rich
          text="{model} answers in this thread only"
          values={{ model: <strong>{answeringWords(answeringModel(connections, model), t)}</strong> }}
        />
      </span>
    </ThreadNote>
  )
}
