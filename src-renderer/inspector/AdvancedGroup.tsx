/** What most people leave as it is: folded away until it is asked for, until something in it is set, or until a problem is in it. */
import { IconChevronRight } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { Problem } from '../../src-shared/kinds/kind'
import { useEditor, useSession } from '../editor/editor-context'
import { useT } from '../ui/language'
import partsStyles from './parts.module.css'
import styles from './AdvancedGroup.module.css'

export type AdvancedGroupProps = {
  /** The kind of node or edge that it belongs to: what was opened for one is open for the next. */
  of: string
  /** Its fields. */
  keys: readonly string[]
  /** How many of them are set. */
  set: number
  problems: readonly Problem[]
  children: ReactNode
}

export function AdvancedGroup({ of, keys, set, problems, children }: AdvancedGroupProps) {
  const t = useT()
  const { session } = useEditor()
  const isWanted = useSession(
    ({ focusField }) => focusField !== null && keys.some((key) => isAbout(focusField.key, key)),
  )
  const mustShow = isWanted || set > 0 || problems.some(({ field }) => field !== undefined && keys.includes(field))
  const [isOpen, setOpen] = useState(mustShow || session.getState().advancedOpen.has(of))
  const [before, setBefore] = useState(mustShow)
  // It opens by itself, and never closes by itself: what one is at work in stays.
  if (mustShow !== before) {
    setBefore(mustShow)
    if (mustShow) setOpen(true)
  }
  if (keys.length === 0) return null
  return (
    <div className={styles.advanced}>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        onClick={() => {
          session.setAdvancedOpen(of, !isOpen)
          setOpen(!isOpen)
        }}
      >
        <IconChevronRight size={14} aria-hidden />
        {t('Advanced')}
        {set > 0 && <span className={styles.count}>{t('{count} set', { count: set })}</span>}
      </button>
      {isOpen && <div className={partsStyles.fields}>{children}</div>}
    </div>
  )
}

/** Problems name a place within a field: `prompts.planner`. */
function isAbout(place: string, key: string): boolean {
  return place === key || place.startsWith(`${key}.`)
}
