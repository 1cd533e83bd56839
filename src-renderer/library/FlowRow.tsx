/** One flow in the list, as a card: opens on a click, is renamed in place, and has a menu of its own. */
import type { Translate } from '../../src-shared/languages/translate'
import { ActionIcon, Menu, TextInput } from '@mantine/core'
import {
  IconCopy,
  IconDots,
  IconDownload,
  IconMessage,
  IconPencil,
  IconPin,
  IconPinFilled,
  IconTrash,
} from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { FlowSummary } from '../../src-shared/rpc/flow-summary'
import { MenuList } from '../ui/layers/MenuList'
import type { LeftPlace } from '../ui/layers/focus-keeper'
import { useHandOnFocus } from '../ui/layers/hand-on-focus'
import { focusBeside } from './focus-beside'
import { useServices } from '../ui/services'
import { rememberThread } from '../ui/last-threads'
import { momentWords, timeAgo } from '../ui/time'
import { Thumbnail } from './Thumbnail'
import type { Library } from './use-library'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import cardStyles from './cards.module.css'
import styles from './FlowRow.module.css'

export function FlowRow({ flow, library }: { flow: FlowSummary; library: Library }) {
  const t = useT()
  const { openFlow } = useServices()
  const [isRenaming, setRenaming] = useState(false)
  const card = useRef<HTMLLIElement>(null)
  useHandOnFocus(card, focusBeside)
  const pin = (): void => library.pin({ id: flow.id, isPinned: !flow.isPinned })
  return (
    <li ref={card} className={cardStyles.card}>
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
                  title={t('{count, plural, one {# problem blocks} other {# problems block}} running', {
                    count: flow.problems,
                  })}
                >
                  {flow.problems}
                </span>
              )}
            </span>
            <span className={cx(cardStyles.about, textStyles.ellipsis)}>{flow.description || nodesWords(flow, t)}</span>
            <time className={styles.time} dateTime={flow.changedAt} title={momentWords(flow.changedAt, t)}>
              {timeAgo(flow.changedAt, t)}
            </time>
          </div>
        </div>
      )}
      {!isRenaming && flow.lastThread !== null && <LastThread flow={flow} thread={flow.lastThread} />}
      {!isRenaming && (
        <ActionIcon
          className={styles.pin}
          size={26}
          aria-label={t('Pin {name}', { name: flow.name })}
          aria-pressed={flow.isPinned}
          title={flow.isPinned ? t('Unpin') : t('Pin')}
          onClick={pin}
        >
          {flow.isPinned ? <IconPinFilled size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
        </ActionIcon>
      )}
      {/* The field for the new name keeps the focus that it takes. */}
      <Menu position="bottom-end" returnFocus={!isRenaming}>
        <Menu.Target>
          <ActionIcon className={styles.more} size={26} aria-label={t('More about {name}', { name: flow.name })}>
            <IconDots size={17} />
          </ActionIcon>
        </Menu.Target>
        <MenuList>
          <Menu.Item leftSection={<IconPencil size={15} />} onClick={() => setRenaming(true)}>
            {t('Rename')}
          </Menu.Item>
          <Menu.Item leftSection={flow.isPinned ? <IconPinFilled size={15} /> : <IconPin size={15} />} onClick={pin}>
            {flow.isPinned ? t('Unpin') : t('Pin')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => library.duplicate(flow.id)}>
            {t('Duplicate')}
          </Menu.Item>
          <Menu.Item leftSection={<IconDownload size={15} />} onClick={() => library.exportJson(flow)}>
            {t('Export JSON')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            color="var(--bt-danger)"
            leftSection={<IconTrash size={15} />}
            onClick={() => library.remove(flow)}
          >
            {t('Delete')}
          </Menu.Item>
        </MenuList>
      </Menu>
    </li>
  )
}

type LastThreadProps = { flow: FlowSummary; thread: NonNullable<FlowSummary['lastThread']> }

/** What was said last, and the way back to it. */
function LastThread({ flow, thread }: LastThreadProps) {
  const t = useT()
  const { openFlow, preferences } = useServices()
  const said = thread.said.trim() === '' ? t('The flow spoke first') : thread.said
  return (
    <button
      type="button"
      className={cx(cardStyles.starter, styles.last)}
      aria-label={t('Go on with {name}: {said}', { name: flow.name, said })}
      title={`${said}\n${momentWords(thread.changedAt, t)}`}
      onClick={() => {
        rememberThread(preferences, flow.id, thread.id)
        openFlow(flow.id)
      }}
    >
      <IconMessage size={13} aria-hidden />
      <span className={textStyles.ellipsis}>{said}</span>
      <time dateTime={thread.changedAt}>{timeAgo(thread.changedAt, t)}</time>
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
  const t = useT()
  const [name, setName] = useState(flow.name)
  const field = useRef<HTMLInputElement>(null)
  useHandOnFocus(field, focusMenuButton)
  function commit(): void {
    if (name.trim() !== '' && name.trim() !== flow.name) onRename(name.trim())
    onDone()
  }
  return (
    <TextInput
      ref={field}
      className={styles.rename}
      aria-label={t('Flow name')}
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

/** The name was edited by its menu. */
function focusMenuButton({ left }: LeftPlace): void {
  left.closest('li')?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus()
}

function nodesWords(flow: FlowSummary, t: Translate): string {
  return flow.nodes === 0
    ? t('Nothing drawn yet')
    : t('{count, plural, one {# node} other {# nodes}}', { count: flow.nodes })
}
