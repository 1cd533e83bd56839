/** The list of a pool's tools: only what is in sight is drawn, so that a thousand tools cost what ten do. */
import { useVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useRef, useState } from 'react'
import { SourceLine } from './SourceLine'
import { ToolLine } from './ToolLine'
import type { ListItem } from './tool-rows'
import type { SourceTools } from './use-source-tools'
import { useT } from '../../ui/language'
import styles from './ToolList.module.css'

const ROW_HEIGHT = 45

/** `pool` null: the tools of a source are looked at. */
export type ToolListProps = { items: readonly ListItem[]; pool: string | null; tools: SourceTools }

export function ToolList({ items, pool, tools }: ToolListProps) {
  const t = useT()
  const [open, setOpen] = useState<string | null>(null)
  const outer = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => outer.current,
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 8,
  })
  // What is unfolded begins at the top, so that there is room for it.
  const reveal = useRef<(key: string) => void>(() => undefined)
  useEffect(() => {
    reveal.current = (key) => {
      if (key !== open)
        virtual.scrollToIndex(
          items.findIndex((item) => item.key === key),
          { align: 'start' },
        )
    }
  })
  const toggle = useCallback((key: string) => {
    reveal.current(key)
    setOpen((now) => (now === key ? null : key))
  }, [])
  const rows = virtual.getVirtualItems()
  return (
    <div className={styles.list} ref={outer} tabIndex={-1}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        <ul
          className={styles.window}
          aria-label={t('Tools')}
          style={{ transform: `translateY(${rows[0]?.start ?? 0}px)` }}
        >
          {rows.map(({ index, key }) => {
            const item = items[index]
            if (item === undefined) return null
            return (
              <li
                key={key}
                data-index={index}
                ref={virtual.measureElement}
                aria-setsize={items.length}
                aria-posinset={index + 1}
              >
                {item.type === 'source' ? (
                  <SourceLine source={item.source} tools={tools} />
                ) : (
                  <ToolLine tool={item.tool} pool={pool} isOpen={open === item.key} onToggle={toggle} />
                )}
              </li>
            )
          })}
        </ul>
      </div>
    </div>
  )
}
