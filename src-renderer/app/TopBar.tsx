/** The top bar: the flow's name and state at the left, what is done to it at the right. */
import { ActionIcon, Button, Menu, UnstyledButton } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconChecklist,
  IconChevronDown,
  IconDots,
  IconFileExport,
  IconLayoutGrid,
  IconLayoutSidebarRight,
} from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { renameFlow } from '../../src-shared/flow/editing/edits'
import { useEditor, useFlow, useFlowState, useProblems } from '../editor/editor-context'
import { MenuList } from '../ui/layers/MenuList'
import { SubMenu } from '../ui/SubMenu'
import { hintProps } from '../ui/hints'
import { IconButton } from '../ui/IconButton'
import { useDocks } from '../ui/services'
import type { Command } from './command'
import { commandById, isPossible, keysOf } from './commands'
import { ModelChip } from './ModelChip'
import { CHAT } from './panels'
import { SaveNote } from './SaveNote'
import { useCommandContext, useRun } from './use-commands'
import { cx } from '../ui/cx'
import { useT } from '../ui/language'
import textStyles from '../ui/text.module.css'
import styles from './TopBar.module.css'

export function TopBar() {
  const t = useT()
  const run = useRun()
  const canUndo = useFlowState((state) => state.history.past.at(-1)?.label)
  const canRedo = useFlowState((state) => state.history.future[0]?.label)
  const isChatOpen = useDocks((docks) => docks.chatOpen)
  return (
    <header className={styles.top}>
      <div className={styles.left}>
        <UnstyledButton
          className={styles.brand}
          aria-label={t('Baton: all flows')}
          {...hintProps(t('All flows'), 'bottom')}
          onClick={() => run('flows')}
        >
          Baton
        </UnstyledButton>
        <FlowName />
        <FlowMenu />
        <SaveNote />
      </div>
      <div className={styles.right}>
        <IconButton
          label={t('Undo')}
          about={canUndo === undefined ? undefined : t.message(canUndo)}
          keys={keysOf(commandById('undo'))}
          disabled={canUndo === undefined}
          onClick={() => run('undo')}
        >
          <IconArrowBackUp size={18} />
        </IconButton>
        <IconButton
          label={t('Redo')}
          about={canRedo === undefined ? undefined : t.message(canRedo)}
          keys={keysOf(commandById('redo'))}
          disabled={canRedo === undefined}
          onClick={() => run('redo')}
        >
          <IconArrowForwardUp size={18} />
        </IconButton>
        <span className={styles.line} />
        <Button
          size="compact-md"
          variant="subtle"
          color="gray"
          className={styles.button}
          leftSection={<IconLayoutGrid size={15} />}
          onClick={() => run('arrange')}
        >
          {t('Arrange')}
        </Button>
        <CheckButton />
        <span className={styles.line} />
        <ModelChip />
        {CHAT !== null && (
          <IconButton
            label={isChatOpen ? t('Hide the chat') : t('Show the chat')}
            aria-pressed={isChatOpen}
            onClick={() => run('toggle-chat')}
          >
            <IconLayoutSidebarRight size={18} />
          </IconButton>
        )}
        <MoreMenu />
      </div>
    </header>
  )
}

function FlowName() {
  const t = useT()
  const { flows } = useEditor()
  const name = useFlow((flow) => flow.name)
  const [draft, setDraft] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    document.title = `${name} · Baton`
  }, [name])
  function commit(): void {
    const wanted = draft?.trim() ?? ''
    setDraft(null)
    if (wanted !== '') flows.edit('Rename the flow', (flow) => renameFlow(flow, wanted))
  }
  return (
    <h1 className={styles.flowName} data-value={draft ?? name} aria-label={name}>
      <input
        ref={input}
        aria-label={t('Flow name')}
        value={draft ?? name}
        maxLength={200}
        size={1}
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === 'Enter') input.current?.blur()
          if (event.key !== 'Escape') return
          setDraft(null)
          event.currentTarget.value = name
          requestAnimationFrame(() => input.current?.blur())
        }}
      />
    </h1>
  )
}

function FlowMenu() {
  const t = useT()
  // The settings open beside the drawing, and are gone on with there.
  const [returnsFocus, setReturnsFocus] = useState(true)
  return (
    // A menu that scrolled would cut off what opens beside it.
    <Menu middlewares={{ size: false }} returnFocus={returnsFocus} onOpen={() => setReturnsFocus(true)}>
      <Menu.Target>
        <ActionIcon size={24} aria-label={t('Flow menu')}>
          <IconChevronDown size={15} />
        </ActionIcon>
      </Menu.Target>
      <MenuList className={styles.flowMenu}>
        <Items ids={['flows']} />
        <Items ids={['flow-settings']} onChoose={() => setReturnsFocus(false)} />
        <Menu.Divider />
        <Items ids={['duplicate-flow', 'export-json']} />
        <SubMenu label={t('Export as')} icon={<IconFileExport size={15} aria-hidden />}>
          <Items
            ids={['export-png', 'export-svg', 'export-svg-dark', 'export-mermaid', 'export-markdown', 'copy-link']}
            isShort
          />
        </SubMenu>
        <Items ids={['keep-version', 'versions']} />
        <Menu.Divider />
        <Items ids={['delete-flow']} />
      </MenuList>
    </Menu>
  )
}

function MoreMenu() {
  const t = useT()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon aria-label={t('More')}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <MenuList>
        <Items ids={['undo', 'redo']} />
        <Menu.Divider />
        <Items ids={['copy', 'cut', 'paste', 'duplicate', 'rename', 'delete', 'select-all']} />
        <Menu.Divider />
        <Items ids={['add-here', 'add', 'connect', 'arrange']} />
        <Menu.Divider />
        <Items ids={['zoom-to-fit', 'zoom-to-selection', 'toggle-bottom', 'theme']} />
        <Menu.Divider />
        <Items ids={['shortcuts', 'settings']} />
      </MenuList>
    </Menu>
  )
}

type ItemsProps = { ids: readonly string[]; isShort?: boolean; onChoose?: () => void }

function Items({ ids, ...rest }: ItemsProps) {
  return ids.map((id) => <Item key={id} command={commandById(id)} {...rest} />)
}

type ItemProps = Omit<ItemsProps, 'ids'> & { command: Command }

function Item({ command, isShort = false, onChoose }: ItemProps) {
  const t = useT()
  const context = useCommandContext()
  const Icon = command.icon
  const keys = keysOf(command)
  return (
    <Menu.Item
      leftSection={Icon === null ? null : <Icon size={15} aria-hidden />}
      rightSection={keys === undefined ? null : <kbd className={textStyles.key}>{keys}</kbd>}
      disabled={!isPossible(command, context)}
      onClick={() => {
        onChoose?.()
        command.run(context, '')
      }}
    >
      {t.message(isShort ? (command.short ?? command.label) : command.label)}
    </Menu.Item>
  )
}

function CheckButton() {
  const t = useT()
  const run = useRun()
  const count = useProblems((problems) => problems.all.length)
  const isError = useProblems(({ all }) => all.some(({ severity }) => severity === 'error'))
  return (
    <Button
      size="compact-md"
      variant="subtle"
      color="gray"
      className={styles.button}
      leftSection={<IconChecklist size={15} />}
      aria-label={count === 0 ? t('Check') : t('Check {count, plural, one {# problem} other {# problems}}', { count })}
      onClick={() => run('check')}
    >
      {`${t('Check')} `}
      <span
        className={cx(textStyles.count, styles.count)}
        data-severity={isError ? 'error' : 'warning'}
        data-none={count === 0 || undefined}
      >
        {count === 0 ? '' : count}
      </span>
    </Button>
  )
}
