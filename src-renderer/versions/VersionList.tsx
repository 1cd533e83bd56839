/** The versions of a flow, newest first: one of them is looked at. */
import { Badge, Button } from '@mantine/core'
import { IconBookmark } from '@tabler/icons-react'
import type { FlowVersion } from '../../src-shared/rpc/contract'
import { timeAgo } from '../ui/time'
import type { SideName } from './sides'
import { versionName } from './use-versions'
import { useT } from '../ui/language'
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
  const t = useT()
  return (
    <div className={styles.list}>
      <div className={styles.keep}>
        <Button size="compact-sm" fullWidth leftSection={<IconBookmark size={14} aria-hidden />} onClick={onKeep}>
          {t('Keep a version')}
        </Button>
      </div>
      <div className={styles.rows} role="radiogroup" aria-label={t('Versions')}>
        {hasTheirs && (
          <Row
            name="theirs"
            isChosen={chosen === 'theirs'}
            title={t('The other window')}
            about={t('Saved there')}
            onChoose={onChoose}
          />
        )}
        {versions.map(({ id, label, createdAt, origin }) => (
          <Row
            key={id}
            name={id}
            isChosen={chosen === id}
            title={label === '' ? t('Kept by Baton') : versionName(label, t)}
            about={timeAgo(createdAt, t)}
            whole={new Date(createdAt).toLocaleString(t.tag)}
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
  const t = useT()
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
          {t('Yours')}
        </Badge>
      )}
    </label>
  )
}
