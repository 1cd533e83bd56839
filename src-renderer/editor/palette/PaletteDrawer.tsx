/** The drawer of kinds beside the rail. */
import { IconX } from '@tabler/icons-react'
import { KIND_LIST } from '../../../src-shared/kinds/index'
import { IconButton } from '../../ui/IconButton'
import { useServices } from '../../ui/services'
import { addKind } from '../actions'
import { KIND_DRAG_TYPE } from '../canvas/kind-drag'
import { useEditor } from '../editor-context'
import { PaletteList } from './PaletteList'
import styles from './PaletteDrawer.module.css'

export function PaletteDrawer() {
  const editor = useEditor()
  const { docks } = useServices()
  const close = (): void => docks.change({ paletteOpen: false })
  return (
    <aside className={styles.drawer} data-pane aria-label="Add">
      <div className={styles.panelHead}>
        <h2>Add</h2>
        <IconButton label="Close" size={26} onClick={close}>
          <IconX size={15} />
        </IconButton>
      </div>
      <PaletteList
        kinds={KIND_LIST}
        dragType={KIND_DRAG_TYPE}
        autoFocus
        isDetailed
        onPick={(kind) => addKind(editor, kind)}
        onClose={close}
      />
      <p className={styles.hint}>
        Drag onto the canvas, or press Enter. With a node selected, the new one is joined to it.
      </p>
    </aside>
  )
}
