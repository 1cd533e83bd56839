/** What was said during a turn and waits for its own, above the composer: the first goes first. */
import { IconArrowUp, IconChevronDown, IconChevronUp, IconPencil, IconX } from '@tabler/icons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import type { QueuedMessage } from '../../../src-shared/rpc/queue'
import { useRun, useRunStore } from '../../run/store/run-context'
import { isBusy } from '../../run/store/run-state'
import type { LeftPlace } from '../../ui/layers/focus-keeper'
import { handToPaneStart, useHandOnFocus } from '../../ui/layers/hand-on-focus'
import { IconButton, type IconButtonProps } from '../../ui/IconButton'
import { useT } from '../../ui/language'
import { useTextEdit } from '../../ui/use-text-edit'
import { useQueue, type Queue } from './use-queue'
import { WHEN_WORDS } from './when-words'
import styles from './QueuedList.module.css'

export function QueuedList() {
  const queue = useQueue()
  return queue.queued.length === 0 ? null : <WaitingMessages {...queue} />
}

function WaitingMessages({ queued, ...verbs }: Queue) {
  const t = useT()
  const busy = useRun(isBusy)
  const list = useRef<HTMLDivElement>(null)
  useHandOnFocus(list, handToPaneStart)
  return (
    <div ref={list} className={styles.queue} role="group" aria-label={t('Waiting messages')}>
      {!busy && (
        <p className={styles.note}>{t('Not sent yet: the previous turn did not finish, or Baton was closed.')}</p>
      )}
      <ol className={styles.list}>
        {queued.map((message, index) => (
          <QueuedRow
            key={message.id}
            message={message}
            isBusy={busy}
            verbs={verbs}
            up={queued[index - 1]?.id ?? null}
            down={index + 1 < queued.length ? { before: queued[index + 2]?.id ?? null } : null}
          />
        ))}
      </ol>
    </div>
  )
}

type QueuedRowProps = {
  message: QueuedMessage
  isBusy: boolean
  verbs: Omit<Queue, 'queued'>
  /** The one above; null: it is the first. */
  up: string | null
  /** What it comes before when it is moved down; null: it is the last. */
  down: { before: string | null } | null
}

function QueuedRow({ message, isBusy: busy, verbs, up, down }: QueuedRowProps) {
  const t = useT()
  const run = useRunStore()
  const [isEdited, setEdited] = useState(false)
  const row = useRef<HTMLLIElement>(null)
  useHandOnFocus(row, handToPaneStart)
  const { id, text, when, attached, problem } = message
  const words = text === '' ? attached.join(', ') : text
  if (isEdited)
    return (
      <li ref={row} className={styles.row}>
        <EditQueued
          text={text}
          onEnd={(changed) => {
            setEdited(false)
            if (changed !== null) verbs.edit(id, { text: changed })
          }}
        />
      </li>
    )
  return (
    <li ref={row} className={styles.row}>
      <div className={styles.said}>
        <span className={styles.text} title={words}>
          {words}
        </span>
        {busy && <span className={styles.when}>{t(WHEN_WORDS[when].name)}</span>}
        {problem !== null && (
          <span className={styles.problem} role="status">
            {t.known(problem)}
          </span>
        )}
      </div>
      <span className={styles.buttons}>
        {up !== null && (
          <RowButton label={t('Move it up')} onClick={() => verbs.move(id, up)}>
            <IconChevronUp size={14} aria-hidden />
          </RowButton>
        )}
        {down !== null && (
          <RowButton label={t('Move it down')} onClick={() => verbs.move(id, down.before)}>
            <IconChevronDown size={14} aria-hidden />
          </RowButton>
        )}
        <RowButton label={t('Edit this message')} data-part="edit" onClick={() => setEdited(true)}>
          <IconPencil size={14} aria-hidden />
        </RowButton>
        <RowButton label={t('Remove this message')} onClick={() => verbs.remove(id)}>
          <IconX size={14} aria-hidden />
        </RowButton>
        {(!busy || when === 'after') && (
          <RowButton
            label={busy ? t('Send at the next step') : t('Send it now')}
            onClick={() => {
              if (busy) verbs.edit(id, { when: 'now' })
              else void run.sendQueued(id, words)
            }}
          >
            <IconArrowUp size={14} aria-hidden />
          </RowButton>
        )}
      </span>
    </li>
  )
}

/** Goes where it has nothing more to do, such as moving up the first one: the row's pencil, which is always there, has the focus then. */
function RowButton(props: Omit<IconButtonProps, 'size' | 'side'>) {
  const button = useRef<HTMLButtonElement>(null)
  useHandOnFocus(button, focusPencil)
  return <IconButton ref={button} {...props} size={22} side="top" />
}

function focusPencil({ left }: LeftPlace): void {
  left.closest('li')?.querySelector<HTMLElement>('[data-part="edit"]')?.focus()
}

/** `onEnd`: with the new words, or null where it stays as it was. */
function EditQueued({ text: before, onEnd }: { text: string; onEnd: (text: string | null) => void }) {
  const t = useT()
  const edit = useTextEdit<HTMLTextAreaElement>(before, onEnd)
  useHandOnFocus(edit.ref, focusPencil)
  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) event.stopPropagation()
    edit.onKeyDown(event)
  }
  return <textarea {...edit} className={styles.edit} aria-label={t('The waiting message')} rows={1} onKeyDown={press} />
}
