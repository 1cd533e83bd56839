/** The person's secrets: names that flows refer to. Values go in and never come out again. */
import { type Message, type PlainText } from '../../src-shared/languages/translate'
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { toAppError } from '../../src-shared/errors'
import { SECRET_NAME } from '../../src-shared/flow/secret-names'
import { EmptyState } from '../ui/EmptyState'
import { DraftNote } from '../ui/DraftNote'
import { formPlace, useFormDraft, useNewestDraft } from '../ui/form-drafts'
import { useSecretNames } from '../ui/secrets'
import { notifyError, useServices } from '../ui/services'
import { SaveActions } from './SaveActions'
import { StoredRow } from './StoredRow'
import { Rich, useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import settingsStyles from './settings.module.css'

/** By the name of the secret whose value is replaced, `` for a new one. */
const SECRET_FORM = formPlace<{ name: string; value: string }>()

/** `name` null: a new one. */
type SecretEdit = { name: string | null } | null

export function SecretsTab() {
  const t = useT()
  const names = useSecretNames()
  const begun = useNewestDraft(SECRET_FORM)
  const [editing, setEditing] = useState<SecretEdit>(
    begun === null ? null : { name: begun.about === '' ? null : begun.about },
  )
  const close = (): void => setEditing(null)
  if (editing !== null) return <SecretForm name={editing.name} names={names ?? []} onDone={close} />
  const add = (
    <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setEditing({ name: null })}>
      {t('Add secret')}
    </Button>
  )
  if (names === null) return null
  if (names.length === 0)
    return (
      <EmptyState icon={<IconKey size={22} stroke={1.5} aria-hidden />} title={t('No secrets yet')} actions={add}>
        <Where />
      </EmptyState>
    )
  return (
    <>
      <p className={settingsStyles.settingsNote}>
        <Where />
      </p>
      <ul className={settingsStyles.connections} aria-label={t('Secrets')}>
        {names.map((name) => (
          <SecretRow key={name} name={name} onReplace={() => setEditing({ name })} />
        ))}
      </ul>
      {add}
    </>
  )
}

function Where() {
  return (
    <>
      <Rich
        text="For MCP servers: in their environment, and as {name} in their headers. Never in a flow’s file."
        values={{ name: <code className={textStyles.mono}>{'{NAME}'}</code> }}
      />
    </>
  )
}

function SecretRow({ name, onReplace }: { name: string; onReplace: () => void }) {
  const t = useT()
  const { client } = useServices()
  const remove = (): void => {
    client.call('secrets.remove', { name }).then(
      () => notifications.show({ message: t('Removed the secret “{name}”.', { name }), autoClose: 5000 }),
      (cause: unknown) => notifyError('The secret could not be removed', cause),
    )
  }
  return (
    <StoredRow
      icon={<IconKey size={18} stroke={1.5} aria-hidden />}
      name={name}
      isMono
      note={t('Stored, never shown again')}
      warning="Flows that name it cannot use it any more."
      change={t('Replace')}
      onChange={onReplace}
      onRemove={remove}
    />
  )
}

/** `stored`: the name of the secret whose value is replaced; null for a new one. */
function SecretForm({
  name: stored,
  names,
  onDone,
}: {
  name: string | null
  names: readonly string[]
  onDone: () => void
}) {
  const t = useT()
  const { client } = useServices()
  const draft = useFormDraft(SECRET_FORM, stored ?? '', { name: stored ?? '', value: '' })
  const { name, value } = draft.value
  const change = (now: { name?: string; value?: string }): void => draft.set((before) => ({ ...before, ...now }))
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [error, setError] = useState<Message | null>(null)
  const problem = stored === null ? nameProblem(name.trim(), names) : null
  const save = async (): Promise<void> => {
    setTried(true)
    if (problem !== null || value === '') return
    setSaving(true)
    try {
      await client.call('secrets.save', { name: name.trim(), value })
      draft.leave(onDone)
    } catch (cause) {
      setError(toAppError(cause).said)
      setSaving(false)
    }
  }
  return (
    <form
      className={settingsStyles.connectionForm}
      aria-label={stored === null ? t('New secret') : t('Secret {name}', { name: stored })}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <DraftNote draft={draft} />
      <TextInput
        label={t('Name')}
        description={t('Flows refer to the secret by this name.')}
        placeholder="GITHUB_TOKEN"
        value={name}
        disabled={stored !== null}
        error={isTried && problem !== null ? t(problem) : null}
        maxLength={64}
        autoFocus={stored === null}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <PasswordInput
        label={t('Value')}
        description={
          stored === null
            ? t('Kept by this computer, never shown again, never in a flow.')
            : t('Takes the place of the stored value when you save.')
        }
        autoFocus={stored !== null}
        autoComplete="off"
        maxLength={16_000}
        value={value}
        error={isTried && value === '' ? t('Write the value.') : null}
        onChange={(event) => change({ value: event.currentTarget.value })}
      />
      {error !== null && <div role="alert">{t.message(error)}</div>}
      <SaveActions isSaving={isSaving} onCancel={() => draft.leave(onDone)} />
    </form>
  )
}

function nameProblem(name: string, names: readonly string[]): PlainText | null {
  if (name === '') return 'Give it a name.'
  if (!SECRET_NAME.test(name)) return 'Letters, digits, “_”, “.” and “-” only, 64 at most.'
  return names.includes(name) ? 'There is one of that name. Replace its value instead.' : null
}
