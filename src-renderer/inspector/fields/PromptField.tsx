/** A prompt: its text, the slots that can be put in, the built-in text that an empty one stands for. */
import { Button } from '@mantine/core'
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react'
import { useMemo, useRef } from 'react'
import { slotWords, type LostSlots } from '../../../src-shared/agents/prompts/lost-slots'
import { useFlow } from '../../editor/editor-context'
import { builtInFor, builtInNameFor } from '../built-in-prompts'
import { asText, type FieldProps } from '../field-types'
import { TextArea } from '../../ui/TextArea'
import fieldsStyles from './fields.module.css'
import styles from './PromptField.module.css'

export function PromptField({ hint, value, error, onChange, node }: FieldProps<'prompt'>) {
  const input = useRef<HTMLTextAreaElement>(null)
  const language = useFlow((flow) => flow.settings['language'])
  const prompt = useFlow((flow) => builtInNameFor(hint.builtIn, flow.nodes[node ?? '']))
  const builtIn = useMemo(() => builtInFor(prompt, language), [prompt, language])
  const text = asText(value)
  const lost = builtIn.lost(text)

  function insert(slot: string): void {
    const area = input.current
    const at = area === null ? text.length : area.selectionStart
    const end = area === null ? text.length : area.selectionEnd
    onChange(`${text.slice(0, at)}{${slot}}${text.slice(end)}`)
    area?.focus()
  }
  return (
    <div>
      <TextArea
        ref={input}
        label={hint.label}
        description={hint.help}
        placeholder={builtIn.text === null ? '' : `Built-in text:\n${shorten(builtIn.text)}`}
        minRows={text === '' && builtIn.text !== null ? 4 : 3}
        maxRows={18}
        value={text}
        error={lost === null ? error : null}
        onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      />
      {lost !== null && <Lost lost={lost} onPutBack={() => void onChange(builtIn.putBack(text), 'own-step')} />}
      <div className={fieldsStyles.promptTools}>
        {text === '' && builtIn.text !== null && (
          <Button variant="subtle" size="compact-xs" onClick={() => onChange(builtIn.text ?? undefined)}>
            Edit a copy
          </Button>
        )}
        {text !== '' && builtIn.text !== null && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={() => onChange(undefined)}>
            Use the built-in text
          </Button>
        )}
        {text !== '' &&
          builtIn.slots.map((slot) => (
            <button
              key={slot}
              type="button"
              className={fieldsStyles.slot}
              data-missing={lost?.slots.includes(slot) || undefined}
              aria-label={`Insert {${slot}}`}
              onClick={() => insert(slot)}
            >
              {`{${slot}}`}
            </button>
          ))}
      </div>
    </div>
  )
}

/** What the text has lost, and the way back. */
function Lost({ lost: { slots, isVital }, onPutBack }: { lost: LostSlots; onPutBack: () => void }) {
  const words = slotWords(slots)
  return (
    <div className={styles.lostSlots} role="status" data-severity={isVital ? 'error' : 'warning'}>
      {isVital ? <IconAlertCircle size={15} aria-hidden /> : <IconAlertTriangle size={15} aria-hidden />}
      <span>
        The text has lost {words}
        {isVital && `, and nothing works without ${slots.length === 1 ? 'it' : 'them'}`}.
      </span>
      <Button variant="subtle" size="compact-xs" aria-label={`Put ${words} back`} onClick={onPutBack}>
        Put {slots.length === 1 ? 'it' : 'them'} back
      </Button>
    </div>
  )
}

function shorten(text: string): string {
  return text.length > 280 ? `${text.slice(0, 280).trimEnd()} …` : text
}
