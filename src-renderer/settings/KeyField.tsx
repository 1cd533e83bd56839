/** The key of a connection: it goes in and never comes out again. */
import { Button, PasswordInput } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ConnectionDraft } from './connection-draft'
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
  if (key.kind === 'set')
    return (
      <PasswordInput
        label="Key"
        description={
          stored?.hasKey === true
            ? 'Replaces the stored key when you save.'
            : `${whereWords(preset)} Kept by this computer, never shown again, never in a flow.`
        }
        autoComplete="off"
        error={isTried ? problem : null}
        value={key.key}
        onChange={(event) => onChange({ kind: 'set', key: event.currentTarget.value })}
      />
    )
  const isRemoved = key.kind === 'remove'
  return (
    <div role="group" aria-label="Key">
      <div className="mantine-InputWrapper-label">Key</div>
      <div className={styles.storedKey}>
        <IconKey size={15} stroke={1.75} aria-hidden />
        <span className={settingsStyles.grow}>
          {isRemoved ? 'The key will be removed when you save' : 'A key is stored'}
        </span>
        <Button size="compact-sm" onClick={() => onChange({ kind: 'set', key: '' })}>
          Replace
        </Button>
        {isRemoved ? (
          <Button size="compact-sm" onClick={() => onChange({ kind: 'keep' })}>
            Keep
          </Button>
        ) : (
          <Button size="compact-sm" color="red" variant="subtle" onClick={() => onChange({ kind: 'remove' })}>
            Remove
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

function whereWords(preset: ConnectionDraft['preset']): string {
  return preset?.key.kind === 'needed' ? `From ${preset.key.where}.` : 'Servers on this computer often need none.'
}
