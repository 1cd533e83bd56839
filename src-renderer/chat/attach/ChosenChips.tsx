/** What goes with the message that is being written, above its words. */
import './attach.css'
import { IconX } from '@tabler/icons-react'
import { ChipIcon } from './ChipIcon'
import type { Chosen } from './chosen'

export function ChosenChips({ chosen, onRemove }: { chosen: readonly Chosen[]; onRemove: (key: string) => void }) {
  if (chosen.length === 0) return null
  return (
    <div className="bt-attachments" role="group" aria-label="Attachments of your message">
      {chosen.map(({ key, name, about, mimeType }) => (
        <span key={key} className="bt-attachment" title={about}>
          <ChipIcon mimeType={mimeType} />
          <span className="bt-ellipsis">{name}</span>
          <button
            type="button"
            className="bt-attachment-remove"
            aria-label={`Remove ${name}`}
            onClick={() => onRemove(key)}
          >
            <IconX size={12} aria-hidden />
          </button>
        </span>
      ))}
    </div>
  )
}
