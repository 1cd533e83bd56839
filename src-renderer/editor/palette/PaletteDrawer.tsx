/** The drawer of kinds beside the rail. */
import { IconX } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { IconButton } from '../../ui/IconButton'
import { useServices } from '../../ui/services'
import { addKind, addSibling } from '../actions'
import { KIND_DRAG_TYPE } from '../canvas/kind-drag'
import { useEditor } from '../editor-context'
import { PaletteList } from './PaletteList'
import { usePaletteKinds } from './use-palette-kinds'
import { useT } from '../../ui/language'
import { isEscapeFor } from '../../ui/key-owner'
import { useGivenBackFocus, useLayers } from '../../ui/layers/use-layer'
import styles from './PaletteDrawer.module.css'

export function PaletteDrawer() {
  const t = useT()
  const editor = useEditor()
  const { docks } = useServices()
  const offer = usePaletteKinds()
  // While it is open nothing moves under the pointer, nor goes while it is dragged.
  const [kinds] = useState(offer.kinds)
  const drawer = useRef<HTMLElement>(null)
  const layers = useLayers()
  useGivenBackFocus(drawer)
  const close = (): void => docks.change({ paletteOpen: false })
  // It lies beside the canvas and over nothing, so it is no layer: Escape closes it from within, and only while no layer takes the key.
  const onEscape = (event: KeyboardEvent): void => {
    if (!isEscapeFor(event, layers)) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  return (
    <aside ref={drawer} className={styles.drawer} data-pane aria-label={t('Add')} onKeyDown={onEscape}>
      <div className={styles.panelHead}>
        <h2>{t('Add')}</h2>
        <IconButton label={t('Close')} size={26} onClick={close}>
          <IconX size={15} />
        </IconButton>
      </div>
      <PaletteList
        kinds={kinds}
        first={offer.first}
        isFirstWhenFound
        dragType={KIND_DRAG_TYPE}
        autoFocus
        onPick={(kind, withShift) => (withShift ? addSibling(editor, kind) : addKind(editor, kind))}
        onClose={close}
      />
      <p className={styles.hint}>
        {t(
          'Drag onto the canvas, or press Enter. With a node selected, the new one is joined to it; with Shift+Enter to the same one as it is.',
        )}
      </p>
    </aside>
  )
}
