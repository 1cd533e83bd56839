/** Zoom controls in the corner of the canvas. */
import { IconFocusCentered, IconMap, IconMinus, IconPlus } from '@tabler/icons-react'
import { Panel, useReactFlow, useShownPart } from '../../react-flow/react-flow'
import { IconButton } from '../../ui/IconButton'
import { useDocks, useServices } from '../../ui/services'
import { motionMs } from '../../ui/motion'
import { useEditor } from '../editor-context'
import { zoomToFit } from '../show'
import { BUTTONS_SIZE, CORNER_MARGIN, hasRoomForMap } from './minimap-box'
import { useT } from '../../ui/language'
import styles from './CanvasControls.module.css'

const PLACE = { ...BUTTONS_SIZE, margin: CORNER_MARGIN }

/** `hasMap`: the canvas can show one. */
export function CanvasControls({ hasMap = false }: { hasMap?: boolean }) {
  const t = useT()
  const { zoomIn, zoomOut, zoomTo } = useReactFlow()
  const editor = useEditor()
  const zoom = useShownPart(({ zoom: shown }) => Math.round(shown * 100))
  const hasRoom = useShownPart(hasRoomForMap)
  const isMinimapOpen = useDocks((docks) => docks.minimapOpen)
  const { docks } = useServices()
  const duration = motionMs(160)
  return (
    <Panel position="bottom-left" className={styles.controls} style={PLACE} role="toolbar" aria-label={t('Zoom')}>
      <IconButton label={t('Zoom out')} side="top" size={28} onClick={() => void zoomOut({ duration })}>
        <IconMinus size={15} />
      </IconButton>
      <button
        type="button"
        className={styles.zoom}
        aria-label={t('{zoom}%, zoom to 100%', { zoom })}
        onClick={() => void zoomTo(1, { duration })}
      >
        {zoom}%
      </button>
      <IconButton label={t('Zoom in')} side="top" size={28} onClick={() => void zoomIn({ duration })}>
        <IconPlus size={15} />
      </IconButton>
      <IconButton label={t('Zoom to fit')} keys="Shift+1" side="top" size={28} onClick={() => void zoomToFit(editor)}>
        <IconFocusCentered size={16} />
      </IconButton>
      {hasMap && hasRoom && (
        <IconButton
          label={isMinimapOpen ? t('Hide minimap') : t('Show minimap')}
          side="top"
          size={28}
          onClick={() => docks.change({ minimapOpen: !isMinimapOpen })}
        >
          <IconMap size={16} />
        </IconButton>
      )}
    </Panel>
  )
}
