/** Several prompts of one node, folded away until one is wanted: each as a prompt field of its own. */
import { Input } from '@mantine/core'
import { z } from 'zod'
import type { Json } from '../../../src-shared/flow/records'
import type { FieldProps, UndoStep } from '../field-types'
import { PromptField } from './PromptField'
import { type Message } from '../../../src-shared/languages/translate'

const promptsSchema = z.record(z.string(), z.json()).catch({})

export function PromptsField({ hint, value, error, onChange, node }: FieldProps<'prompts'>) {
  const prompts = promptsSchema.parse(value ?? {})

  function set(key: string, text: Json | undefined, undo?: UndoStep): Message | null {
    const kept = Object.entries(prompts).filter(([name, prompt]) => name !== key && prompt !== '')
    const next = text === undefined ? kept : [...kept, [key, text] as const]
    return onChange(next.length === 0 ? undefined : Object.fromEntries(next), undo)
  }
  return (
    <Input.Wrapper label={hint.label} description={hint.help} error={error} labelElement="div">
      {hint.parts.map(({ key, label, builtIn }) => (
        <details key={key} open={(prompts[key] ?? '') !== ''}>
          <summary>{label}</summary>
          <PromptField
            hint={{ key, label, type: 'prompt', builtIn }}
            value={prompts[key]}
            error={null}
            onChange={(text, undo) => set(key, text, undo)}
            node={node}
          />
        </details>
      ))}
    </Input.Wrapper>
  )
}
