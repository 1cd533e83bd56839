/** What a connection is made of: its address, key, model and stand-ins, what is rarely needed, and whether it works. */
import { Button, TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { toAppError } from '../../src-shared/errors'
import { DraftNote } from '../ui/DraftNote'
import { useFormDraft } from '../ui/form-drafts'
import { useServices } from '../ui/services'
import { ConnectionAdvanced } from './ConnectionAdvanced'
import { CONNECTION_FORM, inputOf, problemsOf, withBlank, type ConnectionDraft } from './connection-draft'
import { FallbackField } from './FallbackField'
import { FigureFields } from './FigureFields'
import { KeyField } from './KeyField'
import { ModelPicker } from './ModelPicker'
import { NameAndAddress } from './NameAndAddress'
import { PresetHead } from './PresetHead'
import { SaveActions } from './SaveActions'
import { TestVerdict } from './TestVerdict'
import { useConnectionTrial, useSubmit } from './use-connection-trial'
import { useKnownModel } from './use-known-model'
import { useT } from '../ui/language'
import { type Message } from '../../src-shared/languages/translate'
import settingsStyles from './settings.module.css'
import styles from './ConnectionFields.module.css'

export type ConnectionFieldsProps = {
  begun: ConnectionDraft
  names: readonly string[]
  onDone: () => void
  /** To the choice of a server; null where there is none. */
  onBack: (() => void) | null
}

export function ConnectionFields({ begun, names, onDone, onBack }: ConnectionFieldsProps) {
  const t = useT()
  const { client } = useServices()
  const form = useFormDraft(CONNECTION_FORM, begun.stored?.name ?? '', begun)
  const { value: draft, set: setDraft, leave } = form
  const [isTried, setTried] = useState(false)
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<Message | null>(null)
  const { list, trial, busy, listModels, test, stop, clear } = useConnectionTrial()
  const known = useKnownModel(draft, trial ?? list)
  const { stored, preset } = draft
  const problems = problemsOf(draft, names, t)
  const isFine = Object.values(problems).every((problem) => problem === null)
  const change = (patch: Partial<ConnectionDraft>): void => {
    setDraft((now) => ({ ...now, ...patch }))
    setFailure(null)
    clear()
  }
  /** Asks for the models; a server that has one only is for that one. */
  const offerModels = async (asked: ConnectionDraft): Promise<void> => {
    const [only, ...others] = (await listModels(asked))?.models ?? []
    if (only !== undefined && others.length === 0) setDraft((now) => ({ ...now, model: now.model || only }))
  }
  const ask = (work: (draft: ConnectionDraft) => Promise<void>): void => {
    setTried(true)
    if (isFine) void work(draft)
  }
  const save = async (): Promise<void> => {
    setTried(true)
    if (!isFine) return
    setSaving(true)
    try {
      await client.call('connections.save', inputOf(draft))
      leave(onDone)
    } catch (cause) {
      setFailure(toAppError(cause).said)
    } finally {
      setSaving(false)
    }
  }
  const submit = useSubmit({ trial, busy }, { isSaving, test: () => ask(test), save: () => void save() })
  const keyField = (
    <KeyField draft={draft} problem={problems.key} isTried={isTried} onChange={(key) => change({ key })} />
  )
  const first = useRef(() => void offerModels(begun))
  useEffect(() => {
    // Who chooses a server of this computer asks for its models by that.
    if (begun.preset?.isLocal === true) first.current()
  }, [begun])
  return (
    <form
      className={settingsStyles.connectionForm}
      aria-label={stored === null ? t('New connection') : t('Connection {name}', { name: stored.name })}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
    >
      <DraftNote draft={form} />
      {onBack !== null && <PresetHead draft={draft} onBack={() => leave(onBack)} />}
      {preset === null && <NameAndAddress draft={draft} problems={problems} isTried={isTried} onChange={change} />}
      {preset?.blanks.map(({ name, label, help, example }) => (
        <TextInput
          key={name}
          label={t.known(label)}
          description={t.known(help)}
          placeholder={example}
          value={draft.blanks[name] ?? ''}
          error={
            isTried && problems.baseUrl !== null && problems.baseUrl.includes(t.known(label)) ? problems.baseUrl : null
          }
          onChange={(event) => change(withBlank(draft, name, event.currentTarget.value))}
        />
      ))}
      {preset?.isLocal !== true && keyField}
      <ModelPicker
        draft={draft}
        list={list}
        known={known}
        isListing={busy === 'list'}
        onChange={(model) => change({ model })}
        onList={() => ask(offerModels)}
        onAddress={(baseUrl) => change({ baseUrl })}
      />
      <div className={styles.formMore}>
        {preset !== null && (
          <NameAndAddress draft={draft} problems={problems} isTried={isTried} isFolded onChange={change}>
            {preset.isLocal ? keyField : undefined}
          </NameAndAddress>
        )}
        <FigureFields draft={draft} known={known} problem={problems.price} onChange={change} />
        <ConnectionAdvanced draft={draft} onChange={change} />
      </div>
      <FallbackField
        value={draft.fallbacks}
        others={names.filter((name) => name.toLowerCase() !== draft.name.trim().toLowerCase())}
        onChange={(fallbacks) => setDraft((now) => ({ ...now, fallbacks }))}
      />
      <TestVerdict trial={trial} onAddress={(baseUrl) => change({ baseUrl })} />
      {failure !== null && (
        <div className={settingsStyles.listMessage} role="alert">
          {t.message(failure)}
        </div>
      )}
      <SaveActions isSaving={isSaving} onCancel={() => leave(onDone)}>
        {busy === 'test' ? (
          <Button onClick={stop}>{t('Stop')}</Button>
        ) : (
          <Button disabled={isSaving} onClick={() => ask(test)}>
            {t('Test')}
          </Button>
        )}
      </SaveActions>
    </form>
  )
}
