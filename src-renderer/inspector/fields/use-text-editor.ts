/** The text editor (CodeMirror) of fields that hold JSON or code: one look, one way to tell what was typed. */
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { minimalSetup } from 'codemirror'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

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
    minHeight: 'var(--bt-editor-least, 54px)',
    fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace",
    padding: '6px 0',
  },
  // One colour: the highlighting that comes with the editor is made for light pages only.
  '.cm-line span': { color: 'inherit !important' },
  '.cm-line .cm-placeholder': { color: 'var(--bt-muted) !important', whiteSpace: 'pre-wrap' },
  '.cm-cursor': { borderLeftColor: 'var(--bt-text)' },
  '.cm-scroller': { maxHeight: 'var(--bt-editor-most, 260px)', overflow: 'auto' },
  '&.cm-focused .cm-selectionBackground': { background: 'var(--bt-accent-soft) !important' },
  // As in any other field: who has left it sees no selection.
  '&:not(.cm-focused) .cm-selectionBackground': { background: 'transparent !important' },
})

type TextEditor = {
  /** Where the editor goes. */
  place: RefObject<HTMLDivElement | null>
  view: RefObject<EditorView | null>
}

/** An editor in `place`. `extensions` must stay the same object; `onType` hears what a person typed, not what was put in. */
export function useTextEditor(label: string, extensions: Extension, onType: (editor: EditorView) => void): TextEditor {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView | null>(null)
  const typed = useEffectEvent(onType)
  useEffect(() => {
    if (place.current === null) return
    // In a shadow root CodeMirror uses constructed style sheets, which a strict content policy allows.
    const root = place.current.shadowRoot ?? place.current.attachShadow({ mode: 'open', delegatesFocus: true })
    const editor = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: '',
        extensions: [
          minimalSetup,
          extensions,
          THEME,
          EditorView.lineWrapping,
          EditorView.contentAttributes.of({ 'aria-label': label }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged && update.view.hasFocus) typed(update.view)
          }),
        ],
      }),
    })
    // The root gives the focus to the first that takes it, which is the text.
    editor.scrollDOM.removeAttribute('tabindex')
    view.current = editor
    return () => {
      editor.destroy()
      view.current = null
    }
  }, [label, extensions])
  return { place, view }
}

/** Puts a text in the place of all that is there. */
export function replaceText(editor: EditorView, text: string): void {
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } })
}
