/** What the top bar says about saving. */
import type { Translate } from '../../src-shared/languages/translate'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useEditor, useFlowState } from '../editor/editor-context'
import type { SaveState } from '../editor/saver'
import { timeAgo } from '../ui/time'
import { useServices } from '../ui/services'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './SaveNote.module.css'

export function SaveNote() {
  const t = useT()
  const { flows } = useEditor()
  const { link } = useServices()
  const save = useFlowState((state) => state.save)
  const isDown = useStore(link, (status) => status.state === 'closed')
  // "Saved 2 minutes ago" grows old by itself.
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), 30_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className={styles.save} role="status" aria-label={t('Save state')} data-state={save.kind}>
      <span className={textStyles.ellipsis} title={save.kind === 'failed' ? t.message(save.error.said) : undefined}>
        {words(save, isDown, t)}
      </span>
      {save.kind === 'failed' && (
        <button type="button" className={textStyles.link} onClick={() => void flows.flush().catch(() => undefined)}>
          {t('Try again')}
        </button>
      )}
    </span>
  )
}

function words(save: SaveState, isDown: boolean, t: Translate): string {
  switch (save.kind) {
    case 'saved':
      return save.at === null ? t('Saved') : t('Saved {ago}', { ago: timeAgo(new Date(save.at).toISOString(), t) })
    case 'unsaved':
      return isDown ? t('Not saved yet') : t('Edited')
    case 'saving':
      return t('Saving')
    case 'failed':
      return t('Not saved: {reason}', { reason: t.message(save.error.said) })
    case 'conflict':
      return t('Not saved: changed in another window')
  }
}
