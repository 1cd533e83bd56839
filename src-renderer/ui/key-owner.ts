/** Whom a key belongs to, by what lies over the page and where it was pressed: the one rule that every shortcut asks. */
import { REST } from './layers/focus-rest'
import type { Layers } from './layers/layers'

/**
 * `text`: something is being written there. `control`: a field, a list or a menu with keys of its own, or a pane in which the focus rests. `dialog`: a dialog lies over
 * everything. `drawing`: nobody else wants it.
 */
export type KeyOwner = 'text' | 'control' | 'dialog' | 'drawing'

/** Inputs that hold no text. */
const TEXTLESS: ReadonlySet<string> = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
])

/** What has keys of its own while the focus is in it. */
const CONTROLS = [
  'input',
  '[data-field]',
  `[${REST}]`,
  ...['dialog', 'grid', 'listbox', 'menu', 'radiogroup', 'separator', 'slider', 'tablist', 'tree'].map(
    (role) => `[role="${role}"]`,
  ),
].join(', ')

/** What Escape closes, or leaves, while the focus is in it. */
const LEFT_BY_ESCAPE = '[role="dialog"], [role="menu"], [role="listbox"], [data-inspector]'

/** Whether Escape means something already: what lies over the page closes, or what is written or open where it was pressed ends. */
export function isEscapeTaken(event: Event, layers: Layers): boolean {
  if (event.defaultPrevented || layers.top() !== null || keyOwner(event, layers) === 'text') return true
  return event.composedPath().some((place) => place instanceof Element && place.matches(LEFT_BY_ESCAPE))
}

/** Whether Escape closes a pane that hears it: it was pressed within, and nothing there or over the page takes it. */
export function isEscapeFor({ nativeEvent: event, currentTarget: pane }: PanePress, layers: Layers): boolean {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || layers.top() !== null) return false
  // What is drawn over the page by something within tells the pane, too.
  return event.target instanceof Node && pane.contains(event.target)
}

type PanePress = { nativeEvent: KeyboardEvent; currentTarget: Element }

/** Whom a key press belongs to, or something put in by one, such as a paste. */
export function keyOwner(event: Event, layers: Layers): KeyOwner {
  if (layers.hasDialog()) return 'dialog'
  // Of a key pressed within a shadow root `target` says only where the root hangs.
  const path = event.composedPath()
  if (isText(path[0])) return 'text'
  if (event.defaultPrevented || path.some((place) => place instanceof Element && place.matches(CONTROLS)))
    return 'control'
  return 'drawing'
}

function isText(place: EventTarget | undefined): boolean {
  if (place instanceof HTMLInputElement) return !TEXTLESS.has(place.type)
  return place instanceof HTMLElement && (place.isContentEditable || place.matches('textarea, select'))
}
