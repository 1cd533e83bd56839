/** What can be done with a message: copy it, and see what its model was shown. There on hover and for the keyboard. */
import { IconCopy } from '@tabler/icons-react'
import { WhatItWasShownIcon } from '../requests/WhatItWasShown'
import { IconButton } from '../ui/IconButton'
import { copyText } from '../ui/copy-text'
import { useT } from '../ui/language'
import styles from './MessageActions.module.css'

export type MessageActionsProps = {
  text: string
  /** The model call that wrote it; null: none did. */
  span: string | null
  /** Who said it. */
  who: string
}

export function MessageActions({ text, span, who }: MessageActionsProps) {
  const t = useT()
  return (
    <div className={styles.actions} data-actions>
      {span !== null && <WhatItWasShownIcon span={span} who={who} />}
      <IconButton
        label={t('Copy the message')}
        side="top"
        size="sm"
        variant="subtle"
        color="gray"
        onClick={() => copyText(text, { done: 'The message is on the clipboard.' })}
      >
        <IconCopy size={14} aria-hidden />
      </IconButton>
    </div>
  )
}
