/** A table in a text: where it is wider than its place it scrolls, and can be looked at in the whole window. */
import { Button } from '@mantine/core'
import { IconArrowsMaximize } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { useT } from '../language'
import { LargeView } from '../LargeView'
import { cx } from '../cx'
import styles from './Markdown.module.css'

export function TableBlock({ children }: { children: ReactNode }) {
  const t = useT()
  const place = useRef<HTMLDivElement>(null)
  const isCut = useIsCut(place)
  const [isLarge, setLarge] = useState(false)
  return (
    <div className={styles.tableBlock} data-block>
      <div ref={place} className={styles.table}>
        <table>{children}</table>
      </div>
      {isCut && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconArrowsMaximize size={13} aria-hidden />}
          onClick={() => setLarge(true)}
        >
          {t('Enlarge the table')}
        </Button>
      )}
      <LargeView title={t('Table')} isOpen={isLarge} onClose={() => setLarge(false)}>
        <div className={cx(styles.md, styles.largeTable)}>
          <table>{children}</table>
        </div>
      </LargeView>
    </div>
  )
}

/** Whether what is in a place is wider than it, as both are now. */
function useIsCut(place: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    const own = place.current
    if (own === null) return
    const observer = new ResizeObserver(() => setCut(own.scrollWidth > own.clientWidth))
    for (const one of [own, ...own.children]) observer.observe(one)
    return () => observer.disconnect()
  }, [place])
  return isCut
}
