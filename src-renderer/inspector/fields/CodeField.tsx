/** A field of program text, kept word for word. */
import { placeholder } from '@codemirror/view'
import { Input } from '@mantine/core'
import { useEffect, useMemo } from 'react'
import { asText, type FieldProps } from '../field-types'
import { Enlarge } from './Enlarge'
import { replaceText, useTextEditor } from './use-text-editor'
import fieldsStyles from './fields.module.css'

export function CodeField(props: FieldProps<'code'>) {
  return <Enlarge label={props.hint.label}>{() => <CodeBox {...props} />}</Enlarge>
}

function CodeBox({ hint, value, error, onChange }: FieldProps<'code'>) {
  const text = asText(value)
  const extensions = useMemo(() => placeholder(hint.placeholder ?? ''), [hint.placeholder])
  const { place, view } = useTextEditor(hint.label, extensions, (editor) => {
    const typed = editor.state.doc.toString()
    onChange(typed === '' ? undefined : typed)
  })
  useEffect(() => {
    const editor = view.current
    if (editor !== null && editor.state.doc.toString() !== text) replaceText(editor, text)
  }, [view, text, hint.label, extensions])
  return (
    <Input.Wrapper label={hint.label} description={hint.help} error={error} labelElement="div">
      <div ref={place} data-text-editor className={fieldsStyles.json} data-broken={error !== null || undefined} />
    </Input.Wrapper>
  )
}
