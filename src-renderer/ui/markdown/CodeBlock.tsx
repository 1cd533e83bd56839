/** A block of code in a text, which can be copied. */
import { IconCopy } from '@tabler/icons-react'
import { useRef, type ReactNode } from 'react'
import { copyText } from '../copy-text'
import { IconButton } from '../IconButton'
import { useT } from '../language'
import styles from './CodeBlock.module.css'

export function CodeBlock({ children }: { children: ReactNode }) {
  const t = useT()
  const code = useRef<HTMLPreElement>(null)
  return (
    <div className={styles.block} data-block>
      <pre ref={code}>{children}</pre>
      <IconButton
        className={styles.copy}
        label={t('Copy the code')}
        side="top"
        size="sm"
        variant="default"
        onClick={() =>
          copyText(code.current?.textContent?.replace(/\n$/, '') ?? '', { done: 'The code is on the clipboard.' })
        }
      >
        <IconCopy size={13} aria-hidden />
      </IconButton>
    </div>
  )
}
