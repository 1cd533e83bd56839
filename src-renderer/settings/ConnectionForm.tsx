/** One connection: where it leads, which model it speaks to by default, its key, and whether it works. */
import { Autocomplete, Button, TextInput, type OptionsFilter } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { toAppError } from '../../src-shared/errors'
import type { ConnectionView } from '../../src-shared/rpc/contract'
import { useServices } from '../ui/services'
import { ConnectionAdvanced } from './ConnectionAdvanced'
import { draftOf, inputOf, problemsOf, type ConnectionDraft } from './connection-draft'
import { PRESETS } from './connection-presets'
import { FallbackField } from './FallbackField'
import { KeyField } from './KeyField'
import { TestVerdict, type TestResult } from './TestVerdict'

export type ConnectionFormProps = {
  stored: ConnectionView | null
  names: readonly string[]
  onDone: () => void
}

export function ConnectionForm({ stored, names, onDone }: ConnectionFormProps) {
  const { client } = useServices()
  const [draft, setDraft] = useState(() => draftOf(stored))
  const [isTried, setTried] = useState(false)
  const [busy, setBusy] = useState<'test' | 'save' | null>(null)
  const [result, setResult] = useState<TestResult | null>(null)
  const problems = problemsOf(draft, names)
  const isFine = problems.name === null && problems.baseUrl === null && problems.key === null
  const change = (patch: Partial<ConnectionDraft>): void => {
    setDraft((now) => ({ ...now, ...patch }))
    setResult((now) => (now === null ? null : { ...now, ok: false, message: '' }))
  }
  const attempt = async (what: 'test' | 'save'): Promise<void> => {
    setTried(true)
    if (!isFine) return
    setBusy(what)
    try {
      if (what === 'test') setResult(await client.call('connections.test', inputOf(draft)))
      else {
        await client.call('connections.save', inputOf(draft))
        onDone()
      }
    } catch (cause) {
      setResult({ ok: false, message: toAppError(cause).message, models: [] })
    } finally {
      setBusy(null)
    }
  }
  return (
    <form
      className="bt-connection-form"
      aria-label={stored === null ? 'New connection' : `Connection ${stored.name}`}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void attempt('save')
      }}
    >
      {stored === null && (
        <Presets onPick={(preset) => change({ baseUrl: preset.baseUrl, name: draft.name || preset.name })} />
      )}
      <TextInput
        label="Name"
        description={
          stored === null
            ? 'Flows refer to the connection by this name. “default” is used where a flow names none.'
            : 'Flows refer to the connection by this name.'
        }
        value={draft.name}
        disabled={stored !== null}
        error={isTried ? problems.name : null}
        maxLength={64}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextInput
        label="Base URL"
        placeholder="https://api.openai.com/v1"
        description="Any server that speaks OpenAI chat completions."
        value={draft.baseUrl}
        error={isTried ? problems.baseUrl : null}
        onChange={(event) => change({ baseUrl: event.currentTarget.value })}
      />
      <Autocomplete
        label="Model"
        placeholder={
          result !== null && result.models.length > 0
            ? 'Pick one of the models found'
            : 'The model where a flow names none'
        }
        value={draft.model}
        data={[...new Set(result?.models ?? [])]}
        limit={200}
        filter={matching}
        maxDropdownHeight={220}
        onChange={(model) => setDraft((now) => ({ ...now, model }))}
      />
      <KeyField draft={draft} problem={problems.key} isTried={isTried} onChange={(key) => change({ key })} />
      <FallbackField
        value={draft.fallbacks}
        others={names.filter((name) => name.toLowerCase() !== draft.name.trim().toLowerCase())}
        onChange={(fallbacks) => setDraft((now) => ({ ...now, fallbacks }))}
      />
      <ConnectionAdvanced draft={draft} onChange={change} />
      <TestVerdict result={result} />
      <div className="bt-form-actions">
        <Button loading={busy === 'test'} disabled={busy === 'save'} onClick={() => void attempt('test')}>
          Test
        </Button>
        <span className="bt-grow" />
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" variant="filled" loading={busy === 'save'} disabled={busy === 'test'}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** All of them while the field holds one of them, so that another can be picked; else those that contain what is typed. */
const matching: OptionsFilter = ({ options, search }) => {
  const words = search.trim().toLowerCase()
  const labels = options.map((option) => ('value' in option ? String(option.value).toLowerCase() : ''))
  return labels.includes(words) ? options : options.filter((_option, index) => labels[index]?.includes(words) === true)
}

function Presets({ onPick }: { onPick: (preset: (typeof PRESETS)[number]) => void }) {
  return (
    <div className="bt-presets" role="group" aria-label="Common servers">
      {PRESETS.map((preset) => (
        <Button key={preset.label} size="compact-sm" onClick={() => onPick(preset)}>
          {preset.label}
        </Button>
      ))}
    </div>
  )
}
