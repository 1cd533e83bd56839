/** A whole text, of any length: read, copied, saved. What a tool gave, or what was attached to a message. */
import { Button, Loader } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useMemo, useRef } from 'react'
import type { KeptResult } from '../../src-shared/run/log/results'
import { prettyJson } from '../run/store/words'
import { sizeMessage } from '../ui/size-words'
import { downloadText } from '../ui/files'
import { copyText } from '../ui/copy-text'
import { savedName } from './saved-name'
import { readText } from './read-result'
import { textRows } from './text-rows'
import { useResult, type ResultState } from './use-result'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import { Dialog } from '../ui/layers/Dialog'
import textStyles from '../ui/text.module.css'
import styles from './ResultDialog.module.css'

export type ResultDialogProps = { threadId: string; kept: KeptResult; tool: string; onClose: () => void }

/** JSON up to this many characters is shown with line breaks. */
const MOST_PRETTY = 5_000_000
const ROW_HEIGHT = 18

export function ResultDialog({ threadId, kept, tool, onClose }: ResultDialogProps) {
  const t = useT()
  const reading = useResult(threadId, kept.id, readText)
  const { mimeType, size } = kept
  const title = kept.name ?? t('Result of {tool}', { tool })
  return <TextDialog {...{ title, mimeType, size, reading, onClose }} saveAs={savedName(kept, tool)} />
}

export type TextDialogProps = {
  title: string
  mimeType: string
  size: number
  reading: ResultState<string>
  saveAs: string
  onClose: () => void
}

/** A text that is there, or on its way. */
export function TextDialog({ title, mimeType, size, reading, saveAs, onClose }: TextDialogProps) {
  const t = useT()
  const { value, error, read, length } = reading
  return (
    <Dialog opened onClose={onClose} title={title} size={900} classNames={{ body: styles.body }}>
      <div className={styles.bar}>
        <span className={styles.type}>
          {mimeType}, {t.message(sizeMessage(size))}
        </span>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCopy size={14} aria-hidden />}
          disabled={value === null}
          onClick={() => value !== null && copy(value)}
        >
          {t('Copy')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          disabled={value === null}
          onClick={() => value !== null && downloadText(saveAs, value, mimeType)}
        >
          {t('Save')}
        </Button>
      </div>
      {value !== null && <Text text={value} isJson={mimeType.endsWith('json')} />}
      {value === null && error === null && (
        <div className={styles.wait} role="status">
          <Loader size="sm" />{' '}
          {length === 0 ? t('Reading') : t('Reading, {percent}%', { percent: Math.round((100 * read) / length) })}
        </div>
      )}
      {error !== null && (
        <div className={styles.wait} role="alert">
          {t.message(error)}
        </div>
      )}
    </Dialog>
  )
}

function copy(text: string): void {
  copyText(text, { done: 'The whole result is on the clipboard.', failed: 'The result was not copied' })
}

function Text({ text, isJson }: { text: string; isJson: boolean }) {
  const t = useT()
  const { rows, isCut } = useMemo(
    () => textRows(isJson && text.length <= MOST_PRETTY ? prettyJson(text) : text),
    [text, isJson],
  )
  const scroll = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 20,
  })
  return (
    <>
      <div
        className={cx(styles.scroll, textStyles.mono)}
        ref={scroll}
        tabIndex={0}
        role="region"
        aria-label={t('Whole result')}
      >
        <div className={styles.rows} style={{ height: list.getTotalSize() }}>
          <div style={{ transform: `translateY(${list.getVirtualItems()[0]?.start ?? 0}px)` }}>
            {list.getVirtualItems().map(({ index, key }) => (
              <div key={key} className={styles.row}>
                {rows[index]}
              </div>
            ))}
          </div>
        </div>
      </div>
      {isCut && (
        <div className={styles.note}>
          {t('These are the first {count, number} lines. Save it to see all.', { count: rows.length })}
        </div>
      )}
    </>
  )
}
