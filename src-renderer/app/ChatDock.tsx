/** The dock at the right: the chat, resizable and collapsible. */
import { useEditor } from '../editor/editor-context'
import { Resizer } from '../ui/Resizer'
import { useDocks, useServices } from '../ui/services'
import { useWindowWidth } from '../ui/use-window-width'
import { CHAT } from './panels'
import { useT } from '../ui/language'
import styles from './ChatDock.module.css'

const PALETTE_WIDTH = 240
/** The canvas gets 480 px beside the rail, as far as the chat's least width allows, before the chat is as wide as somebody made it. */
const KEPT_FOR_CANVAS = 480 + 48
const LEAST = 280
const MOST = 900
/** Where nobody chose a width, and the window is large. */
const USUAL = 380

export function ChatDock() {
  const t = useT()
  const { docks } = useServices()
  const { flowId } = useEditor()
  const isOpen = useDocks((state) => state.chatOpen)
  const chosen = useDocks((state) => state.chatWidth)
  const left = useDocks((state) => (state.paletteOpen ? PALETTE_WIDTH : state.outlineOpen ? state.outlineWidth : 0))
  const window = useWindowWidth()
  if (CHAT === null || !isOpen) return null
  const room = Math.round(Math.min(window * 0.36, Math.max(LEAST, window - left - KEPT_FOR_CANVAS)))
  const wanted = chosen ?? Math.round(Math.min(Math.max(LEAST, window * 0.34), USUAL))
  const width = Math.min(wanted, room)
  return (
    <aside data-pane className={styles.chatDock} style={{ width }} aria-label={t('Chat')}>
      <Resizer
        label={t('Width of the chat')}
        grows="left"
        size={width}
        min={LEAST}
        max={Math.max(LEAST, Math.min(MOST, room))}
        onResize={(chatWidth) => docks.change({ chatWidth })}
      />
      <CHAT flowId={flowId} />
    </aside>
  )
}
