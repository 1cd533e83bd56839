/**
 * The inspector: what is selected, as fields. It lies over the right edge of the canvas, or beside it when docked, and goes with the selection, once
 * the mouse is let go: a canvas that gets narrower while something is dragged takes it from under the pointer.
 */
import { IconLayoutSidebarRight, IconPictureInPictureTop, IconX } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { focusCanvas, focusDrawn } from '../editor/canvas/focus-canvas'
import { useEditor, useSession, type Editor } from '../editor/editor-context'
import { useHandOnFocus } from '../ui/layers/hand-on-focus'
import { IconButton } from '../ui/IconButton'
import { keyOwner } from '../ui/key-owner'
import type { Layers } from '../ui/layers/layers'
import { useLayers } from '../ui/layers/use-layer'
import { useServices } from '../ui/services'
import { useCanDockInspector, useInspectorDocked } from '../ui/use-inspector-docked'
import { useOnceReleased } from '../ui/use-pointer-held'
import { EdgeInspector } from './EdgeInspector'
import { FlowInspector } from './FlowInspector'
import { ManyInspector } from './ManyInspector'
import { NodeInspector } from './NodeInspector'
import { useT } from '../ui/language'
import styles from './Inspector.module.css'

export function Inspector() {
  const { isFlow, nodes, edges } = useOnceReleased(useSelection())
  const isDocked = useInspectorDocked()
  const [node] = nodes
  const [edge] = edges
  if (isFlow)
    return (
      <Shell isDocked={isDocked}>
        <FlowInspector />
      </Shell>
    )
  const count = nodes.size + edges.size
  if (count > 1)
    return (
      <Shell isDocked={isDocked}>
        <ManyInspector nodes={nodes} edges={edges} />
      </Shell>
    )
  if (node !== undefined)
    return (
      <Shell isDocked={isDocked}>
        <NodeInspector key={node} id={node} />
      </Shell>
    )
  if (edge !== undefined)
    return (
      <Shell isDocked={isDocked}>
        <EdgeInspector key={edge} id={edge} />
      </Shell>
    )
  return null
}

/** What it is about. */
function useSelection() {
  const isFlow = useSession((session) => session.flowSettingsOpen)
  const nodes = useSession((session) => session.nodes)
  const edges = useSession((session) => session.edges)
  return useMemo(() => ({ isFlow, nodes, edges }), [isFlow, nodes, edges])
}

function Shell({ isDocked, children }: { isDocked: boolean; children: ReactNode }) {
  const t = useT()
  const { docks } = useServices()
  const layers = useLayers()
  const editor = useEditor()
  const { session } = editor
  const canDock = useCanDockInspector()
  const shell = useRef<HTMLElement>(null)
  const toCanvas = useCallback(() => focusDrawn(editor), [editor])
  useHandOnFocus(shell, toCanvas)
  return (
    <section
      ref={shell}
      className={styles.inspector}
      data-inspector
      data-docked={isDocked || undefined}
      role="region"
      aria-label={t('Inspector')}
      onKeyDown={(event) => leaveField(event, layers, editor)}
    >
      <div className={styles.tools}>
        {canDock && (
          <IconButton
            label={isDocked ? t('Float the inspector') : t('Dock the inspector')}
            size={26}
            onClick={() => docks.change({ inspectorAt: isDocked ? 'floating' : 'docked' })}
          >
            {isDocked ? <IconPictureInPictureTop size={15} /> : <IconLayoutSidebarRight size={15} />}
          </IconButton>
        )}
        <IconButton label={t('Close the inspector')} size={26} onClick={() => session.select([])}>
          <IconX size={15} />
        </IconButton>
      </div>
      <div className={styles.body}>{children}</div>
    </section>
  )
}

/** Escape leaves the field that one is in; what is open in it is closed first. */
function leaveField(event: KeyboardEvent, layers: Layers, editor: Editor): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return
  const [field] = event.nativeEvent.composedPath()
  const isHere = event.target instanceof Node && event.currentTarget.contains(event.target)
  if (!isHere || !(field instanceof HTMLElement) || keyOwner(event.nativeEvent, layers) === 'drawing') return
  if (field.getAttribute('aria-expanded') === 'true') return
  field.blur()
  focusCanvas(editor)
  event.stopPropagation()
}
