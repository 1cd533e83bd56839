/** Copy, cut and paste of drawn pieces as text through the system's clipboard; draws nothing. */
import { useEffect } from 'react'
import { copyText, readClip } from '../../src-shared/flow/clipboard'
import { notify } from '../ui/services'
import { pasteIn, removeSelection } from './actions'
import { useEditor, type Editor } from './editor-context'

export function Clipboard() {
  const editor = useEditor()
  useEffect(() => {
    const copy = (event: ClipboardEvent): void => void take(editor, event)
    const cut = (event: ClipboardEvent): void => {
      if (take(editor, event)) removeSelection(editor)
    }
    const paste = (event: ClipboardEvent): void => put(editor, event)
    document.addEventListener('copy', copy)
    document.addEventListener('cut', cut)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('copy', copy)
      document.removeEventListener('cut', cut)
      document.removeEventListener('paste', paste)
    }
  }, [editor])
  return null
}

/** Whether the event belongs to a text, not to the drawing. */
function isAboutText(event: ClipboardEvent): boolean {
  const [target] = event.composedPath()
  if (target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select')))
    return true
  return document.querySelector('[aria-modal="true"]') !== null
}

function take(editor: Editor, event: ClipboardEvent): boolean {
  const { nodes } = editor.session.getState()
  const isTextSelected = (window.getSelection()?.toString() ?? '') !== ''
  if (event.clipboardData === null || nodes.size === 0 || isAboutText(event) || isTextSelected) return false
  event.clipboardData.setData('text/plain', copyText(editor.flows.getState().flow, [...nodes]))
  event.preventDefault()
  return true
}

function put(editor: Editor, event: ClipboardEvent): void {
  if (event.clipboardData === null || isAboutText(event)) return
  const text = event.clipboardData.getData('text/plain')
  if (text.trim() === '') return
  event.preventDefault()
  const clip = readClip(text)
  if (clip !== null) pasteIn(editor, clip)
  else notify('What was copied is no piece of a flow. Copy nodes in Baton, then paste them here.')
}
