/** A field of any JSON. What is typed stays here until it is JSON again; only then the flow gets it. */
import { json, jsonParseLinter } from '@codemirror/lang-json'
import { EditorState } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { Input } from '@mantine/core'
import { minimalSetup } from 'codemirror'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { z } from 'zod'
import type { Json } from '../../../src-shared/flow/records'
import type { FieldProps } from '../field-types'

const jsonSchema = z.json()
const lint = jsonParseLinter()

const THEME = EditorView.theme({
  '&': {
    fontSize: '12px',
    border: '1px solid var(--bt-line-strong)',
    borderRadius: '6px',
    background: 'var(--bt-panel)',
    color: 'var(--bt-text)',
  },
  '&.cm-focused': { outline: 'none', borderColor: 'var(--bt-accent)' },
  '.cm-content': {
    caretColor: 'var(--bt-text)',
    minHeight: '54px',
    fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace",
    padding: '6px 0',
  },
  // One colour: the highlighting that comes with the editor is made for light pages only.
  '.cm-line span': { color: 'inherit !important' },
  '.cm-cursor': { borderLeftColor: 'var(--bt-text)' },
  '.cm-scroller': { maxHeight: '260px', overflow: 'auto' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { background: 'var(--bt-accent-soft) !important' },
})

export function JsonField({ hint, value, error, onChange }: FieldProps<'json'>) {
  const place = useRef<HTMLDivElement>(null)
  const [broken, setBroken] = useState<string | null>(null)
  const present = value === undefined ? '' : JSON.stringify(value, null, 2)
  const view = useRef<EditorView | null>(null)

  const typed = useEffectEvent((editor: EditorView) => {
    const read = readJson(editor)
    setBroken(read.ok ? onChange(read.value) : read.words)
  })
  useEffect(() => {
    if (place.current === null) return
    // In a shadow root CodeMirror uses constructed style sheets, which a strict content policy allows.
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open' })
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: '',
        extensions: [
          minimalSetup,
          json(),
          THEME,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': hint.label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && update.view.hasFocus) typed(update.view)
          }),
        ],
      }),
    })
    view.current = editor
    return () => {
      editor.destroy()
      view.current = null
    }
  }, [hint.label])
  useEffect(() => {
    const editor = view.current
    if (editor === null || (editor.hasFocus && isSameJson(editor.state.doc.toString(), present))) return
    // Broken text is the person's work in progress: it stays until it can be read, or until the field is left for another node.
    if (editor.hasFocus && !readJson(editor).ok) return
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: present } })
    setBroken(null)
  }, [present, hint.label])

  return (
    <Input.Wrapper
      label={hint.label}
      description={hint.help ?? (hint.schema === true ? 'A JSON schema.' : undefined)}
      error={broken ?? error}
      labelElement="div"
    >
      <div ref={place} className="bt-json" data-broken={broken !== null || undefined} />
    </Input.Wrapper>
  )
}

type ReadJson = { ok: true; value: Json } | { ok: false; words: string }

function readJson(editor: EditorView): ReadJson {
  const text = editor.state.doc.toString()
  const [first] = lint(editor)
  if (first !== undefined) {
    const line = editor.state.doc.lineAt(first.from)
    return {
      ok: false,
      words: `This is not JSON yet: line ${line.number}, column ${first.from - line.from + 1}. It is saved once it is.`,
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
