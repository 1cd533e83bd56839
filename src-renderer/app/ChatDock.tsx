/** The dock at the right: the chat, resizable and collapsible. */
import { useEditor } from '../editor/editor-context'
import { Resizer } from '../ui/Resizer'
import { useDocks, useServices } from '../ui/services'
import { CHAT } from './panels'
import { useT } from '../ui/language'
import styles from './ChatDock.module.css'

const PALETTE_WIDTH = 240
/** The canvas gets 480 px beside the rail, as far as the chat's least width allows, before the chat is as wide as somebody made it. */
const KEPT_FOR_CANVAS = 480 + 48

export function ChatDock() {
  const t = useT()
  const { docks } = useServices()
  const { flowId } = useEditor()
  const isOpen = useDocks((state) => state.chatOpen)
  const width = useDocks((state) => state.chatWidth)
  const left = useDocks((state) => (state.paletteOpen ? PALETTE_WIDTH : state.outlineOpen ? state.outlineWidth : 0))
  if (CHAT === null || !isOpen) return null
  return (
    <aside
      data-pane
      className={styles.chatDock}
      style={{ width: `min(${width}px, 36vw, max(280px, 100vw - ${left + KEPT_FOR_CANVAS}px))` }}
      aria-label={t('Chat')}
    >
      <Resizer
        label={t('Width of the chat')}
        grows="left"
        size={width}
        min={280}
        max={900}
        onResize={(chatWidth) => docks.change({ chatWidth })}
      />
      <CHAT flowId={flowId} />
    </aside>
  )
}
