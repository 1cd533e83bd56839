/** The model of a connection: one of those that its server lists, once it was asked, or any name that is typed. */
import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import type { ModelList } from '../../src-shared/rpc/connection'
import { ModelNameBox } from '../ui/ModelNameBox'
import { ModelFacts } from './ModelFacts'
import type { ConnectionDraft } from './connection-draft'
import type { KnownModel } from './use-known-model'
import { useT } from '../ui/language'
import settingsStyles from './settings.module.css'
import styles from './ModelPicker.module.css'

export type ModelPickerProps = {
  draft: ConnectionDraft
  /** What the server said when it was asked; null: it was not. */
  list: ModelList | null
  known: KnownModel | null
  isListing: boolean
  onChange: (model: string) => void
  onList: () => void
  onAddress: (baseUrl: string) => void
}

export function ModelPicker({ draft, list, known, isListing, onChange, onList, onAddress }: ModelPickerProps) {
  const t = useT()
  const field = useRef<HTMLInputElement>(null)
  const models = list?.models ?? []
  useEffect(() => {
    if (list === null || list.models.length === 0) return
    // The list opens with the focus, so that what was asked for is seen; whoever types elsewhere by then is left alone.
    const isTyping = document.activeElement instanceof HTMLInputElement
    if (!isTyping) field.current?.focus()
  }, [list])
  const { modelHelp = '', models: source = 'listed' } = draft.preset ?? {}
  return (
    <div className={styles.picker}>
      <div className={styles.row}>
        <ModelNameBox
          ref={field}
          className={settingsStyles.grow}
          label={t('Model')}
          description={modelHelp === '' ? t('Used where a flow names none.') : t.known(modelHelp)}
          placeholder={models.length > 0 ? t('Pick one of the models found, or type a name') : t('Type its name')}
          value={draft.model}
          models={models}
          onChange={onChange}
        />
        {source === 'listed' && (
          <Button loading={isListing} onClick={onList}>
            {t('List models')}
          </Button>
        )}
      </div>
      {list !== null && list.said !== null && (
        <div className={settingsStyles.listMessage} role={list.ok ? 'status' : 'alert'}>
          <span>{t.message(list.said)}</span>
          {list.suggestedUrl !== null && <UseAddress url={list.suggestedUrl} onUse={onAddress} />}
        </div>
      )}
      <ModelFacts known={known} />
    </div>
  )
}

/** Takes the address at which the API was found. */
export function UseAddress({ url, onUse }: { url: string; onUse: (url: string) => void }) {
  const t = useT()
  return (
    <Button size="compact-xs" onClick={() => onUse(url)}>
      {t('Use this address')}
    </Button>
  )
}
