/** A text that is written in a box of the inspector, or over the whole window: a button beside its label says which. */
import { IconArrowsMaximize } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { IconButton } from '../../ui/IconButton'
import { LargeView } from '../../ui/LargeView'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import styles from './Enlarge.module.css'

export type EnlargeProps = {
  label: string
  /** The box: small, and large over everything while it is open there. */
  children: (isLarge: boolean) => ReactNode
}

export function Enlarge({ label, children }: EnlargeProps) {
  const t = useT()
  const [isLarge, setLarge] = useState(false)
  return (
    <div className={styles.enlarge}>
      <IconButton
        label={t('Enlarge: {label}', { label })}
        size={20}
        className={styles.button}
        side="left"
        onClick={() => setLarge(true)}
      >
        <IconArrowsMaximize size={13} />
      </IconButton>
      {children(false)}
      <LargeView
        title={<span className={textStyles.ellipsis}>{label}</span>}
        isOpen={isLarge}
        onClose={() => setLarge(false)}
      >
        <div ref={beginInText} className={styles.large}>
          {isLarge && children(true)}
        </div>
      </LargeView>
    </div>
  )
}

/** Who enlarges a text goes on writing it. */
function beginInText(large: HTMLElement | null): void {
  const first = large === null ? null : large.querySelector('textarea, input, [data-text-editor]')
  first?.setAttribute('data-autofocus', '')
}
