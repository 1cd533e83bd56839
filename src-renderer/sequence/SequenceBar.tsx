/** The bar of the diagram: stepping through the items, taking the diagram along as Mermaid or SVG, showing it large. */
import { Button } from '@mantine/core'
import {
  IconArrowsMaximize,
  IconChevronLeft,
  IconChevronRight,
  IconCopy,
  IconDownload,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react'
import type { KeyboardEvent, ReactNode } from 'react'
import type { Translate } from '../../src-shared/languages/translate'
import type { Sequence } from '../../src-shared/run/sequence/sequence-parts'
import { sequenceToMermaid } from '../../src-shared/run/sequence/sequence-mermaid'
import { sequenceToSvg } from '../../src-shared/run/sequence/sequence-svg'
import { spokenWords } from '../../src-shared/run/sequence/sequence-words'
import { downloadText, fileName } from '../ui/files'
import { IconButton } from '../ui/IconButton'
import { copyText } from '../ui/copy-text'
import type { Scrub } from './use-scrub'
import { useT } from '../ui/language'
import styles from './SequenceBar.module.css'

export type SequenceBarProps = {
  sequence: Sequence
  scrub: Scrub
  /** Names the exported files. */
  title: string
  /** Shows the diagram large; null where it is. */
  onLarge: (() => void) | null
  onStep: (event: KeyboardEvent) => void
}

export function SequenceBar({ sequence, scrub, title, onLarge, onStep }: SequenceBarProps) {
  const t = useT()
  return (
    <div className={styles.bar} role="group" aria-label={t('Diagram')}>
      <Steps sequence={sequence} scrub={scrub} onStep={onStep} />
      <div className={styles.exports}>
        <Export
          icon={<IconCopy size={14} aria-hidden />}
          label={t('Copy Mermaid')}
          onClick={() => copyMermaid(sequence, t)}
        />
        <Export
          icon={<IconDownload size={14} aria-hidden />}
          label={t('Save Mermaid')}
          onClick={() => downloadText(fileName(title, '.mmd'), sequenceToMermaid(sequence, t), 'text/plain')}
        />
        <Export
          icon={<IconDownload size={14} aria-hidden />}
          label={t('Save SVG')}
          onClick={() => downloadText(fileName(title, '.svg'), sequenceToSvg(sequence, title, t), 'image/svg+xml')}
        />
        {onLarge !== null && (
          <IconButton label={t('Show large')} side="top" size={26} onClick={onLarge}>
            <IconArrowsMaximize size={15} />
          </IconButton>
        )}
      </div>
    </div>
  )
}

function Steps({ sequence, scrub, onStep }: Pick<SequenceBarProps, 'sequence' | 'scrub' | 'onStep'>) {
  const t = useT()
  const { items, lanes } = sequence
  const { index, item, isFollowing, go } = scrub
  const last = items.length - 1
  return (
    <div className={styles.steps}>
      <Step label={t('First')} isOff={index <= 0} onClick={() => go(0)}>
        <IconPlayerSkipBack size={14} />
      </Step>
      <Step label={t('Back')} isOff={index <= 0} onClick={() => go(index - 1)}>
        <IconChevronLeft size={16} />
      </Step>
      <input
        type="range"
        className={styles.slider}
        aria-label={t('Item')}
        aria-valuetext={
          item === null
            ? ''
            : t('{place} of {count}: {words}', {
                place: index + 1,
                count: items.length,
                words: spokenWords(item, lanes, t).slice(0, 200),
              })
        }
        min={0}
        max={Math.max(0, last)}
        value={Math.max(0, index)}
        onChange={(event) => go(Number(event.currentTarget.value))}
        onKeyDown={onStep}
      />
      <Step label={t('Forward')} isOff={isFollowing} onClick={() => go(index + 1)}>
        <IconChevronRight size={16} />
      </Step>
      <Step label={t('Newest')} isOff={isFollowing} onClick={() => go(last)}>
        <IconPlayerSkipForward size={14} />
      </Step>
      <span className={styles.count} data-count>
        {t('{place} of {count}', { place: index + 1, count: items.length })}
      </span>
    </div>
  )
}

/** Stays in its place and keeps the focus when there is nowhere to go. */
function Step({
  label,
  isOff,
  onClick,
  children,
}: {
  label: string
  isOff: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <IconButton
      label={label}
      side="top"
      size={26}
      aria-disabled={isOff || undefined}
      data-off={isOff || undefined}
      onClick={onClick}
    >
      {children}
    </IconButton>
  )
}

function Export({ icon, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      className={styles.export}
      leftSection={icon}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}

function copyMermaid(sequence: Sequence, t: Translate): void {
  copyText(sequenceToMermaid(sequence, t), {
    done: 'The diagram is on the clipboard, as Mermaid.',
    failed: 'The diagram could not be copied',
  })
}
