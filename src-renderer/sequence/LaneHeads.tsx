/** The names of the lanes, which stay above the rows; each shows its node on the canvas. */
import { IconUser } from '@tabler/icons-react'
import { drawnNode, isInnerId } from '../../src-shared/flow/inner-ids'
import { kindOf } from '../../src-shared/kinds/index'
import type { SequenceItem, SequenceLane } from '../../src-shared/run/sequence/sequence-parts'
import { laneName } from '../../src-shared/run/sequence/sequence-words'
import { useFlow } from '../editor/editor-context'
import { KindIcon, tintOf } from '../kinds/kind-icons'
import { useRun, useShowNode } from '../run/store/run-context'
import { laneX, type LanePlaces } from './lane-places'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './LaneHeads.module.css'

type HeadsProps = { lanes: readonly SequenceLane[]; places: LanePlaces; height: number; current: SequenceItem | null }

export function LaneHeads({ lanes, places, height, current }: HeadsProps) {
  const t = useT()
  return (
    <div className={styles.heads} role="list" aria-label={t('Participants')} style={{ height, width: places.width }}>
      {lanes.map((lane, index) => (
        <div
          key={lane.id}
          className={styles.head}
          role="listitem"
          style={{ ...tintOf(lane.group), left: laneX(places, index) - places.step / 2, width: places.step }}
        >
          <Head lane={lane} isCurrent={current !== null && (current.from === index || current.to === index)} />
        </div>
      ))}
    </div>
  )
}

function Head({ lane, isCurrent }: { lane: SequenceLane; isCurrent: boolean }) {
  const t = useT()
  const showNode = useShowNode()
  const id = lane.node
  const name = laneName(lane, t)
  const drawn = id === null ? '' : drawnNode(id)
  const node = useFlow((flow) => (Object.hasOwn(flow.nodes, drawn) ? flow.nodes[drawn] : undefined))
  const known = useRun((state) => (id === null ? undefined : state.view.known[id]))
  const shown = id !== null && isInnerId(id) ? (known ?? node) : (node ?? known)
  const icon =
    lane.role === 'user' ? (
      <IconUser size={14} stroke={1.75} aria-hidden />
    ) : (
      <KindIcon kind={shown === undefined ? null : kindOf(shown)} size={14} />
    )
  const inside = (
    <>
      {icon}
      <span className={textStyles.ellipsis}>{name}</span>
    </>
  )
  const shape = { className: styles.name, 'data-role': lane.role, 'data-current': isCurrent || undefined }
  if (id === null || node === undefined)
    return (
      <span {...shape} title={name}>
        {inside}
      </span>
    )
  return (
    <button type="button" {...shape} title={t('{name}: show on the canvas', { name })} onClick={() => showNode(id)}>
      {inside}
    </button>
  )
}
