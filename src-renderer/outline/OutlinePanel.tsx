/** The outline beside the canvas: the flow as a tree that is edited by keyboard, read aloud, and searched. */
import { TextInput } from '@mantine/core'
import { IconChevronsUp, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { useEditor } from '../editor/editor-context'
import { IconButton } from '../ui/IconButton'
import { isEscapeFor } from '../ui/key-owner'
import { useGivenBackFocus, useLayers } from '../ui/layers/use-layer'
import { Resizer } from '../ui/Resizer'
import { useDocks, useServices } from '../ui/services'
import { AddList } from './AddList'
import { focusOutline } from './focus-outline'
import { createOutlineStore } from './outline-store'
import { OutlineTree } from './OutlineTree'
import { useT } from '../ui/language'
import styles from './OutlinePanel.module.css'

/** The canvas keeps 480 px beside the rail, and the chat its least width, before the outline is as wide as somebody made it. */
const KEPT_FOR_CANVAS = 480 + 48
const KEPT_BESIDE_CHAT = KEPT_FOR_CANVAS + 280

const MIN_WIDTH = 220
const MAX_WIDTH = 640

export function OutlinePanel() {
  const t = useT()
  const editor = useEditor()
  const { docks } = useServices()
  const width = useDocks((state) => state.outlineWidth)
  const isChatOpen = useDocks((state) => state.chatOpen)
  const panel = useRef<HTMLElement>(null)
  const layers = useLayers()
  useGivenBackFocus(panel)
  const [outline] = useState(() => createOutlineStore(editor))
  const search = useStore(outline, (state) => state.search)
  const isEmpty = useStore(outline, (state) => state.rows.length === 0)
  const hintId = useId()
  useEffect(() => outline.speak(t), [outline, t])
  useEffect(() => outline.follow(), [outline])

  const close = (): void => docks.change({ outlineOpen: false })
  // It lies beside the canvas and over nothing, as the drawer of kinds does.
  function closeByEscape(event: KeyboardEvent): void {
    if (!isEscapeFor(event, layers)) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  function foldAll(): void {
    const keys = outline
      .getState()
      .rows.filter((row) => row.what === 'node' && row.depth === 0)
      .map(({ key }) => key)
    outline.setFolded(keys, true)
  }
  return (
    <aside
      ref={panel}
      className={styles.panel}
      style={{
        width: `min(${width}px, 45vw, max(200px, 100vw - ${isChatOpen ? KEPT_BESIDE_CHAT : KEPT_FOR_CANVAS}px))`,
      }}
      aria-label={t('Outline')}
      data-pane
      onKeyDown={closeByEscape}
    >
      <div className={styles.head}>
        <h2>{t('Outline')}</h2>
        <span className={styles.space} />
        <AddList outline={outline} onDone={focusOutline} />
        <IconButton label={t('Fold all')} size={26} onClick={foldAll}>
          <IconChevronsUp size={15} />
        </IconButton>
        <IconButton label={t('Close the outline')} size={26} onClick={close}>
          <IconX size={15} />
        </IconButton>
      </div>
      <TextInput
        className={styles.search}
        size="xs"
        aria-label={t('Search the outline')}
        placeholder={t('Search')}
        leftSection={<IconSearch size={13} />}
        value={search}
        onChange={(event) => outline.searchFor(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') outline.searchFor('')
          else if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
          event.preventDefault()
          event.stopPropagation()
          focusOutline()
        }}
      />
      <OutlineTree outline={outline} hintId={hintId} />
      {isEmpty && (
        <p className={styles.empty}>
          {search === ''
            ? t('Nothing is drawn yet. Press + to add.')
            : t('Nothing says “{search}”.', { search: search.trim() })}
        </p>
      )}
      <p className={styles.hint} id={hintId}>
        {t('+ adds or connects, Enter opens, F2 renames, Alt and ↑ or ↓ reorders, → goes where an edge leads.')}
      </p>
      <Resizer
        label={t('Width of the outline')}
        grows="right"
        size={width}
        min={MIN_WIDTH}
        max={MAX_WIDTH}
        onResize={(outlineWidth) => docks.change({ outlineWidth })}
      />
    </aside>
  )
}
