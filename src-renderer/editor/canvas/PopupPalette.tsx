/** The palette at the cursor: by `/`, by a double click, where a wire was dropped or in an edge (then only what fits). */
import { useEffect, useMemo, useRef } from 'react'
import { KIND_LIST } from '../../../src-shared/kinds/index'
import { addKind, insertKind } from '../actions'
import { useEditor, useSession } from '../editor-context'
import { kindsBetween } from '../insert'
import { PaletteList } from '../palette/PaletteList'
import type { PopupPalette as Popup } from '../session-store'
import { fittingKinds } from '../wiring'
import { focusCanvas } from './focus-canvas'
import { sizeOf } from './node-size'
import searchListStyles from '../palette/SearchList.module.css'
import styles from './PopupPalette.module.css'

const WIDTH = 248
const HEIGHT = 340

export function PopupPalette() {
  const popup = useSession((session) => session.popup)
  return popup === null ? null : <OpenPopup key={`${popup.screen.x} ${popup.screen.y}`} popup={popup} />
}

function OpenPopup({ popup }: { popup: Popup }) {
  const editor = useEditor()
  const element = useRef<HTMLDivElement>(null)
  const { flows, session } = editor
  const { wire, edge } = popup
  const kinds = useMemo(() => {
    const { flow } = flows.getState()
    if (edge !== undefined) return kindsBetween(flow, edge)
    return wire === null ? KIND_LIST : fittingKinds(flow, wire)
  }, [flows, wire, edge])
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
  const left = Math.max(8, Math.min(popup.screen.x, window.innerWidth - WIDTH - 8))
  const top = Math.max(8, Math.min(popup.screen.y, window.innerHeight - HEIGHT - 8))
  return (
    <div
      ref={element}
      className={styles.popupPalette}
      role="dialog"
      aria-label={edge === undefined ? 'Add a node' : 'Insert a node'}
      style={{ left, top, width: WIDTH, maxHeight: HEIGHT }}
    >
      {kinds.length === 0 ? (
        <p className={searchListStyles.none}>
          {edge === undefined ? 'Nothing can be joined to this port.' : 'Nothing fits between the two.'}
        </p>
      ) : (
        <PaletteList
          kinds={kinds}
          autoFocus
          onClose={close}
          onPick={(kind) => {
            close()
            if (edge !== undefined) return insertKind(editor, kind, { edge })
            const size = sizeOf({ kind: kind.kind, name: kind.label, data: {} })
            // A wire ends at the left or the top of what it brings; so the node lies beyond the cursor.
            const center =
              wire === null
                ? popup.flow
                : { x: popup.flow.x + (wire.isSource ? size.width / 2 : -size.width / 2), y: popup.flow.y }
            addKind(editor, kind, { center, wire })
          }}
        />
      )}
    </div>
  )
}
