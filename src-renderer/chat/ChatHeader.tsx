/** The head of the chat: who has the baton, a new thread, and the menu of earlier ones. */
import { ENGLISH } from '../../src-shared/languages/translate'
import { Button, Menu, Modal, ScrollArea, TextInput } from '@mantine/core'
import { IconCheck, IconChevronDown, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import { GroupDot, useParticipant } from '../run/participants'
import { useRun, useRunStore } from '../run/store/run-context'
import { IconButton } from '../ui/IconButton'
import { timeAgo } from '../ui/time'
import { notify } from '../ui/services'
import { notifications } from '@mantine/notifications'
import { cx } from '../ui/cx'
import formStyles from '../ui/form.module.css'
import textStyles from '../ui/text.module.css'
import styles from './ChatHeader.module.css'

export type ChatHeaderProps = { showVerdicts: boolean; onShowVerdicts: (show: boolean) => void }

export function ChatHeader({ showVerdicts, onShowVerdicts }: ChatHeaderProps) {
  const run = useRunStore()
  const isNew = useRun((state) => state.threadId === null && state.pending === null)
  return (
    <header className={styles.chatHead}>
      <h2>Chat</h2>
      <HolderWords />
      <Button
        size="compact-sm"
        className={styles.newThread}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={isNew}
        onClick={() => run.newThread()}
      >
        New thread
      </Button>
      <ThreadMenu showVerdicts={showVerdicts} onShowVerdicts={onShowVerdicts} />
    </header>
  )
}

function HolderWords() {
  const holder = useRun((state) => state.view.holder?.node ?? null)
  const asks = useRun((state) => state.view.latest?.question?.node ?? null)
  const id = asks ?? holder
  return (
    <div className={styles.holder}>
      {id !== null && <Holder id={id} words={asks === null ? 'has the baton' : 'waits for you'} />}
    </div>
  )
}

function Holder({ id, words }: { id: string; words: string }) {
  const participant = useParticipant(id)
  const line = `${participant.name} ${words}`
  return (
    <span className={styles.holderWords} title={line}>
      <GroupDot participant={participant} />
      <span className={textStyles.ellipsis}>{line}</span>
    </span>
  )
}

function ThreadMenu({ showVerdicts, onShowVerdicts }: ChatHeaderProps) {
  const run = useRunStore()
  const threads = useRun((state) => state.threads)
  const threadId = useRun((state) => state.threadId)
  const open = threads?.find((thread) => thread.id === threadId) ?? null
  const [renaming, setRenaming] = useState<ThreadSummary | null>(null)
  return (
    <>
      <Menu position="bottom-end" width={300} withinPortal>
        <Menu.Target>
          <IconButton label="Threads" variant="default" size={26}>
            <IconChevronDown size={14} aria-hidden />
          </IconButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Earlier threads</Menu.Label>
          {threads === null || threads.length === 0 ? (
            <div className={styles.menuEmpty}>
              {threads === null ? 'Reading them' : 'None yet. The first message begins one.'}
            </div>
          ) : (
            <ScrollArea.Autosize mah={280}>
              {threads.map((thread) => (
                <ThreadRow
                  key={thread.id}
                  thread={thread}
                  isOpen={thread.id === threadId}
                  onOpen={() => run.openThread(thread.id)}
                />
              ))}
            </ScrollArea.Autosize>
          )}
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconPencil size={14} aria-hidden />}
            disabled={open === null}
            onClick={() => setRenaming(open)}
          >
            Rename this thread
          </Menu.Item>
          <Menu.Item
            leftSection={<IconTrash size={14} aria-hidden />}
            disabled={open === null}
            onClick={() => {
              if (open !== null) removeWithUndo(open, run.remove(open.id))
            }}
          >
            Delete this thread
          </Menu.Item>
          <Menu.Divider />
          <Menu.CheckboxItem closeMenuOnClick checked={showVerdicts} onChange={onShowVerdicts}>
            Show observer verdicts
          </Menu.CheckboxItem>
        </Menu.Dropdown>
      </Menu>
      {renaming !== null && (
        <RenameThread
          thread={renaming}
          onClose={() => setRenaming(null)}
          onRename={(title) => void run.rename(renaming.id, title)}
        />
      )}
    </>
  )
}

type ThreadRowProps = { thread: ThreadSummary; isOpen: boolean; onOpen: () => void }

function ThreadRow({ thread, isOpen, onOpen }: ThreadRowProps) {
  const state = {
    idle: '',
    running: 'running',
    waiting: 'waiting for you',
    unfinished: 'unfinished',
    failed: 'failed',
  }[thread.state]
  const turns = thread.turns === 1 ? '1 turn' : `${thread.turns} turns`
  return (
    <Menu.RadioItem
      value={thread.id}
      checked={isOpen}
      checkIcon={<IconCheck size={14} aria-hidden />}
      closeMenuOnClick
      onChange={onOpen}
    >
      <div className={cx(textStyles.ellipsis, styles.threadTitle)}>
        {thread.title === '' ? 'Untitled' : thread.title}
      </div>
      {thread.only !== null && <OnlyMark id={thread.only} />}
      <div className={styles.threadMeta}>
        {[timeAgo(thread.changedAt, ENGLISH), turns, state].filter((part) => part !== '').join(' · ')}
      </div>
    </Menu.RadioItem>
  )
}

/** Whom alone a thread talks to. */
function OnlyMark({ id }: { id: string }) {
  const participant = useParticipant(id)
  return (
    <div className={cx(textStyles.ellipsis, styles.threadOnly)}>
      <GroupDot participant={participant} /> Only {participant.name}
    </div>
  )
}

function removeWithUndo(thread: ThreadSummary, undo: () => void): void {
  const id = `thread-removed-${thread.id}`
  notify(
    <div className={styles.undo}>
      <span className={textStyles.ellipsis}>Deleted “{thread.title === '' ? 'Untitled' : thread.title}”</span>
      <Button
        size="compact-xs"
        onClick={() => {
          undo()
          notifications.hide(id)
        }}
      >
        Undo
      </Button>
    </div>,
    id,
  )
}

type RenameThreadProps = { thread: ThreadSummary; onClose: () => void; onRename: (title: string) => void }

function RenameThread({ thread, onClose, onRename }: RenameThreadProps) {
  const [title, setTitle] = useState(thread.title)
  return (
    <Modal opened onClose={onClose} title="Rename the thread" size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (title.trim() !== '' && title.trim() !== thread.title) onRename(title.trim())
          onClose()
        }}
      >
        <TextInput
          label="Name"
          data-autofocus
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <div className={formStyles.formActions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="filled" disabled={title.trim() === ''}>
            Rename
          </Button>
        </div>
      </form>
    </Modal>
  )
}
