/** An expression over variables: what is wrong with it is shown at its place, and what it comes to while nothing has changed yet. */
import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import {
  evaluateText,
  isAvailable,
  isTruthy,
  nameAlone,
  parseExpression,
} from '../../../src-shared/agents/expressions/expression'
import { readSettings, type Flow, type Json } from '../../../src-shared/flow/records'
import { useFlow } from '../../editor/editor-context'
import { asText, type FieldProps } from '../field-types'
import { VariableChips } from './VariableChips'
import textStyles from '../../ui/text.module.css'
import partsStyles from '../parts.module.css'
import styles from './ExpressionField.module.css'

export function ExpressionField({ hint, value, error, onChange }: FieldProps<'expression'>) {
  const input = useRef<HTMLInputElement>(null)
  const settings = useFlow((flow) => flow.settings)
  const text = asText(value)
  const isBare = hint.bare === true
  const fault = faultIn(text, isBare)
  const set = (next: string): void => void onChange(next === '' ? undefined : next)
  return (
    <div>
      <TextInput
        ref={input}
        label={hint.label}
        description={hint.help}
        placeholder={hint.placeholder}
        value={text}
        error={fault === null ? error : <Fault text={text} {...fault} />}
        spellCheck={false}
        classNames={{ input: textStyles.mono }}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {fault === null && error === null && hint.isValue !== true && (
        <Beginning text={text} isBare={isBare} settings={settings} />
      )}
      <VariableChips input={input} text={text} wrap={(name) => `\${${name}}`} onText={set} />
    </div>
  )
}

type FaultAt = { message: string; position: number }

function faultIn(text: string, isBare: boolean): FaultAt | null {
  if (text.trim() === '' || (isBare && nameAlone(text) !== null)) return null
  const parsed = parseExpression(text)
  return parsed.ok ? null : parsed
}

/** How much of the text is shown on each side of what is wrong. */
const AROUND = 24

function Fault({ text, message, position }: FaultAt & { text: string }) {
  const before = text.slice(0, position)
  const at = text.slice(position, position + 1)
  const after = text.slice(position + 1)
  return (
    <>
      <code className={styles.fault} aria-hidden>
        {before.length > AROUND ? `…${before.slice(-AROUND)}` : before}
        <mark>{at.trim() === '' ? '\u00a0' : at}</mark>
        {after.length > AROUND ? `${after.slice(0, AROUND)}…` : after}
      </code>
      At character {position + 1}: {message}.
    </>
  )
}

type BeginningProps = { text: string; isBare: boolean; settings: Flow['settings'] }

/** Whether it holds while every variable has its default. */
function Beginning({ text, isBare, settings }: BeginningProps) {
  if (text.trim() === '') return null
  const { variables } = readSettings({ settings })
  const defaults = Object.fromEntries(
    Object.entries(variables).flatMap(([name, variable]): [string, Json][] =>
      variable.default === undefined ? [] : [[name, variable.default]],
    ),
  )
  const holds = holdsWith(text, isBare, defaults)
  if (holds === null) return null
  return <div className={partsStyles.fieldNote}>{holds ? 'True' : 'False'} with the default values.</div>
}

/** Null: it cannot be said, since a variable is missing. */
function holdsWith(text: string, isBare: boolean, variables: { [name: string]: Json }): boolean | null {
  try {
    return isBare ? isAvailable(text, variables) : isTruthy(evaluateText(text, variables))
  } catch {
    return null
  }
}
