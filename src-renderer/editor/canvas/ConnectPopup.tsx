/** What a node may be joined to, at each of its ports: nodes that are there first, then kinds to add. The keyboard's wire. */
import { useT } from '../../ui/language'
import { keepTab } from '../../ui/layers/MenuList'
import { useLayer } from '../../ui/layers/use-layer'
import { useEffect, useMemo, useRef } from 'react'
import { useEditor, useFlow, useSession } from '../editor-context'
import { connectGroups, pickConnection } from '../palette/connect-choices'
import { SearchList } from '../palette/SearchList'
import type { ConnectList } from '../session-store'
import { focusCanvas } from './focus-canvas'
import { CONNECT_LIST } from './open-popup'
import styles from './PopupPalette.module.css'

export function ConnectPopup() {
  const connecting = useSession((session) => session.connecting)
  return connecting === null ? null : <OpenList key={connecting.node} connecting={connecting} />
}

function OpenList({ connecting }: { connecting: ConnectList }) {
  const t = useT()
  const editor = useEditor()
  const element = useRef<HTMLDivElement>(null)
  const { session } = editor
  const { node, screen } = connecting
  const flow = useFlow((present) => present)
  const name = flow.nodes[node]?.name ?? ''
  const find = useMemo(() => connectGroups(flow, node, t), [flow, node, t])
  useEffect(() => {
    function closeOutside(event: PointerEvent): void {
      if (event.target instanceof Node && element.current?.contains(event.target) !== true)
        session.setState({ connecting: null })
    }
    document.addEventListener('pointerdown', closeOutside, true)
    return () => document.removeEventListener('pointerdown', closeOutside, true)
  }, [session])
  const close = (): void => {
    session.setState({ connecting: null })
    focusCanvas(editor)
  }
  useLayer({ isOpen: true, covers: false, onEscape: close })
  return (
    <div
      ref={element}
      className={styles.popupPalette}
      onKeyDown={keepTab}
      role="dialog"
      aria-label={name === '' ? t('Connect the node') : t('Connect {name}', { name })}
      style={{ left: screen.x, top: screen.y, width: CONNECT_LIST.width, maxHeight: CONNECT_LIST.height }}
    >
      <SearchList
        title={t('Search nodes and kinds')}
        listTitle={t('Nodes and kinds')}
        find={find}
        autoFocus
        onPick={(choice) => {
          close()
          pickConnection(editor, node, choice)
        }}
      />
    </div>
  )
}
