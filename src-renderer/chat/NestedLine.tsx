/** A nested chat, folded under the hand-off that called it: who was asked, and inside what was said (swarm 26). */
import { Loader } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { useNameOf } from '../run/participants'
import { becauseWords } from '../run/words'
import type { ChatRow, NestedRow } from './rows'

export type NestedLineProps = { row: NestedRow; isLive: boolean; children: (row: ChatRow) => ReactNode }

export function NestedLine({ row, isLive, children }: NestedLineProps) {
  const [isOpen, setIsOpen] = useState(false)
  const nameOf = useNameOf()
  const body = useId()
  const { move, chats } = row
  const count = chats.filter((chat) => chat.rows.length > 0).length
  const isRunning = row.isRunning && isLive
  const words = `${nameOf(move.from ?? '')} → ${nameOf(move.to)}${becauseWords(move.by, move.reason)}`
  return (
    <section className="bt-nested" data-kind="nested" data-author={move.to} aria-label={words}>
      <button
        type="button"
        className="bt-nested-head"
        aria-expanded={isOpen}
        aria-controls={body}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={13} className="bt-nested-chevron" data-open={isOpen || undefined} aria-hidden />
        <span className="bt-nested-words" title={words}>
          {words}
        </span>
        {isRunning ? (
          <Loader size={11} color="gray" aria-label="Running" />
        ) : (
          <span className="bt-faint">{count === 1 ? '1 chat' : `${count} chats`}</span>
        )}
      </button>
      {isOpen && (
        <div className="bt-nested-body" id={body}>
          {chats.map((chat, index) => (
            <div key={chat.key} className="bt-nested-chat" role="group" aria-label={`Chat ${index + 1}`}>
              {chats.length > 1 && <div className="bt-nested-place">Chat {index + 1}</div>}
              {chat.rows.map(children)}
            </div>
          ))}
        </div>
      )}
    </section>
  )
}
