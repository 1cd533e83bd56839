/** What a text editor needs to write prompts: names in braces are marked, and complete after `{`. */
import {
  autocompletion,
  completionStatus,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete'
import type { EditorState, Extension } from '@codemirror/state'
import {
  Decoration,
  EditorView,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view'
import { begunAt, type CompletedName } from './completion'

const LOOK = EditorView.theme({
  '&': { fontSize: '13px' },
  '.cm-content': {
    fontFamily: 'inherit',
    lineHeight: '1.45',
    minHeight: 'var(--bt-editor-least, 66px)',
    padding: '6px 0',
  },
  '.cm-line': { padding: '0 10px' },
  '.cm-scroller': { fontFamily: 'inherit', maxHeight: 'var(--bt-editor-most, 340px)', overflow: 'auto' },
  '.cm-name': { borderRadius: '4px', padding: '0 2px', background: 'var(--bt-accent-soft)' },
  '.cm-name-unknown': { textDecoration: 'underline wavy var(--bt-warning)', textUnderlineOffset: '3px' },
  '.cm-tooltip': {
    border: '1px solid var(--bt-line)',
    borderRadius: '8px',
    background: 'var(--bt-panel)',
    color: 'var(--bt-text)',
    boxShadow: 'var(--bt-shadow)',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'inherit', maxHeight: '220px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '4px 10px', fontSize: '12px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'var(--bt-accent-soft)',
    color: 'var(--bt-text)',
  },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'var(--bt-muted)', marginLeft: '10px' },
})

const KNOWN = Decoration.mark({ class: 'cm-name' })
const UNKNOWN = Decoration.mark({ class: 'cm-name-unknown' })

/** `namesNow` is asked each time, so that the editor stays as it is while variables change. */
export function promptEditor(namesNow: () => readonly CompletedName[]): Extension {
  const names = new MatchDecorator({
    regexp: /(?<!\{)\{([\p{L}_][\p{L}\p{N}_]*)\}(?!\})/gu,
    decoration: (match) => (namesNow().some(({ name }) => name === match[1]) ? KNOWN : UNKNOWN),
  })
  const marks = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = names.createDeco(view)
      }
      update(update: ViewUpdate): void {
        this.decorations = names.updateDeco(update, this.decorations)
      }
    },
    { decorations: (plugin) => plugin.decorations },
  )
  return [
    LOOK,
    marks,
    autocompletion({ override: [(context) => completed(context, namesNow())], icons: false, interactionDelay: 0 }),
    // The list closes first, and the dialog round it with the next Escape.
    EditorView.contentAttributes.of(({ state }): Record<string, string> =>
      keepsEscape(state) ? { 'data-keeps-escape': 'true' } : {},
    ),
  ]
}

/** While the list is open; and while one is about to open, since a name was begun. */
function keepsEscape(state: EditorState): boolean {
  const status = completionStatus(state)
  if (status !== 'pending') return status === 'active'
  return begunAt(state.doc.toString(), state.selection.main.head, { language: 'template' }) !== null
}

/** A name that is begun, or one that is closed already. */
const TYPED_ON = /^\{[\p{L}\p{N}_]*\s*\}?$/u

/** What completes a name that is begun with a brace; also used by tests. */
export function completed(
  context: Pick<CompletionContext, 'state' | 'pos'>,
  names: readonly CompletedName[],
): CompletionResult | null {
  const begun = begunAt(context.state.doc.toString(), context.pos, { language: 'template' })
  if (begun === null) return null
  return {
    from: begun.from,
    to: begun.to,
    options: names.map(({ name, about, description }): Completion => ({
      label: `{${name}}`,
      detail: about,
      ...(description === '' ? {} : { info: description }),
    })),
    filter: true,
    // The list stays up to date by itself as the name is typed on: while it is asked for anew, Enter would begin a line.
    validFor: TYPED_ON,
  }
}
