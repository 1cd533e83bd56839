/** Typing wherever the inspector lets a person write or choose, and what the drawing looks like meanwhile. */
import type { Locator, Page } from '@playwright/test'
import { EDGE, NODE, SELECTED } from './react-flow'

/** Keys that a text or a control takes, and that mean something else on the drawing. */
const KEYS: readonly string[] = [
  'Backspace',
  'ArrowLeft',
  'ArrowRight',
  'Shift+ArrowUp',
  'Delete',
  'F2',
  'Control+z',
  'Control+Shift+z',
  'Control+y',
  'Control+d',
  'Control+a',
  'Delete',
  'Control+a',
  'Backspace',
  'ArrowUp',
  'ArrowDown',
]

/**
 * What can have the focus: all of a field, and every text outside of fields. A text editor lives in a root of its own. The buttons that count
 * a number up and down never have it.
 */
const CONTROLS =
  'input, textarea, select, [contenteditable="true"], [data-field] button:not([tabindex="-1"]), [data-field] [tabindex="0"]'

export type Keys = ReturnType<typeof keysOf>
/** `field`: the key of the one that it belongs to; null: to none. `sort`: what sort of control it is, whatever it is for. */
export type ShownControl = { field: string | null; sort: string }

export function keysOf(page: Page) {
  const region = page.getByRole('region', { name: 'Inspector' })
  const controls = region.locator(CONTROLS)
  return {
    controls,
    /** The keys of the fields that are shown and hold something to type into. */
    fields: (): Promise<string[]> => region.locator('[data-field]').evaluateAll(readFields),
    /** What is shown at this moment; a problem that is found or mended a moment later has a button of its own. */
    shown: (): Promise<ShownControl[]> => controls.evaluateAll(readControls),
    /** Puts the focus to a control by its place; false: it takes none; null: it is gone, or another one stands there. */
    focus: (at: number, { sort }: ShownControl): Promise<boolean | null> =>
      controls.evaluateAll(takeFocus, { at, sort }),
    /** Types a letter and a slash, then presses everything else. Tells what the text was after the first two; null: it holds none. */
    async typeAll(control: Locator): Promise<string | null> {
      await page.keyboard.press('a')
      await page.keyboard.press('/')
      const text = await control.evaluate(readText)
      for (const key of KEYS) await page.keyboard.press(key)
      return text
    },
    /** Where everything is drawn and what is selected, and what else has opened. */
    drawing: (): Promise<string> => page.evaluate(readDrawing, { nodes: NODE, edges: EDGE, selected: SELECTED }),
  }
}

/** Runs in the page, as all below. */
function takeFocus(controls: readonly Element[], { at, sort }: { at: number; sort: string }): boolean | null {
  const element = controls[at]
  if (element === undefined || element.tagName !== sort.split(' ')[0]) return null
  if (element instanceof HTMLElement) element.focus()
  return element.matches(':focus')
}

function readFields(fields: readonly Element[]): string[] {
  return fields.flatMap((field) => {
    const inner = [...field.querySelectorAll('*')].some(
      (element) => element.shadowRoot !== null || element.matches('input, textarea, select, button, [tabindex="0"]'),
    )
    return inner ? [field.getAttribute('data-field') ?? ''] : []
  })
}

function readControls(controls: readonly Element[]): { field: string | null; sort: string }[] {
  return controls.map((control) => {
    const root = control.getRootNode()
    const outside = root instanceof ShadowRoot ? root.host : control
    const of = ['type', 'role', 'inputmode', 'aria-haspopup'].map((name) => control.getAttribute(name) ?? '')
    const where = control.closest('[data-field]') === null ? 'no field' : 'field'
    const state = control.matches(':disabled, [aria-disabled="true"]') ? 'off' : 'on'
    return {
      field: outside.closest('[data-field]')?.getAttribute('data-field') ?? null,
      sort: [control.tagName, ...of, where, state].join(' '),
    }
  })
}

function readText(element: Element): string | null {
  if (element instanceof HTMLTextAreaElement) return element.value
  if (element instanceof HTMLInputElement) {
    const isNumber = element.inputMode === 'numeric' || element.inputMode === 'decimal'
    return element.type === 'text' && !element.readOnly && !isNumber ? element.value : null
  }
  return element instanceof HTMLElement && element.isContentEditable ? element.textContent : null
}

function readDrawing({ nodes, edges, selected }: { nodes: string; edges: string; selected: string }): string {
  const ids = (selector: string): string[] =>
    [...document.querySelectorAll<HTMLElement>(selector)].map(
      ({ dataset, style }) => `${dataset['id'] ?? ''} ${style.left} ${style.top} ${style.transform}`,
    )
  return JSON.stringify({
    nodes: ids(nodes),
    edges: ids(edges),
    selected: ids(selected),
    opened: ids('aside[aria-label="Add"], input[aria-label^="Name of "], [role="dialog"]').length,
  })
}
