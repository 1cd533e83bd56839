/** What goes with the message that is being written, above its words. */
import { IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { ChipIcon } from './ChipIcon'
import type { ChosenAttachment } from './chosen'
import { useT } from '../../ui/language'
import { Dialog } from '../../ui/layers/Dialog'
import largeImageStyles from '../../ui/LargeImage.module.css'
import textStyles from '../../ui/text.module.css'
import chipsStyles from './chips.module.css'

export function ChosenChips({
  chosen,
  onRemove,
}: {
  chosen: readonly ChosenAttachment[]
  onRemove: (key: string) => void
}) {
  const t = useT()
  const [shown, setShown] = useState<ChosenAttachment | null>(null)
  const [isLarge, setLarge] = useState(false)
  if (chosen.length === 0) return null
  return (
    <div className={chipsStyles.attachments} role="group" aria-label={t('Attachments of your message')}>
      {chosen.map((one) => (
        <span
          key={one.key}
          className={chipsStyles.attachment}
          data-part="attachment"
          title={typeof one.about === 'string' ? one.about : t.message(one.about)}
          data-picture={one.preview !== undefined || undefined}
        >
          <ChipMark
            one={one}
            onShow={() => {
              setShown(one)
              setLarge(true)
            }}
          />
          <span className={textStyles.ellipsis}>{one.name}</span>
          <button
            type="button"
            className={chipsStyles.remove}
            aria-label={t('Remove {name}', { name: one.name })}
            onClick={() => onRemove(one.key)}
          >
            <IconX size={12} aria-hidden />
          </button>
        </span>
      ))}
      <Dialog opened={isLarge && shown !== null} onClose={() => setLarge(false)} title={shown?.name} size="auto">
        <img className={largeImageStyles.largeImage} src={shown?.preview} alt={shown?.name} />
      </Dialog>
    </div>
  )
}

function ChipMark({ one: { name, mimeType, preview }, onShow }: { one: ChosenAttachment; onShow: () => void }) {
  const t = useT()
  if (preview === undefined) return <ChipIcon mimeType={mimeType} />
  return (
    <button
      type="button"
      className={chipsStyles.thumbnail}
      aria-label={t('{name}: show large', { name })}
      onClick={onShow}
    >
      <img src={preview} alt={name} />
    </button>
  )
}
