/** One stored thing in a list of them: its name, what there is to say about it, and removing it on second thoughts. */
import { Button } from '@mantine/core'
import { useState, type ReactNode } from 'react'

export type StoredRowProps = {
  icon: ReactNode
  name: string
  isMono?: boolean
  note: string
  /** What removing it comes to, said before it is done. */
  warning: string
  /** The word on the button that opens it. */
  change: string
  onChange: () => void
  onRemove: () => void
}

export function StoredRow({ icon, name, isMono = false, note, warning, change, onChange, onRemove }: StoredRowProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <li className="bt-connection">
      {icon}
      <div className="bt-connection-words">
        <div className={isMono ? 'bt-connection-name bt-mono' : 'bt-connection-name'}>{name}</div>
        <div className="bt-connection-note">{isAsking ? warning : note}</div>
      </div>
      {isAsking ? (
        <>
          <Button
            size="compact-sm"
            variant="filled"
            color="red"
            aria-label={`Remove ${name} for good`}
            onClick={onRemove}
          >
            Remove
          </Button>
          <Button size="compact-sm" onClick={() => setAsking(false)}>
            Keep
          </Button>
        </>
      ) : (
        <>
          <Button size="compact-sm" aria-label={`${change} ${name}`} onClick={onChange}>
            {change}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            aria-label={`Remove ${name}`}
            onClick={() => setAsking(true)}
          >
            Remove
          </Button>
        </>
      )}
    </li>
  )
}
