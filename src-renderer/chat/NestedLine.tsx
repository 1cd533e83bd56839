/** A nested chat, folded under the hand-off that called it: who was asked, and inside what was said (swarm 26). */
import { Loader } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState, type ReactNode } from 'react'
import { useNameOf, useParticipant } from '../run/participants'
import { becauseWords } from '../../src-shared/run/words/moves'
import { FoldedMiddle } from './FoldedMiddle'
import type { ChatRow, NestedChat, NestedRow } from './rows'
import { useT } from '../ui/language'
import styles from './NestedLine.module.css'

export type NestedLineProps = { row: NestedRow; isLive: boolean; children: (row: ChatRow) => ReactNode }

export function NestedLine({ row, isLive, children }: NestedLineProps) {
  const t = useT()
  const [isOpen, setIsOpen] = useState(false)
  const nameOf = useNameOf()
  const body = useId()
  const { move, chats } = row
  const isRunning = row.isRunning && isLive
  // A list that is worked on keeps the baton.
  const way = move.from === move.to ? nameOf(move.to) : `${nameOf(move.from ?? '')} → ${nameOf(move.to)}`
  const words = `${way}${becauseWords(move, t)}`
  return (
    <section className={styles.nested} data-kind="nested" data-author={move.to} aria-label={words}>
      <button
        type="button"
        className={styles.head}
        aria-expanded={isOpen}
        aria-controls={body}
        onClick={() => setIsOpen(!isOpen)}
      >
        <IconChevronRight size={13} className={styles.chevron} data-open={isOpen || undefined} aria-hidden />
        <span className={styles.words} title={words}>
          {words}
        </span>
        {isRunning ? (
          <Asked chats={chats} />
        ) : (
          <span className={styles.count}>
            {t('{count, plural, one {# chat} other {# chats}}', { count: chats.length })}
          </span>
        )}
      </button>
      {isOpen && (
        <div className={styles.body} id={body}>
          <FoldedMiddle items={row.before}>{children}</FoldedMiddle>
          <FoldedMiddle items={chats}>
            {(chat, index) => (
              <Chat key={chat.key} chat={chat} place={index + 1}>
                <FoldedMiddle items={chat.rows}>{children}</FoldedMiddle>
              </Chat>
            )}
          </FoldedMiddle>
        </div>
      )}
    </section>
  )
}

/** Whose answers are awaited. */
function Asked({ chats }: { chats: readonly NestedChat[] }) {
  const t = useT()
  const nameOf = useNameOf()
  const names = chats.flatMap((chat) => (chat.isAsked && chat.to !== null ? [nameOf(chat.to)] : []))
  return (
    <span className={styles.count} role="status">
      {names.length > 0 && <span className={styles.asked}>{t('asking {names}', { names: names.join(', ') })}</span>}
      <Loader size={11} color="gray" aria-label={t('Running')} />
    </span>
  )
}

type ChatProps = { chat: NestedChat; place: number; children: ReactNode }

function Chat({ chat, place, children }: ChatProps) {
  const t = useT()
  const { name } = useParticipant(chat.to ?? '')
  return (
    <div
      role="group"
      aria-label={chat.to === null ? t('Chat {place}', { place }) : t('Chat {place}: {name}', { place, name })}
    >
      <div className={styles.place}>
        <span className={styles.number}>{place}</span>
        {chat.to !== null && name}
      </div>
      {children}
    </div>
  )
}
