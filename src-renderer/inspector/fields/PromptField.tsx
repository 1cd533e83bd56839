/** A prompt: its text, the slots that can be put in, the built-in text that an empty one stands for. */
import { Button, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { missingSlots } from '../../../src-shared/agents/template'
import { useFlow } from '../../editor/editor-context'
import { builtInFor } from '../built-in-prompts'
import { asText, type FieldProps } from '../field-types'

export function PromptField({ hint, value, error, onChange, node }: FieldProps<'prompt'>) {
  const input = useRef<HTMLTextAreaElement>(null)
  const language = useFlow((flow) => flow.settings['language'])
  const builtIn = builtInFor(hint.builtIn, node, language)
  const text = asText(value)
  const slots = [...new Set([...(hint.slots ?? []), ...builtIn.slots])]
  const missing =
    text.trim() === '' ? [] : missingSlots(text, [...new Set([...(hint.required ?? []), ...builtIn.required])])
  const lost =
    missing.length === 0
      ? null
      : `The text has lost ${missing.map((slot) => `{${slot}}`).join(' and ')}. Put ${missing.length === 1 ? 'it' : 'them'} back in.`

  function insert(slot: string): void {
    const area = input.current
    const at = area === null ? text.length : area.selectionStart
    const end = area === null ? text.length : area.selectionEnd
    onChange(`${text.slice(0, at)}{${slot}}${text.slice(end)}`)
    area?.focus()
  }
  return (
    <div className="bt-prompt">
      <Textarea
        ref={input}
        label={hint.label}
        description={hint.help}
        placeholder={builtIn.text === null ? '' : `Built-in text:\n${shorten(builtIn.text)}`}
        autosize
        minRows={text === '' && builtIn.text !== null ? 4 : 3}
        maxRows={18}
        value={text}
        error={lost ?? error}
        onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      />
      <div className="bt-prompt-tools">
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
          slots.map((slot) => (
            <button
              key={slot}
              type="button"
              className="bt-slot"
              data-missing={missing.includes(slot) || undefined}
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

function shorten(text: string): string {
  return text.length > 280 ? `${text.slice(0, 280).trimEnd()} …` : text
}
