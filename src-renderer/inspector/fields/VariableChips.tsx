/** The flow's variables as chips: a click puts one into the text beside them, where the cursor is. */
import type { RefObject } from 'react'
import { readSettings } from '../../../src-shared/flow/records'
import { useFlow } from '../../editor/editor-context'
import { useT } from '../../ui/language'
import fieldsStyles from './fields.module.css'

export type VariableChipsProps = {
  input: RefObject<HTMLInputElement | HTMLTextAreaElement | null>
  text: string
  /** How a name is written in the text. */
  wrap: (name: string) => string
  onText: (text: string) => void
}

export function VariableChips({ input, text, wrap, onText }: VariableChipsProps) {
  const t = useT()
  const settings = useFlow((flow) => flow.settings)
  const { variables } = readSettings({ settings })
  const names = Object.entries(variables)
  if (names.length === 0) return null

  function insert(name: string): void {
    const area = input.current
    const from = area?.selectionStart ?? text.length
    const to = area?.selectionEnd ?? text.length
    onText(text.slice(0, from) + wrap(name) + text.slice(to))
    area?.focus()
  }
  return (
    <div className={fieldsStyles.promptTools} role="group" aria-label={t('Variables')}>
      {names.map(([name, { type, description }]) => (
        <button
          key={name}
          type="button"
          className={fieldsStyles.slot}
          aria-label={t('Insert {name}', { name: wrap(name) })}
          title={description === '' ? `A ${type}` : `${description} (${type})`}
          onClick={() => insert(name)}
        >
          {wrap(name)}
        </button>
      ))}
    </div>
  )
}
