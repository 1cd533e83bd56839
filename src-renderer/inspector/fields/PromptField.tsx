/** A prompt: its text, the slots that can be put in, the built-in text that an empty one stands for. */
import type { Translate } from '../../../src-shared/languages/translate'
import { Button, Input } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { renderTemplate } from '../../../src-shared/agents/templates/template'
import { estimateTokens } from '../../../src-shared/agents/texts/tokens'
import type { LostSlots } from '../../../src-shared/agents/prompts/lost-slots'
import { useFlow } from '../../editor/editor-context'
import { builtInFor, builtInNameFor, type BuiltIn } from '../built-in-prompts'
import { asText, type FieldProps } from '../field-types'
import { LargeView } from '../../ui/LargeView'
import { Enlarge } from './Enlarge'
import { variableNames } from './completed-names'
import type { CompletedName } from './completion'
import { promptEditor } from './prompt-editor'
import { replaceText, useTextEditor } from './use-text-editor'
import { useVariablesNow, type VariableNow } from './use-variables-now'
import { useT } from '../../ui/language'
import partsStyles from '../parts.module.css'
import fieldsStyles from './fields.module.css'
import styles from './PromptField.module.css'

export function PromptField(props: FieldProps<'prompt'>) {
  const { hint, value, error, onChange, node } = props
  const language = useFlow((flow) => flow.settings['language'])
  const prompt = useFlow((flow) => builtInNameFor(hint.builtIn, flow.nodes[node ?? '']))
  const builtIn = useMemo(() => builtInFor(prompt, language), [prompt, language])
  // Emptied, it stays what is written as long as it is shown: nothing moves under the pointer of whoever leaves it.
  const [isWritten, setWritten] = useState(false)
  const [isNew, setNew] = useState(false)
  if (asText(value) === '' && !isWritten && builtIn.text !== null)
    return (
      <BuiltInLine
        hint={hint}
        text={builtIn.text}
        error={error}
        onCustomise={() => {
          setNew(true)
          onChange(builtIn.text ?? undefined, 'own-step')
        }}
      />
    )
  const reset = (): void => {
    setWritten(false)
    setNew(false)
    onChange(undefined, 'own-step')
  }
  return (
    <div onFocus={() => setWritten(true)}>
      <Enlarge label={hint.label}>
        {(isLarge) => <PromptBox {...props} builtIn={builtIn} isNew={isNew && !isLarge} onReset={reset} />}
      </Enlarge>
    </div>
  )
}

type BuiltInLineProps = {
  hint: FieldProps<'prompt'>['hint']
  text: string
  error: string | null
  onCustomise: () => void
}

/** A prompt that nobody wrote: one line, since most people leave it as it is. */
function BuiltInLine({ hint, text, error, onCustomise }: BuiltInLineProps) {
  const t = useT()
  const [isShown, setShown] = useState(false)
  return (
    <Input.Wrapper label={hint.label} description={hint.help} error={error} labelElement="div">
      <div className={styles.builtIn} role="group" aria-label={hint.label}>
        <span className={styles.state}>{t('Built-in text')}</span>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={t('View: {label}', { label: hint.label })}
          onClick={() => setShown(true)}
        >
          {t('View')}
        </Button>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={t('Customise: {label}', { label: hint.label })}
          onClick={onCustomise}
        >
          {t('Customise')}
        </Button>
      </div>
      <LargeView
        title={t('{label}: built-in text', { label: hint.label })}
        isOpen={isShown}
        onClose={() => setShown(false)}
      >
        <pre className={styles.text} tabIndex={0}>
          {text}
        </pre>
      </LargeView>
    </Input.Wrapper>
  )
}

type PromptBoxProps = FieldProps<'prompt'> & {
  builtIn: BuiltIn
  /** It was a copy of the built-in text a moment ago: what is typed takes its place. */
  isNew: boolean
  onReset: () => void
}

function PromptBox({ hint, value, error, onChange, builtIn, isNew, onReset }: PromptBoxProps) {
  const t = useT()
  const text = asText(value)
  const lost = builtIn.lost(text)
  const [isPreview, setPreview] = useState(false)
  const variables = useVariablesNow()
  const names = useMemo(() => namesOf(builtIn.slots, variables, t), [builtIn, variables, t])
  const known = useRef(names)
  useEffect(() => {
    known.current = names
  }, [names])
  const [extensions] = useState(() => promptEditor(() => known.current))
  const { place, view } = useTextEditor(hint.label, extensions, (editor) => {
    const typed = editor.state.doc.toString()
    onChange(typed === '' ? undefined : typed)
  })
  useEffect(() => {
    const editor = view.current
    if (editor !== null && editor.state.doc.toString() !== text) replaceText(editor, text)
  }, [view, text, hint.label, extensions])
  useEffect(() => {
    const editor = view.current
    if (!isNew || editor === null) return
    editor.focus()
    editor.dispatch({ selection: { anchor: 0, head: editor.state.doc.length } })
  }, [isNew, view])

  function insert(slot: string): void {
    const editor = view.current
    if (editor === null) return
    editor.focus()
    editor.dispatch(editor.state.replaceSelection(`{${slot}}`))
  }
  return (
    <Input.Wrapper
      label={hint.label}
      description={hint.help}
      error={lost === null ? error : null}
      labelElement="div"
      data-prompt
    >
      <div ref={place} data-text-editor className={fieldsStyles.json} />
      {lost !== null && <Lost lost={lost} onPutBack={() => void onChange(builtIn.putBack(text), 'own-step')} />}
      <div className={fieldsStyles.promptTools}>
        {builtIn.text !== null && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-xs"
            aria-label={t('Reset: {label}', { label: hint.label })}
            title={t('Goes back to the built-in text')}
            onClick={onReset}
          >
            {t('Reset')}
          </Button>
        )}
        {builtIn.slots.map((slot) => (
          <button
            key={slot}
            type="button"
            className={fieldsStyles.slot}
            data-missing={lost?.slots.includes(slot) || undefined}
            aria-label={t('Insert {name}', { name: `{${slot}}` })}
            onClick={() => insert(slot)}
          >
            {`{${slot}}`}
          </button>
        ))}
        <span className={styles.tokens}>
          {t('about {count, plural, one {# token} other {# tokens}}', { count: estimateTokens(text) })}
        </span>
        <Button
          variant="subtle"
          size="compact-xs"
          aria-expanded={isPreview}
          aria-label={t('Preview: {label}', { label: hint.label })}
          onClick={() => setPreview(!isPreview)}
        >
          {t('Preview')}
        </Button>
      </div>
      {isPreview && (
        <div role="group" aria-label={t('{label}, as the model reads it', { label: hint.label })}>
          <div className={partsStyles.fieldNote}>
            {t('As the model reads it with the variables of this thread. Slots are filled when it is asked.')}
          </div>
          <pre className={styles.preview} tabIndex={0}>
            {renderTemplate(text, Object.fromEntries(variables.map(({ name, value: now }) => [name, now ?? ''])))}
          </pre>
        </div>
      )}
    </Input.Wrapper>
  )
}

function namesOf(slots: readonly string[], variables: readonly VariableNow[], t: Translate): CompletedName[] {
  return [...slots.map((name) => ({ name, about: t('slot'), description: '' })), ...variableNames(variables)]
}

/** What the text has lost, and the way back. */
function Lost({ lost: { slots, isVital }, onPutBack }: { lost: LostSlots; onPutBack: () => void }) {
  const t = useT()
  const words = t.list(slots.map((slot) => `{${slot}}`))
  return (
    <div className={styles.lostSlots} role="status" data-severity={isVital ? 'error' : 'warning'}>
      {isVital ? <IconAlertCircle size={15} aria-hidden /> : <IconAlertTriangle size={15} aria-hidden />}
      <span>
        {isVital
          ? t(
              '{count, plural, one {The text has lost {slots}, and nothing works without it.} other {The text has lost {slots}, and nothing works without them.}}',
              { count: slots.length, slots: words },
            )
          : t('The text has lost {slots}.', { slots: words })}
      </span>
      <Button variant="subtle" size="compact-xs" onClick={onPutBack}>
        {t('{count, plural, one {Put it back} other {Put them back}}', { count: slots.length })}
      </Button>
    </div>
  )
}
