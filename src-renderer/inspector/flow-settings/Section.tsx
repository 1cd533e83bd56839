/** The sections of the flow settings, and the links above them that lead to each. */
import { useEffect, useRef, type ReactNode } from 'react'
import type { PlainText } from '../../../src-shared/languages/translate'
import { useEditor } from '../../editor/editor-context'
import { useT } from '../../ui/language'
import partsStyles from '../parts.module.css'
import styles from './Section.module.css'

/** In the order in which they stand. */
const SECTIONS = {
  purpose: 'Purpose',
  model: 'Model',
  limits: 'Limits',
  permissions: 'Permissions',
  data: 'Data',
  swarm: 'Swarm',
  rehearsal: 'Rehearsal',
} as const satisfies { readonly [id: string]: PlainText }
type SectionId = keyof typeof SECTIONS

export function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  const t = useT()
  return (
    <section className={styles.section} aria-labelledby={headingOf(id)}>
      <h3 id={headingOf(id)} className={styles.title} tabIndex={-1}>
        {t(SECTIONS[id])}
      </h3>
      <div className={partsStyles.fields}>{children}</div>
    </section>
  )
}

export function SectionLinks() {
  const t = useT()
  const { session } = useEditor()
  const links = useRef<HTMLElement>(null)
  useEffect(() => {
    const active = document.activeElement
    // The palette gave it back to the drawing, from which they were asked for.
    const isFree =
      active === null || active === document.body || active.closest('[role="menu"], [data-canvas]') !== null
    // Who asked for a field has its place.
    if (isFree && session.getState().focusField === null) links.current?.querySelector('button')?.focus()
  }, [session])
  return (
    <nav ref={links} className={styles.links} aria-label={t('Sections of the settings')}>
      {Object.keys(SECTIONS)
        .filter(isSection)
        .map((id) => (
          <button key={id} type="button" className={styles.link} onClick={() => show(id)}>
            {t(SECTIONS[id])}
          </button>
        ))}
    </nav>
  )
}

/** The heading comes up and has the focus, so the next Tab is the first field below it. */
function show(id: SectionId): void {
  const heading = document.getElementById(headingOf(id))
  heading?.scrollIntoView({ block: 'start' })
  heading?.focus({ preventScroll: true })
}

function headingOf(id: SectionId): string {
  return `flow-settings-${id}`
}

function isSection(id: string): id is SectionId {
  return id in SECTIONS
}
