/** The key of a connection: it goes in and never comes out again. */
import type { Translate } from '../../src-shared/languages/translate'
import { Button, PasswordInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ConnectionDraft } from './connection-draft'
import { useT } from '../ui/language'
import settingsStyles from './settings.module.css'
import styles from './KeyField.module.css'

export type KeyFieldProps = {
  draft: ConnectionDraft
  /** Why the stored key will not do. */
  problem: string | null
  isTried: boolean
  onChange: (key: ConnectionDraft['key']) => void
}

export function KeyField({ draft: { key, stored, preset }, problem, isTried, onChange }: KeyFieldProps) {
  const t = useT()
  if (key.kind === 'set')
    return (
      <PasswordInput
        label={t('Key')}
        description={stored?.hasKey === true ? t('Replaces the stored key when you save.') : whereWords(preset, t)}
        autoComplete="off"
        error={isTried ? problem : null}
        value={key.key}
        onChange={(event) => onChange({ kind: 'set', key: event.currentTarget.value })}
      />
    )
  const isRemoved = key.kind === 'remove'
  return (
    <div role="group" aria-label={t('Key')}>
      <div className="mantine-InputWrapper-label">{t('Key')}</div>
      <div className={styles.storedKey}>
        <IconKey size={15} stroke={1.75} aria-hidden />
        <span className={settingsStyles.grow}>
          {isRemoved ? t('The key will be removed when you save') : t('A key is stored')}
        </span>
        <Button size="compact-sm" onClick={() => onChange({ kind: 'set', key: '' })}>
          {t('Replace')}
        </Button>
        {isRemoved ? (
          <Button size="compact-sm" onClick={() => onChange({ kind: 'keep' })}>
            {t('Keep')}
          </Button>
        ) : (
          <Button size="compact-sm" color="red" variant="subtle" onClick={() => onChange({ kind: 'remove' })}>
            {t('Remove')}
          </Button>
        )}
      </div>
      {problem !== null && (
        <div className="mantine-InputWrapper-error" role={isTried ? 'alert' : 'status'}>
          {problem}
        </div>
      )}
    </div>
  )
}

function whereWords(preset: ConnectionDraft['preset'], t: Translate): string {
  return preset?.key.kind === 'needed'
    ? t('From {where}. Kept by this computer, never shown again, never in a flow.', {
        where: t.known(preset.key.where),
      })
    : t('Servers on this computer often need none. Kept by this computer, never shown again, never in a flow.')
}
