/** THE table of what the menu at the cursor offers, by what it is opened on; each item is a command. */
import type { PlainText } from '../../src-shared/languages/translate'

export type MenuEntry = string | { label: PlainText; ids: readonly string[] }
export type MenuSections = readonly (readonly MenuEntry[])[]

const ALIGN: MenuEntry = {
  label: 'Align',
  ids: [
    'align-left',
    'align-center',
    'align-right',
    'align-top',
    'align-middle',
    'align-bottom',
    'distribute-x',
    'distribute-y',
  ],
}

export const CANVAS_MENUS = {
  node: [
    ['open-subflow', 'unpack'],
    ['rename', 'connect', 'try-tool', 'run-only'],
    ['breakpoint', 'breakpoint-after', 'run-to-here', 'go-on-to-here', 'not-run-to-here'],
    ['duplicate', 'copy', 'cut'],
    ['frame-selection', 'make-subflow', 'disable', 'lock'],
    ['zoom-to-selection'],
    ['delete'],
  ],
  edge: [
    ['edit-words', 'insert', 'reverse'],
    ['breakpoint', 'run-to-here', 'go-on-to-here', 'not-run-to-here'],
    ['delete'],
  ],
  selection: [
    ['duplicate', 'copy', 'cut'],
    [ALIGN, 'arrange-selection', 'zoom-to-selection'],
    ['frame-selection', 'make-subflow', 'disable', 'lock'],
    ['delete'],
  ],
  canvas: [['add-here', 'paste'], ['arrange', 'select-all'], ['zoom-to-fit', 'zoom-to-selection'], ['leave-subflow']],
} as const satisfies { readonly [subject: string]: MenuSections }

export type MenuOwner = keyof typeof CANVAS_MENUS
