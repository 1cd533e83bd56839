/** A lane of the strip: who it is, in the name and the colour of the drawing. */
import { IconUser } from '@tabler/icons-react'
import { tintOf } from '../kinds/kind-icons'
import { GroupDot, useParticipant } from '../run/participants'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './LaneName.module.css'

/** `isHolder`: it has the baton at the moment that is shown. */
export function LaneName({ lane, isHolder }: { lane: string; isHolder: boolean }) {
  const t = useT()
  const participant = useParticipant(lane)
  const name = lane === 'user' ? t('You') : participant.name
  return (
    <div className={styles.name} data-lane={lane} data-holder={isHolder || undefined} title={name}>
      {lane === 'user' ? <IconUser size={11} aria-hidden /> : <GroupDot participant={participant} />}
      <span className={textStyles.ellipsis}>{name}</span>
      {isHolder && <span className={textStyles.hidden}>{t('has the baton')}</span>}
    </div>
  )
}

type LanePathProps = { lane: string; d: string; isDense: boolean }

/** The steps of a lane, as dots; where there are too many for that, as a band. */
export function LanePath({ lane, d, isDense }: LanePathProps) {
  const { kind } = useParticipant(lane)
  return (
    <path
      className={cx(styles.steps, isDense && styles.dense)}
      style={tintOf(kind?.group ?? null)}
      d={d}
      data-steps={lane}
    />
  )
}
