/** One value in the variables panel: shown, unfolded where it is long, and edited in place by its type. */
import { Switch } from '@mantine/core'
import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { Json } from '../../../src-shared/flow/records'
import { readValue } from '../../../src-shared/flow/variables'
import { isLeaf, JsonTree } from '../JsonTree'
import { editText, type VariableLine } from './variable-lines'
import { valueWords } from '../../../src-shared/run/words/values'
import { cx } from '../../ui/cx'
import { TextArea } from '../../ui/TextArea'
import { useT } from '../../ui/language'
import { type Message } from '../../../src-shared/languages/translate'
import styles from './VariableValue.module.css'

export type VariableValueProps = {
  line: VariableLine
  /** Why it cannot be changed now; null: it can. */
  locked: string | null
  /** Answers why the value was not taken; null: it was. */
  onSave: (value: Json) => Promise<Message | null>
}

export function VariableValue(props: VariableValueProps) {
  const [mode, setMode] = useState<'shown' | 'edited' | 'left'>('shown')
  const { line } = props
  if (line.type === 'boolean' && line.value !== null && typeof (line.value ?? false) === 'boolean')
    return <YesOrNo {...props} />
  if (mode === 'edited') return <ValueEditor {...props} onClose={() => setMode('left')} />
  return <ShownValue {...props} takesFocus={mode === 'left'} onEdit={() => setMode('edited')} />
}

function YesOrNo({ line, locked, onSave }: VariableValueProps) {
  const t = useT()
  const [issue, setIssue] = useState<Message | null>(null)
  const words = line.value === undefined ? t('not set') : line.value === true ? t('yes') : t('no')
  return (
    <Switch
      size="xs"
      label={words}
      aria-label={line.name}
      checked={line.value === true}
      disabled={locked !== null}
      error={issue === null ? null : t.message(issue)}
      onChange={(event) => void onSave(event.currentTarget.checked).then(setIssue)}
    />
  )
}

/** What fits the cell without unfolding it. */
const SHORT = 160

type ShownValueProps = VariableValueProps & { takesFocus: boolean; onEdit: () => void }

function ShownValue({ line, locked, takesFocus, onEdit }: ShownValueProps) {
  const t = useT()
  const [isWhole, setIsWhole] = useState(false)
  const { value } = line
  const id = useId()
  const text = value === undefined || value === null ? t('not set') : value === '' ? 'empty' : valueWords(value)
  const isTree = !isLeaf(value)
  const isLong = isTree || text.length > SHORT || text.split('\n').length > 2
  return (
    <div className={styles.value}>
      <button
        type="button"
        className={styles.text}
        aria-label={t('Change {name}: {value}', { name: line.name, value: text.slice(0, SHORT) })}
        data-empty={value === undefined || value === null || value === '' || undefined}
        data-whole={(isWhole && !isTree) || undefined}
        disabled={locked !== null}
        autoFocus={takesFocus}
        onClick={onEdit}
      >
        {text}
      </button>
      {isLong && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isWhole}
          aria-controls={isTree ? id : undefined}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('Less') : isTree ? t('Unfold') : t('Show all')}
        </button>
      )}
      {isTree && isWhole && value !== undefined && (
        <div id={id} className={styles.tree}>
          <JsonTree value={value} />
        </div>
      )}
    </div>
  )
}

/** Enter saves, Shift with Enter makes a line, Escape takes it back; leaving the field saves what can be read. */
function ValueEditor({ line, locked, onSave, onClose }: VariableValueProps & { onClose: () => void }) {
  const t = useT()
  const before = editText(line)
  const [text, setText] = useState(before)
  const [issue, setIssue] = useState<Message | null>(null)
  const isSaving = useRef(false)

  const save = async (): Promise<void> => {
    if (isSaving.current) return
    if (text === before) return onClose()
    const read = readValue(line.name, line.type, text)
    if (!read.ok) return setIssue(read.issue)
    isSaving.current = true
    const refused = await onSave(read.value)
    isSaving.current = false
    if (refused === null) onClose()
    else setIssue(refused)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    event.stopPropagation()
    if (event.key === 'Escape') onClose()
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void save()
  }
  return (
    <TextArea
      aria-label={t('Value of {name}', { name: line.name })}
      className={line.type === 'string' ? styles.editor : cx(styles.editor, styles.mono)}
      size="xs"
      minRows={1}
      maxRows={10}
      autoFocus
      data-autofocus
      inputMode={line.type === 'number' ? 'decimal' : undefined}
      value={text}
      error={issue !== null ? t.message(issue) : locked !== null && text !== before ? locked : null}
      description={line.type === 'number' ? undefined : t('Enter saves, Shift+Enter makes a line, Esc takes it back')}
      inputWrapperOrder={['input', 'error', 'description']}
      onChange={(event) => {
        setText(event.currentTarget.value)
        setIssue(null)
      }}
      onBlur={() => void save()}
      onKeyDown={onKeyDown}
    />
  )
}
