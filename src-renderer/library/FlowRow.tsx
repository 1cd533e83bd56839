/** One flow in the list, as a card: opens on a click, is renamed in place, and has a menu of its own. */
import { ActionIcon, Menu, TextInput } from '@mantine/core'
import { IconCopy, IconDots, IconDownload, IconMessage, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { FlowSummary } from '../../src-shared/rpc/contract'
import { useServices } from '../ui/services'
import { rememberThread } from '../ui/last-threads'
import { timeAgo } from '../ui/time'
import { Thumbnail } from './Thumbnail'
import type { Library } from './use-library'
import { cx } from '../ui/cx'
import textStyles from '../ui/text.module.css'
import cardStyles from './cards.module.css'
import styles from './FlowRow.module.css'

export function FlowRow({ flow, library }: { flow: FlowSummary; library: Library }) {
  const { openFlow } = useServices()
  const [isRenaming, setRenaming] = useState(false)
  return (
    <li className={cardStyles.card}>
      {isRenaming ? (
        <Rename flow={flow} onDone={() => setRenaming(false)} onRename={(name) => library.rename(flow.id, name)} />
      ) : (
        <div className={cardStyles.open}>
          <Thumbnail sketch={flow.sketch} />
          <div className={cardStyles.words}>
            <span className={styles.head}>
              <button type="button" className={cardStyles.title} data-flow-name onClick={() => openFlow(flow.id)}>
                <span className={textStyles.ellipsis}>{flow.name}</span>
              </button>
              {flow.problems > 0 && (
                <span
                  className={textStyles.count}
                  data-severity="error"
                  title={`${flow.problems} ${flow.problems === 1 ? 'problem blocks' : 'problems block'} running`}
                >
                  {flow.problems}
                </span>
              )}
            </span>
            <span className={cx(cardStyles.about, textStyles.ellipsis)}>{flow.description || nodesWords(flow)}</span>
            <time className={styles.time} dateTime={flow.changedAt} title={new Date(flow.changedAt).toLocaleString()}>
              {timeAgo(flow.changedAt)}
            </time>
          </div>
        </div>
      )}
      {!isRenaming && flow.lastThread !== null && <LastThread flow={flow} thread={flow.lastThread} />}
      {/* The field for the new name keeps the focus that it takes. */}
      <Menu position="bottom-end" returnFocus={!isRenaming}>
        <Menu.Target>
          <ActionIcon className={styles.more} aria-label={`More about ${flow.name}`}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => setRenaming(true)}>
            Rename
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => library.duplicate(flow.id)}>
            Duplicate
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => library.exportJson(flow)}>
            Export JSON
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--bt-danger)"
            leftSection={<IconTrash size={15} />}
            onClick={() => library.remove(flow)}
          >
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

type LastThreadProps = { flow: FlowSummary; thread: NonNullable<FlowSummary['lastThread']> }

/** What was said last, and the way back to it. */
function LastThread({ flow, thread }: LastThreadProps) {
  const { openFlow, preferences } = useServices()
  const said = thread.said.trim() === '' ? 'The flow spoke first' : thread.said
  return (
    <button
      type="button"
      className={cx(cardStyles.starter, styles.last)}
      aria-label={`Go on with ${flow.name}: ${said}`}
      title={`${said}\n${new Date(thread.changedAt).toLocaleString()}`}
      onClick={() => {
        rememberThread(preferences, flow.id, thread.id)
        openFlow(flow.id)
      }}
    >
      <IconMessage size={13} aria-hidden />
      <span className={textStyles.ellipsis}>{said}</span>
      <time dateTime={thread.changedAt}>{timeAgo(thread.changedAt)}</time>
    </button>
  )
}

function Rename({
  flow,
  onDone,
  onRename,
}: {
  flow: FlowSummary
  onDone: () => void
  onRename: (name: string) => void
}) {
  const [name, setName] = useState(flow.name)
  function commit(): void {
    if (name.trim() !== '' && name.trim() !== flow.name) onRename(name.trim())
    onDone()
  }
  return (
    <TextInput
      className={styles.rename}
      aria-label="Flow name"
      autoFocus
      value={name}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => setName(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit()
        if (event.key === 'Escape') onDone()
      }}
    />
  )
}

function nodesWords(flow: FlowSummary): string {
  return flow.nodes === 0 ? 'Nothing drawn yet' : `${flow.nodes} ${flow.nodes === 1 ? 'node' : 'nodes'}`
}
