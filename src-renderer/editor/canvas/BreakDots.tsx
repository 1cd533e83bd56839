/** The dots of breakpoints: before a node at its left, after it at its right, and on an edge. */
import { useT } from '../../ui/language'
import { useBreakMarks } from '../editor-context'
import styles from './BreakDots.module.css'

export function BreakDots({ id }: { id: string }) {
  const before = useBreakMarks(({ nodes }) => nodes[id]?.before)
  const after = useBreakMarks(({ nodes }) => nodes[id]?.after)
  return (
    <>
      {before !== undefined && <Dot side="before" isOn={before} />}
      {after !== undefined && <Dot side="after" isOn={after} />}
    </>
  )
}

function Dot({ side, isOn }: { side: 'before' | 'after'; isOn: boolean }) {
  const t = useT()
  const label = side === 'before' ? t('Breakpoint before it') : t('Breakpoint after it')
  const words = isOn ? label : t('{breakpoint}, switched off', { breakpoint: label })
  return (
    <span
      className={styles.dot}
      data-side={side}
      data-off={!isOn || undefined}
      role="img"
      aria-label={words}
      title={words}
    />
  )
}

/** On a line, at its middle or beside what stands there. */
export function EdgeBreakDot({ id, x, y }: { id: string; x: number; y: number }) {
  const t = useT()
  const isOn = useBreakMarks(({ edges }) => edges[id])
  if (isOn === undefined) return null
  const words = isOn ? t('Breakpoint') : t('{breakpoint}, switched off', { breakpoint: t('Breakpoint') })
  return (
    <circle className={styles.onEdge} data-off={!isOn || undefined} cx={x} cy={y} r={6} role="img" aria-label={words}>
      <title>{words}</title>
    </circle>
  )
}
