/** More fields of a request, as JSON. What is typed stays here until it is a JSON object; only then it counts. */
import { useEffect, useRef } from 'react'
import { isJsonObject, parseJson } from '../../../src-shared/flow/json'
import type { JsonObject } from '../../../src-shared/flow/records'
import { useTypedText } from '../typed-text'
import { TextArea } from '../TextArea'
import { useT } from '../language'
import formStyles from '../form.module.css'

export type BodyInputProps = {
  value: JsonObject
  error: string | null
  onChange: (value: JsonObject | undefined) => void
}

export function BodyInput({ value, error, onChange }: BodyInputProps) {
  const t = useT()
  const present = Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2)
  // Broken text is the person's work in progress.
  const [shown, type] = useTypedText(present, (typed) => {
    const meant = readBody(typed)
    return meant === null || JSON.stringify(meant) === JSON.stringify(value)
  })
  const read = readBody(shown)
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // A form is not sent with what would be left out of it.
    input.current?.setCustomValidity(read === null ? t('This is not a JSON object yet.') : '')
  })
  return (
    <TextArea
      ref={input}
      label={t('Extra fields')}
      description={t('JSON that is put into each request, such as {example}.', { example: '{"top_k": 20}' })}
      className={formStyles.monoInput}
      minRows={1}
      maxRows={12}
      spellCheck={false}
      value={shown}
      error={read === null ? t('This is not a JSON object yet. It is saved once it is.') : error}
      onChange={(event) => {
        const text = event.currentTarget.value
        type(text)
        const next = readBody(text)
        if (next !== null) onChange(Object.keys(next).length === 0 ? undefined : next)
      }}
    />
  )
}

function readBody(text: string): JsonObject | null {
  if (text.trim() === '') return {}
  const parsed = parseJson(text)
  return parsed.ok && isJsonObject(parsed.value) ? parsed.value : null
}
