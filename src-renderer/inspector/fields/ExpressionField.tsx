/** An expression over variables: what is wrong with it is shown at its place, and what it comes to while nothing has changed yet. */
import type { Sentence } from '../../../src-shared/languages/translate'
import { TextInput } from '@mantine/core'
import { useEffect, useRef, useState, type RefObject } from 'react'
import {
  evaluateText,
  isAvailable,
  isTruthy,
  nameAlone,
  parseExpression,
} from '../../../src-shared/agents/expressions/expression'
import { respellExpressionField } from '../../../src-shared/flow/editing/respell'
import { readSettings, type Flow, type Json } from '../../../src-shared/flow/records'
import { defaultValues } from '../../../src-shared/flow/variables'
import { useFlow } from '../../editor/editor-context'
import { asText, type FieldProps } from '../field-types'
import { useVariableNames } from './completed-names'
import { NameCompletion } from './NameCompletion'
import { VariableChips } from './VariableChips'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import partsStyles from '../parts.module.css'
import styles from './ExpressionField.module.css'

export function ExpressionField({ hint, value, error, onChange }: FieldProps<'expression'>) {
  const input = useRef<HTMLInputElement>(null)
  const names = useVariableNames()
  const settings = useFlow((flow) => flow.settings)
  const text = asText(value)
  const isBare = hint.bare === true
  const fault = faultIn(text, isBare)
  const set = (next: string): void => void onChange(next === '' ? undefined : next)
  return (
    <NameCompletion language="expression" names={names}>
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
        onBlur={() => {
          const respelled = respellExpressionField(text, { isBare, variables: readSettings({ settings }).variables })
          if (respelled !== text) set(respelled)
        }}
        inputContainer={(box) => (
          <div className={styles.box}>
            {box}
            {fault !== null && <Underline text={text} position={fault.position} box={input} />}
          </div>
        )}
      />
      {fault === null && error === null && hint.isValue !== true && (
        <Beginning text={text} isBare={isBare} settings={settings} />
      )}
      <VariableChips input={input} text={text} wrap={(name) => `\${${name}}`} onText={set} />
    </NameCompletion>
  )
}

type FaultAt = { message: Sentence; position: number }

function faultIn(text: string, isBare: boolean): FaultAt | null {
  if (text.trim() === '' || (isBare && nameAlone(text) !== null)) return null
  const parsed = parseExpression(text)
  return parsed.ok ? null : parsed
}

type UnderlineProps = { text: string; position: number; box: RefObject<HTMLInputElement | null> }

/** A wave under what is wrong, in the box itself: the same text lies over it, unseen. It goes along where the box is scrolled. */
function Underline({ text, position, box }: UnderlineProps) {
  const [scrolled, setScrolled] = useState(0)
  useEffect(() => {
    const own = box.current
    const follow = (): void => setScrolled(own?.scrollLeft ?? 0)
    follow()
    own?.addEventListener('scroll', follow)
    return () => own?.removeEventListener('scroll', follow)
  }, [box, text])
  const length = Math.max(1, /^[\p{L}\p{N}_$]+/u.exec(text.slice(position))?.[0].length ?? 1)
  return (
    <div className={cx(styles.under, textStyles.mono)} aria-hidden>
      <span data-part="underline" style={{ transform: `translateX(${-scrolled}px)` }}>
        {text.slice(0, position)}
        <u className={styles.wave}>
          {text.slice(position, position + length).trim() === '' ? '\u00a0' : text.slice(position, position + length)}
        </u>
      </span>
    </div>
  )
}

/** How much of the text is shown on each side of what is wrong. */
const AROUND = 24

function Fault({ text, message, position }: FaultAt & { text: string }) {
  const t = useT()
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
      {t('At character {position}: {fault}.', { position: position + 1, fault: t.message(message) })}
    </>
  )
}

type BeginningProps = { text: string; isBare: boolean; settings: Flow['settings'] }

/** Whether it holds while every variable has its default. */
function Beginning({ text, isBare, settings }: BeginningProps) {
  const t = useT()
  if (text.trim() === '') return null
  const { variables } = readSettings({ settings })
  const holds = holdsWith(text, isBare, defaultValues(variables))
  if (holds === null) return null
  return (
    <div className={partsStyles.fieldNote}>
      {holds ? t('True with the default values.') : t('False with the default values.')}
    </div>
  )
}

/** Null: it cannot be said, since a variable is missing. */
function holdsWith(text: string, isBare: boolean, variables: { [name: string]: Json }): boolean | null {
  try {
    return isBare ? isAvailable(text, variables) : isTruthy(evaluateText(text, variables))
  } catch {
    return null
  }
}
