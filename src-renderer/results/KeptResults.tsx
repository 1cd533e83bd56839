/** What a tool gave beside what the conversation shows: images as thumbnails, a whole text on request, files to save. */
import { message } from '../../src-shared/languages/translate'
import { ActionIcon, Button } from '@mantine/core'
import { IconDownload, IconFile, IconFileText, IconPhoto } from '@tabler/icons-react'
import { memo, useCallback, useState } from 'react'
import type { Client } from '../../src-shared/rpc/client'
import type { BatonContract } from '../../src-shared/rpc/contract'
import { isImageType, isTextType, type KeptResult } from '../../src-shared/run/log/results'
import { useRun } from '../run/store/run-context'
import { sizeMessage } from '../ui/size-words'
import { downloadBlob } from '../ui/files'
import { notifyError, useServices } from '../ui/services'
import { readBlob, readDataUrl } from './read-result'
import { ResultDialog } from './ResultDialog'
import { savedName } from './saved-name'
import { useResult } from './use-result'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import { Dialog } from '../ui/layers/Dialog'
import largeImageStyles from '../ui/LargeImage.module.css'
import textStyles from '../ui/text.module.css'
import styles from './KeptResults.module.css'

/** Larger images are shown when they are asked for. */
const THUMBNAIL_BYTES = 4_000_000

export type KeptResultsProps = { kept: readonly KeptResult[] | undefined; tool: string }

/** Needs a `RunProvider` around it: the results are those of the open thread. */
export const KeptResults = memo(function KeptResults(props: KeptResultsProps) {
  const threadId = useRun((state) => state.threadId)
  return threadId === null ? null : <KeptAt {...props} threadId={threadId} />
})

/** `threadId`: the thread whose results they are, or the trial of a tool. */
export function KeptAt({ kept = [], tool, threadId }: KeptResultsProps & { threadId: string }) {
  if (kept.length === 0) return null
  return (
    <div className={styles.kept}>
      {kept.map((one) => (
        <Kept key={one.id} threadId={threadId} kept={one} tool={tool} />
      ))}
    </div>
  )
}

type OneProps = { threadId: string; kept: KeptResult; tool: string }

function Kept(props: OneProps) {
  const [isBroken, setBroken] = useState(false)
  if (isTextType(props.kept.mimeType)) return <TextLine {...props} />
  if (isImageType(props.kept.mimeType) && !isBroken) return <Image {...props} onBroken={() => setBroken(true)} />
  return <FileLine {...props} />
}

function TextLine(props: OneProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const { name, size } = props.kept
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        leftSection={<IconFileText size={13} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {name === null ? t('Show whole result') : t('Show {name}', { name })} ({t.message(sizeMessage(size))})
      </Button>
      {isOpen && <ResultDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type ImageProps = OneProps & { onBroken: () => void }

function Image(props: ImageProps) {
  const t = useT()
  const { size } = props.kept
  const [isWanted, setWanted] = useState(size <= THUMBNAIL_BYTES)
  if (isWanted) return <LoadedImage {...props} />
  return (
    <Button
      size="compact-xs"
      variant="default"
      leftSection={<IconPhoto size={13} aria-hidden />}
      onClick={() => setWanted(true)}
    >
      {t('Show image ({size})', { size: sizeMessage(size) })}
    </Button>
  )
}

/** Only as the picture of an `img`: what is in an SVG neither runs nor loads anything there. */
function LoadedImage(props: ImageProps) {
  const t = useT()
  const { threadId, kept, tool, onBroken } = props
  const [isLarge, setLarge] = useState(false)
  const { mimeType } = kept
  const read = useCallback(
    (client: Client<BatonContract>, asked: Parameters<typeof readDataUrl>[1]) => readDataUrl(client, asked, mimeType),
    [mimeType],
  )
  const { value, error } = useResult(threadId, kept.id, read)
  const label = kept.name ?? t('Image from {tool}', { tool })
  if (error !== null) return <FileLine {...props} />
  return (
    <>
      <button
        type="button"
        className={styles.thumbnail}
        aria-label={t('{label}: show large', { label })}
        onClick={() => setLarge(true)}
      >
        {value !== null && <img src={value} alt={label} decoding="async" onError={onBroken} />}
      </button>
      {value !== null && (
        <Dialog opened={isLarge} onClose={() => setLarge(false)} title={label} size="auto">
          <img className={largeImageStyles.largeImage} src={value} alt={label} />
          <FileLine {...props} />
        </Dialog>
      )}
    </>
  )
}

function FileLine({ threadId, kept, tool }: OneProps) {
  const t = useT()
  const { client } = useServices()
  const [isSaving, setSaving] = useState(false)
  const name = savedName(kept, tool)
  const save = async () => {
    setSaving(true)
    try {
      const { signal } = new AbortController()
      // Saved bytes have no type: a browser must not open them in place of saving them.
      downloadBlob(name, await readBlob(client, { threadId, id: kept.id, signal }, 'application/octet-stream'))
    } catch (cause) {
      notifyError(message('{name} was not saved', { name }), cause)
    } finally {
      setSaving(false)
    }
  }
  return (
    <div className={styles.file}>
      <IconFile size={14} aria-hidden />
      <span className={cx(styles.name, textStyles.ellipsis)}>{name}</span>
      <span className={textStyles.faint}>
        {kept.mimeType}, {t.message(sizeMessage(kept.size))}
      </span>
      <ActionIcon
        size="sm"
        variant="subtle"
        color="gray"
        aria-label={t('Save {name}', { name })}
        loading={isSaving}
        onClick={() => void save()}
      >
        <IconDownload size={14} aria-hidden />
      </ActionIcon>
    </div>
  )
}
