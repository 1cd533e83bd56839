/** Says that a thread talks to one node alone, and leads back to the whole flow. */
import { Rich, useT } from '../ui/language'
import { useEffect } from 'react'
import { useEditor, useSession } from '../editor/editor-context'
import { GroupDot, useParticipant } from '../run/participants'
import { useRun, useRunStore } from '../run/store/run-context'
import { onlyNodeOf } from '../run/store/run-state'
import { ThreadNote } from './ThreadNote'
import { cx } from '../ui/cx'
import textStyles from '../ui/text.module.css'
import styles from './OnlyLine.module.css'

export function OnlyLine() {
  const only = useRun(onlyNodeOf)
  useAskedOnly()
  return only === null ? null : <Line id={only} />
}

function Line({ id }: { id: string }) {
  const t = useT()
  const run = useRunStore()
  const participant = useParticipant(id)
  return (
    <ThreadNote label={t('Only one node')} isStrong back={t('Back to the whole flow')} onBack={() => run.leaveOnly()}>
      <span className={cx(styles.words, textStyles.ellipsis)}>
        <GroupDot participant={participant} />
        <span className={textStyles.ellipsis}>
          <Rich text="Only {name}, with its tools" values={{ name: <strong>{participant.name}</strong> }} />
        </span>
      </span>
    </ThreadNote>
  )
}

/** Takes up what the menu of a node or the inspector asked for. */
function useAskedOnly(): void {
  const { session } = useEditor()
  const run = useRunStore()
  const asked = useSession((state) => state.onlyAsked)
  useEffect(() => {
    if (asked === null) return
    session.setState({ onlyAsked: null })
    run.runOnly(asked)
  }, [asked, run, session])
}
