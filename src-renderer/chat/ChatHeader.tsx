/** The head of the chat: who has the baton, a new thread, and the menu of earlier ones. */
import { Button, Menu, ScrollArea, TextInput } from '@mantine/core'
import {
  IconCheck,
  IconChecklist,
  IconChevronDown,
  IconDownload,
  IconPencil,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useState, type CSSProperties } from 'react'
import type { ThreadSummary } from '../../src-shared/rpc/contract'
import type { FoundThread } from '../../src-shared/rpc/kept-methods'
import { useEditor } from '../editor/editor-context'
import { GroupDot, useParticipant } from '../run/participants'
import { useGoToStep, useLastMove } from '../run/SetByStep'
import { useRun, useRunStore } from '../run/store/run-context'
import { useThreadSearch } from '../run/use-thread-search'
import { MenuList } from '../ui/layers/MenuList'
import { IconButton } from '../ui/IconButton'
import { timeAgo } from '../ui/time'
import { useKeptThread } from './use-kept-thread'
import { KeepTest } from '../flow-tests/KeepTest'
import { forkTrees, type ForkRow } from '../forks/fork-tree'
import { leftWords } from '../forks/fork-words'
import { ThreadTitle } from '../forks/ThreadTitle'
import { tellRemoved } from '../forks/thread-removal'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import { Dialog } from '../ui/layers/Dialog'
import formStyles from '../ui/form.module.css'
import textStyles from '../ui/text.module.css'
import styles from './ChatHeader.module.css'

export type ChatHeaderProps = { showVerdicts: boolean; onShowVerdicts: (show: boolean) => void }

export function ChatHeader({ showVerdicts, onShowVerdicts }: ChatHeaderProps) {
  const t = useT()
  const run = useRunStore()
  const isNew = useRun((state) => state.threadId === null && state.pending === null)
  const holder = useRun((state) => state.view.holder?.node ?? null)
  const asks = useRun((state) => state.view.latest?.questions[0]?.node ?? null)
  const id = asks ?? holder
  return (
    <header className={styles.chatHead} data-held={id !== null || undefined}>
      <h2>{t('Chat')}</h2>
      <div className={styles.holder}>
        {id !== null && <Holder id={id} words={asks === null ? t('has the baton') : t('waits for you')} />}
      </div>
      <Button
        size="compact-sm"
        className={styles.newThread}
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={isNew}
        onClick={() => run.newThread()}
      >
        {t('New thread')}
      </Button>
      <ThreadMenu showVerdicts={showVerdicts} onShowVerdicts={onShowVerdicts} />
    </header>
  )
}

function Holder({ id, words }: { id: string; words: string }) {
  const participant = useParticipant(id)
  const t = useT()
  const step = useLastMove()
  const goTo = useGoToStep()
  const line = `${participant.name} ${words}`
  const set = step === null ? '' : t('Set by step {step}', { step: step + 1 })
  return (
    <button
      type="button"
      className={cx(textStyles.nodeLink, styles.holderWords)}
      title={step === null ? line : `${line}. ${set}`}
      disabled={step === null}
      onClick={() => step !== null && goTo(step)}
    >
      <GroupDot participant={participant} />
      <span className={textStyles.ellipsis}>{line}</span>
    </button>
  )
}

function ThreadMenu({ showVerdicts, onShowVerdicts }: ChatHeaderProps) {
  const t = useT()
  const run = useRunStore()
  const threads = useRun((state) => state.threads)
  const threadId = useRun((state) => state.threadId)
  const open = threads?.find((thread) => thread.id === threadId) ?? null
  const [naming, setNaming] = useState<ThreadNamingState | null>(null)
  const kept = useKeptThread(open?.id ?? null)
  const { flowId } = useEditor()
  const [query, setQuery] = useState('')
  const hasSearch = threads !== null && threads.length > 0
  const found = useThreadSearch(flowId, query)?.threads
  return (
    <>
      <Menu position="bottom-end" width={300} withinPortal onClose={() => setQuery('')}>
        <Menu.Target>
          <IconButton label={t('Threads')} variant="default" size={26}>
            <IconChevronDown size={14} aria-hidden />
          </IconButton>
        </Menu.Target>
        <MenuList hasSearch={hasSearch}>
          {hasSearch && (
            <Menu.Search
              aria-label={t('Find a thread')}
              placeholder={t('Find a thread')}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
            />
          )}
          <div role={hasSearch ? 'menu' : undefined} aria-label={hasSearch ? t('Threads') : undefined}>
            <Menu.Label>{t('Earlier threads')}</Menu.Label>
            {threads === null || threads.length === 0 ? (
              <div className={styles.menuEmpty}>
                {threads === null ? t('Reading them') : t('None yet. The first message begins one.')}
              </div>
            ) : (
              <ScrollArea.Autosize mah={280}>
                {(found?.map(asRow) ?? treeRows(threads)).map(({ thread, excerpt, fork }) => (
                  <ThreadRow
                    key={thread.id}
                    thread={thread}
                    excerpt={excerpt}
                    fork={fork}
                    isOpen={thread.id === threadId}
                    onOpen={() => run.openThread(thread.id)}
                  />
                ))}
                {found?.length === 0 && (
                  <div className={styles.menuEmpty} role="status">
                    {t('Nothing was said that fits, and no thread is called so.')}
                  </div>
                )}
              </ScrollArea.Autosize>
            )}
            <Menu.Divider />
            <Menu.Item
              leftSection={<IconPencil size={14} aria-hidden />}
              disabled={open === null}
              onClick={() => open !== null && setNaming({ thread: open, as: 'thread' })}
            >
              {t('Rename this thread')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconTrash size={14} aria-hidden />}
              disabled={open === null}
              onClick={() => {
                if (open !== null) tellRemoved(open, run.remove(open.id))
              }}
            >
              {t('Delete this thread')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconDownload size={14} aria-hidden />}
              disabled={open === null || open.turns === 0}
              onClick={kept.exportRun}
            >
              {t('Export run')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconChecklist size={14} aria-hidden />}
              disabled={open === null || open.turns === 0}
              onClick={() => open !== null && setNaming({ thread: open, as: 'test' })}
            >
              {t('Keep as a test…')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.CheckboxItem
              closeMenuOnClick
              disabled={open === null}
              checked={open?.pinned === true}
              onChange={kept.pin}
            >
              {t('Keep everything of this thread')}
            </Menu.CheckboxItem>
            <Menu.CheckboxItem closeMenuOnClick checked={showVerdicts} onChange={onShowVerdicts}>
              {t('Show observer verdicts')}
            </Menu.CheckboxItem>
          </div>
        </MenuList>
      </Menu>
      {naming !== null && <ThreadNaming {...naming} onClose={() => setNaming(null)} />}
    </>
  )
}

/** `fork`: where it stands in its tree; null: the list is no tree. */
type ListedThread = FoundThread & { fork: ForkRow | null }

function asRow(found: FoundThread): ListedThread {
  return { ...found, fork: null }
}

/** The newest tree first; each thread under the one that it left. */
function treeRows(threads: readonly ThreadSummary[]): ListedThread[] {
  const byId = new Map(threads.map((thread) => [thread.id, thread]))
  return forkTrees(threads).flatMap((rows) =>
    rows.flatMap((fork) => {
      const thread = byId.get(fork.threadId)
      return thread === undefined ? [] : [{ thread, excerpt: null, fork }]
    }),
  )
}

type ThreadRowProps = ListedThread & { isOpen: boolean; onOpen: () => void }

const MOST_LEVELS = 4

function ThreadRow({ thread, excerpt, fork, isOpen, onOpen }: ThreadRowProps) {
  const t = useT()
  const state = {
    idle: '',
    running: t('running'),
    waiting: t('waiting for you'),
    unfinished: t('unfinished'),
    failed: t('failed'),
  }[thread.state]
  const turns = t('{count, plural, one {# turn} other {# turns}}', { count: thread.turns })
  const left = fork === null ? '' : leftWords(fork, t)
  const level = Math.min(fork?.level ?? 0, MOST_LEVELS)
  const style: CSSProperties & { [name: `--${string}`]: number } = { '--level': level }
  return (
    <Menu.RadioItem
      value={thread.id}
      checked={isOpen}
      checkIcon={<IconCheck size={14} aria-hidden />}
      closeMenuOnClick
      onChange={onOpen}
    >
      <div className={styles.thread} data-fork={level > 0 || undefined} style={style}>
        <ThreadTitle title={thread.title} className={styles.threadTitle} />
        {thread.only !== null && <OnlyMark id={thread.only} />}
        {excerpt !== null && (
          <div className={styles.excerpt}>
            {excerpt.text.slice(0, excerpt.from)}
            <mark>{excerpt.text.slice(excerpt.from, excerpt.to)}</mark>
            {excerpt.text.slice(excerpt.to)}
          </div>
        )}
        <div className={styles.threadMeta}>
          {[left, timeAgo(thread.changedAt, t), turns, thread.imported ? t('imported') : state]
            .filter((part) => part !== '')
            .join(' · ')}
        </div>
      </div>
    </Menu.RadioItem>
  )
}

/** Whom alone a thread talks to. */
function OnlyMark({ id }: { id: string }) {
  const t = useT()
  const participant = useParticipant(id)
  return (
    <div className={cx(textStyles.ellipsis, styles.threadOnly)}>
      <GroupDot participant={participant} /> {t('Only {name}', { name: participant.name })}
    </div>
  )
}

/** What a name is asked for: the thread itself, or the test that is made of it. */
type ThreadNamingState = { thread: ThreadSummary; as: 'thread' | 'test' }

function ThreadNaming({ thread, as, onClose }: ThreadNamingState & { onClose: () => void }) {
  const run = useRunStore()
  if (as === 'test') return <KeepTest thread={thread} onClose={onClose} />
  return <RenameThread thread={thread} onClose={onClose} onRename={(title) => void run.rename(thread.id, title)} />
}

type RenameThreadProps = { thread: ThreadSummary; onClose: () => void; onRename: (title: string) => void }

function RenameThread({ thread, onClose, onRename }: RenameThreadProps) {
  const t = useT()
  const [title, setTitle] = useState(thread.title)
  return (
    <Dialog opened onClose={onClose} title={t('Rename the thread')} size="sm">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (title.trim() !== '' && title.trim() !== thread.title) onRename(title.trim())
          onClose()
        }}
      >
        <TextInput
          label={t('Name')}
          data-autofocus
          value={title}
          maxLength={200}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <div className={formStyles.formActions}>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="filled" disabled={title.trim() === ''}>
            {t('Rename')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
