/**
 * The palette at the cursor: by `/`, by a double click, where a wire was dropped or in an edge (then only what fits). What was added by hand
 * is named next; by `/` one may add several in a row.
 */
import { useEffect, useMemo, useRef } from 'react'
import { addKind, addSibling, insertKind, startRenaming, wireFor } from '../actions'
import type { Position } from '../../../src-shared/flow/records'
import { useEditor, useSession, type Editor } from '../editor-context'
import { boundsOf, freePlace } from '../placing'
import { kindsBetween } from '../insert'
import { PaletteList } from '../palette/PaletteList'
import type { PopupPalette as Popup } from '../session-store'
import { usePaletteKinds } from '../palette/use-palette-kinds'
import { fittingKinds } from '../wiring'
import { focusCanvas } from './focus-canvas'
import { sizeOf, type Size } from '../../../src-shared/drawing/node-size'
import { useT } from '../../ui/language'
import { keepTab } from '../../ui/layers/MenuList'
import { useLayer } from '../../ui/layers/use-layer'
import searchListStyles from '../palette/SearchList.module.css'
import styles from './PopupPalette.module.css'

const WIDTH = 280
const HEIGHT = 360

export function PopupPalette() {
  const popup = useSession((session) => session.popup)
  return popup === null ? null : <OpenPopup key={`${popup.screen.x} ${popup.screen.y}`} popup={popup} />
}

function OpenPopup({ popup }: { popup: Popup }) {
  const t = useT()
  const editor = useEditor()
  const element = useRef<HTMLDivElement>(null)
  const { flows, session } = editor
  const { wire, edge } = popup
  const kinds = useMemo(() => {
    const { flow } = flows.getState()
    if (edge !== undefined) return kindsBetween(flow, edge)
    return wire === null ? null : fittingKinds(flow, wire)
  }, [flows, wire, edge])
  const offer = usePaletteKinds()
  useEffect(() => {
    function closeOutside(event: PointerEvent): void {
      if (event.target instanceof Node && element.current?.contains(event.target) !== true)
        session.setState({ popup: null })
    }
    document.addEventListener('pointerdown', closeOutside, true)
    return () => document.removeEventListener('pointerdown', closeOutside, true)
  }, [session])
  const close = (): void => {
    session.setState({ popup: null })
    focusCanvas(editor)
  }
  useLayer({ isOpen: true, covers: false, onEscape: close })
  const { x: left, y: top } = clearOf(editor, popup)
  return (
    <div
      ref={element}
      className={styles.popupPalette}
      onKeyDown={keepTab}
      role="dialog"
      aria-label={edge === undefined ? t('Add a node') : t('Insert a node')}
      style={{ left, top, width: WIDTH, maxHeight: HEIGHT }}
    >
      {kinds?.length === 0 ? (
        <p className={searchListStyles.none}>
          {edge === undefined ? t('Nothing can be joined to this port.') : t('Nothing fits between the two.')}
        </p>
      ) : (
        <PaletteList
          kinds={kinds ?? offer.kinds}
          first={kinds === null && popup.isJoined === true ? offer.first : null}
          autoFocus
          onPick={(kind, withShift) => {
            close()
            if (edge !== undefined) return startRenaming(editor, insertKind(editor, kind, { edge }))
            if (popup.isJoined === true && withShift) return addSibling(editor, kind)
            if (popup.isBeside === true) return startRenaming(editor, addKind(editor, kind, { wire }))
            const size = sizeOf({ kind: kind.kind, name: kind.label, data: {} })
            // A wire ends at the left or the top of what it brings; so the node lies beyond the cursor.
            const center =
              wire === null
                ? popup.flow
                : { x: popup.flow.x + (wire.isSource ? size.width / 2 : -size.width / 2), y: popup.flow.y }
            if (popup.isJoined === true)
              addKind(editor, kind, { center: freeCenter(editor, center, size), wire: wireFor(editor, kind) })
            else startRenaming(editor, addKind(editor, kind, { center, wire }))
          }}
        />
      )}
    </div>
  )
}

/** The pointer was only seen there last, so nothing is laid on what lies there. */
function freeCenter({ flows }: Editor, { x, y }: Position, size: Size): Position {
  const start = { x: x - size.width / 2, y: y - size.height / 2 }
  const at = freePlace(flows.getState().flow, start, { size, step: { x: 0, y: size.height + 24 } })
  return { x: at.x + size.width / 2, y: at.y + size.height / 2 }
}

/** Where the palette lies: within the window, and beside the node that its wire comes from. */
function clearOf(editor: Editor, { screen, wire }: Popup): Position {
  const x = Math.max(8, Math.min(screen.x, window.innerWidth - WIDTH - 8))
  const y = Math.max(8, Math.min(screen.y, window.innerHeight - HEIGHT - 8))
  const { flow } = editor.view.getState()
  const box = wire === null ? null : boundsOf(editor.flows.getState().flow, [wire.end.node])
  if (box === null || flow === null) return { x, y }
  const start = flow.flowToScreenPosition(box)
  const end = flow.flowToScreenPosition({ x: box.x + box.width, y: box.y + box.height })
  if (x >= end.x || x + WIDTH <= start.x || y >= end.y || y + HEIGHT <= start.y) return { x, y }
  if (end.x + 8 + WIDTH <= window.innerWidth - 8) return { x: end.x + 8, y }
  return start.x - 8 - WIDTH >= 8 ? { x: start.x - 8 - WIDTH, y } : { x, y }
}
