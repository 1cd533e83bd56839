/** A field of any JSON. What is typed stays here until it is JSON again; only then the flow gets it. */
import { message, type Message, type PlainText } from '../../../src-shared/languages/translate'
import { json, jsonParseLinter } from '@codemirror/lang-json'
import type { EditorView } from '@codemirror/view'
import { Input } from '@mantine/core'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import type { Json } from '../../../src-shared/flow/records'
import type { FieldProps } from '../field-types'
import { Enlarge } from './Enlarge'
import { replaceText, useTextEditor } from './use-text-editor'
import { useT } from '../../ui/language'
import fieldsStyles from './fields.module.css'

const jsonSchema = z.json()
const lint = jsonParseLinter()

const JSON_TEXT = json()

/** A field of any JSON, as text. */
export function JsonField(props: FieldProps<'json'>) {
  return <Enlarge label={props.hint.label}>{() => <JsonBox {...props} />}</Enlarge>
}

function JsonBox({ hint, value, error, onChange }: FieldProps<'json'>) {
  const t = useT()
  const [broken, setBroken] = useState<string | Message | null>(null)
  const present = value === undefined ? '' : JSON.stringify(value, null, 2)
  const { place, view } = useTextEditor(hint.label, JSON_TEXT, (editor) => {
    const read = readJson(editor)
    setBroken(read.ok ? onChange(read.value) : read.words)
  })
  useEffect(() => {
    const editor = view.current
    if (editor === null || (editor.hasFocus && isSameJson(editor.state.doc.toString(), present))) return
    // Broken text is the person's work in progress: it stays until it can be read, or until the field is left for another node.
    if (editor.hasFocus && !readJson(editor).ok) return
    replaceText(editor, present)
    setBroken(null)
  }, [view, present, hint.label])

  return (
    <Input.Wrapper
      label={hint.label}
      description={hint.help ?? (hint.schema === true ? t('A JSON schema.') : undefined)}
      error={broken === null ? error : t.message(broken)}
      labelElement="div"
    >
      <div ref={place} data-text-editor className={fieldsStyles.json} data-broken={broken !== null || undefined} />
    </Input.Wrapper>
  )
}

type ReadJson = { ok: true; value: Json } | { ok: false; words: PlainText | Message }

function readJson(editor: EditorView): ReadJson {
  const text = editor.state.doc.toString()
  const [first] = lint(editor)
  if (first !== undefined) {
    const line = editor.state.doc.lineAt(first.from)
    return {
      ok: false,
      words: message('This is not JSON yet: line {line}, column {column}. It is saved once it is.', {
        line: line.number,
        column: first.from - line.from + 1,
      }),
    }
  }
  const parsed = jsonSchema.safeParse(JSON.parse(text === '' ? '{}' : text))
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, words: 'This is not JSON yet.' }
}

function isSameJson(text: string, present: string): boolean {
  try {
    return JSON.stringify(JSON.parse(text), null, 2) === present
  } catch {
    return false
  }
}
