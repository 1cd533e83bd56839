/** The versions of a flow, newest first: one of them is looked at. */
import { ENGLISH } from '../../src-shared/languages/translate'
import { Badge, Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import type { FlowVersion } from '../../src-shared/rpc/contract'
import { timeAgo } from '../ui/time'
import type { SideName } from './sides'
import textStyles from '../ui/text.module.css'
import styles from './VersionList.module.css'

type VersionListProps = {
  versions: readonly FlowVersion[]
  chosen: SideName
  /** Another window saved the flow, and nobody chose yet. */
  hasTheirs: boolean
  onChoose: (name: SideName) => void
  onKeep: () => void
}

export function VersionList({ versions, chosen, hasTheirs, onChoose, onKeep }: VersionListProps) {
  return (
    <div className={styles.list}>
      <div className={styles.keep}>
        <Button size="compact-sm" fullWidth leftSection={<IconBookmark size={14} aria-hidden />} onClick={onKeep}>
          Keep a version
        </Button>
      </div>
      <div className={styles.rows} role="radiogroup" aria-label="Versions">
        {hasTheirs && (
          <Row
            name="theirs"
            isChosen={chosen === 'theirs'}
            title="The other window"
            about="Saved there"
            onChoose={onChoose}
          />
        )}
        {versions.map(({ id, label, createdAt, origin }) => (
          <Row
            key={id}
            name={id}
            isChosen={chosen === id}
            title={label || 'Kept by Baton'}
            about={timeAgo(createdAt, ENGLISH)}
            whole={new Date(createdAt).toLocaleString()}
            isOwn={origin === 'manual'}
            onChoose={onChoose}
          />
        ))}
      </div>
    </div>
  )
}

type RowProps = {
  name: SideName
  isChosen: boolean
  title: string
  about: string
  whole?: string
  isOwn?: boolean
  onChoose: (name: SideName) => void
}

function Row({ name, isChosen, title, about, whole, isOwn = false, onChoose }: RowProps) {
  return (
    <label className={styles.row} data-chosen={isChosen || undefined}>
      <input
        className={textStyles.hidden}
        type="radio"
        name="version"
        checked={isChosen}
        data-autofocus={isChosen || undefined}
        onChange={() => onChoose(name)}
      />
      <span className={styles.words}>
        <span className={textStyles.ellipsis}>{title}</span>
        <span className={styles.about} title={whole}>
          {about}
        </span>
      </span>
      {isOwn && (
        <Badge size="sm" variant="light">
          Yours
        </Badge>
      )}
    </label>
  )
}
