/** A view that fills the window: what a dock is too small for, over everything until it is closed. */
import type { ReactNode } from 'react'
import { Dialog } from './layers/Dialog'
import styles from './LargeView.module.css'

export type LargeViewProps = {
  /** A long one has to cut itself (`ellipsis` of `text.module.css`): it may become as narrow as the head leaves it. */
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

export function LargeView({ title, isOpen, onClose, children }: LargeViewProps) {
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={title}
      size="100%"
      xOffset={24}
      yOffset={24}
      classNames={{
        content: styles.largeView,
        header: styles.head,
        title: styles.title,
        body: styles.body,
      }}
    >
      {children}
    </Dialog>
  )
}
