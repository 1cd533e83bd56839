/** What a connection is called and where it leads; folded where the preset says both. */
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { Advanced } from '../ui/model-parameters/Advanced'
import type { ConnectionDraft, DraftProblems } from './connection-draft'
import { useT } from '../ui/language'

export type NameAndAddressProps = {
  draft: ConnectionDraft
  problems: DraftProblems
  isTried: boolean
  isFolded?: boolean
  /** What else is folded with them. */
  children?: ReactNode
  onChange: (patch: Pick<ConnectionDraft, 'name'> | Pick<ConnectionDraft, 'baseUrl'>) => void
}

export function NameAndAddress({ isFolded = false, children, ...fields }: NameAndAddressProps) {
  const t = useT()
  if (!isFolded) return <Fields {...fields} />
  return (
    <Advanced label={children === undefined ? t('Name and address') : t('Name, address and key')} set={0}>
      <Fields {...fields} />
      {children}
    </Advanced>
  )
}

function Fields({ draft, problems, isTried, onChange }: Omit<NameAndAddressProps, 'isFolded' | 'children'>) {
  const t = useT()
  const { stored, preset } = draft
  return (
    <>
      <TextInput
        label={t('Name')}
        description={
          stored === null
            ? t('Flows refer to the connection by this name. “default” is used where a flow names none.')
            : t('Flows refer to the connection by this name.')
        }
        value={draft.name}
        disabled={stored !== null}
        error={isTried ? problems.name : null}
        maxLength={64}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <TextInput
        label={t('Base URL')}
        placeholder={preset?.address ?? 'https://api.openai.com/v1'}
        description={t('Any server that speaks OpenAI chat completions.')}
        value={draft.baseUrl}
        error={isTried ? problems.baseUrl : null}
        onChange={(event) => onChange({ baseUrl: event.currentTarget.value })}
      />
    </>
  )
}
