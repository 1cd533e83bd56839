/** The dots of breakpoints: before a node at its left, after it at its right, and on an edge; and the mark to which a turn runs. */
import { IconPlayerSkipForwardFilled } from '@tabler/icons-react'
import { useT } from '../../ui/language'
import { useBreakMarks } from '../editor-context'
import styles from './BreakDots.module.css'

export function BreakDots({ id }: { id: string }) {
  const mark = useBreakMarks(({ nodes }) => nodes[id])
  if (mark === undefined) return null
  const { before, after, once } = mark
  return (
    <>
      {before !== undefined && <Dot side="before" isOn={before} />}
      {after !== undefined && <Dot side="after" isOn={after} />}
      {once === true && <RunToMark />}
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

function RunToMark() {
  const words = useT()('A turn runs to here and pauses once')
  return (
    <span className={styles.runTo} role="img" aria-label={words} title={words}>
      <IconPlayerSkipForwardFilled size={9} aria-hidden />
    </span>
  )
}

/** On a line, at its middle or beside what stands there. */
export function EdgeBreakDot({ id, x, y }: { id: string; x: number; y: number }) {
  const t = useT()
  const mark = useBreakMarks(({ edges }) => edges[id])
  if (mark === undefined) return null
  const { on: isOn, once } = mark
  const words = isOn === true ? t('Breakpoint') : t('{breakpoint}, switched off', { breakpoint: t('Breakpoint') })
  const runTo = t('A turn runs to here and pauses once')
  return (
    <>
      {isOn !== undefined && (
        <circle
          className={styles.onEdge}
          data-off={!isOn || undefined}
          cx={x}
          cy={y}
          r={6}
          role="img"
          aria-label={words}
        >
          <title>{words}</title>
        </circle>
      )}
      {once === true && (
        <path
          className={styles.runToEdge}
          d={`M ${x + (isOn === undefined ? -5 : 8)} ${y - 7} l 12 7 l -12 7 z`}
          role="img"
          aria-label={runTo}
        >
          <title>{runTo}</title>
        </path>
      )}
    </>
  )
}
