/** Fields of plain text: one line, several lines, a list of lines, and a number. */
import { Switch, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import type { Json } from '../../../src-shared/flow/records'
import type { MeaningWord } from '../../../src-shared/kinds/kind'
import { asText, type FieldProps } from '../field-types'
import { NumberBox } from '../../ui/NumberBox'
import { signOf, toKept, toShown } from '../units'
import { Enlarge } from './Enlarge'
import { useArgumentNames, useOwnName, useVariableNames } from './completed-names'
import { NameCompletion } from './NameCompletion'
import { VariableChips } from './VariableChips'
import { TextArea } from '../../ui/TextArea'
import { useT } from '../../ui/language'
import { type Message } from '../../../src-shared/languages/translate'
import fieldStyles from './fields.module.css'

export function LineField(props: FieldProps<'line'>) {
  const { word } = props.hint
  return word === undefined ? <LineBox {...props} /> : <WordField {...props} word={word} />
}

function WordField({ word, ...props }: FieldProps<'line'> & { word: MeaningWord }) {
  const { value, onChange } = props
  // Who writes may only be on the way to a longer text.
  const [isTyping, setTyping] = useState(false)
  const isWord = !isTyping && asText(value).trim().toLowerCase() === word.value
  return (
    <div
      className={fieldStyles.withWord}
      onFocus={({ target }) => setTyping(target instanceof HTMLInputElement && target.type === 'text')}
      onBlur={() => setTyping(false)}
    >
      <LineBox {...props} value={isWord ? '' : value} isOff={isWord} />
      <Switch
        label={word.label}
        checked={isWord}
        onChange={(event) => onChange(event.currentTarget.checked ? word.value : undefined, 'own-step')}
      />
    </div>
  )
}

function LineBox({ hint, value, error, onChange, node, isOff = false }: FieldProps<'line'> & { isOff?: boolean }) {
  const names = useArgumentNames(node, hint.filled)
  const known = useOwnName(node, hint.key)
  const box = (
    <TextInput
      label={hint.label}
      description={hint.help}
      placeholder={hint.placeholder ?? known}
      value={asText(value)}
      error={error}
      disabled={isOff}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  )
  return hint.filled === undefined ? (
    box
  ) : (
    <NameCompletion language="template" names={names}>
      {box}
    </NameCompletion>
  )
}

export function TextField(props: FieldProps<'text'>) {
  return <Enlarge label={props.hint.label}>{() => <TextBox {...props} />}</Enlarge>
}

function TextBox({ hint, value, error, onChange, node }: FieldProps<'text'>) {
  const variables = useVariableNames()
  const filled = useArgumentNames(node, hint.filled)
  const input = useRef<HTMLTextAreaElement>(null)
  const text = asText(value)
  const set = (next: string): void => void onChange(next === '' ? undefined : next)
  const names = hint.variables === true ? variables : filled
  return (
    <NameCompletion language="template" names={names}>
      <TextArea
        ref={input}
        label={hint.label}
        description={hint.help}
        placeholder={hint.placeholder}
        minRows={2}
        maxRows={12}
        value={text}
        error={error}
        onChange={(event) => set(event.currentTarget.value)}
      />
      {hint.variables === true && <VariableChips input={input} text={text} wrap={(name) => `{${name}}`} onText={set} />}
    </NameCompletion>
  )
}

export function NumberField({ hint, value, error, onChange }: FieldProps<'number'>) {
  const t = useT()
  const [refused, setRefused] = useState<Message | null>(null)
  const { unit, min, max } = hint
  return (
    <NumberBox
      label={hint.label}
      description={hint.help}
      placeholder={hint.placeholder ?? ''}
      {...(min === undefined ? {} : { min: toShown(min, unit) })}
      {...(max === undefined ? {} : { max: toShown(max, unit) })}
      step={hint.step ?? 1}
      {...(unit === undefined ? {} : { unit: signOf(unit, t) })}
      value={typeof value === 'number' ? toShown(value, unit) : null}
      error={refused === null ? error : t.message(refused)}
      onChange={(next) => setRefused(onChange(next === undefined ? undefined : toKept(next, unit)))}
    />
  )
}

export function ListField(props: FieldProps<'list'>) {
  return <Enlarge label={props.hint.label}>{() => <ListBox {...props} />}</Enlarge>
}

function ListBox({ hint, value, error, onChange }: FieldProps<'list'>) {
  const t = useT()
  const lines = Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
  const stored = lines.join('\n')
  const [typed, setTyped] = useState<TypedLines>({ text: stored, over: stored, issue: null })
  // What is refused stays as it was typed, until the list changes by something else.
  const isMine = typed.issue === null ? cleanLines(typed.text).join('\n') === stored : typed.over === stored
  return (
    <TextArea
      label={hint.label}
      description={hint.help ?? t('One per line.')}
      minRows={2}
      maxRows={10}
      value={isMine ? typed.text : stored}
      error={isMine && typed.issue !== null ? t.message(typed.issue) : error}
      onChange={(event) => {
        const text = event.currentTarget.value
        const cleaned: Json = cleanLines(text)
        setTyped({ text, over: stored, issue: onChange(cleaned) })
      }}
    />
  )
}

/** `over`: the list as it was stored when that was typed; `issue`: why it was not taken. */
type TypedLines = { text: string; over: string; issue: Message | null }

function cleanLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
