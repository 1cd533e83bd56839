/** The menu at the cursor: what can be done with what it was opened on. */
import type { PlainText } from '../../src-shared/languages/translate'
import { MenuList } from '../ui/layers/MenuList'
import { SubMenu } from '../ui/SubMenu'
import { useT } from '../ui/language'
import { Menu } from '@mantine/core'
import { IconLayoutAlignLeft } from '@tabler/icons-react'
import { focusCanvas } from '../editor/canvas/focus-canvas'
import { useEditor, useSession } from '../editor/editor-context'
import type { CanvasMenuState } from '../editor/session-store'
import { CANVAS_MENUS, type MenuEntry, type MenuOwner, type MenuSections } from './canvas-menus'
import { onlyEdge, onlyNode, type Command, type CommandContext } from './command'
import { commandById, keysOf } from './commands'
import { useCommandContext } from './use-commands'
import textStyles from '../ui/text.module.css'
import styles from './CanvasMenu.module.css'

export function CanvasMenu() {
  const menu = useSession((session) => session.menu)
  return menu === null ? null : <OpenMenu key={`${menu.screen.x} ${menu.screen.y}`} menu={menu} />
}

const LABELS: { readonly [O in MenuOwner]: PlainText } = {
  node: 'Node',
  edge: 'Edge',
  selection: 'Selection',
  canvas: 'Canvas',
}

function OpenMenu({ menu }: { menu: CanvasMenuState }) {
  const t = useT()
  const editor = useEditor()
  const context = useCommandContext()
  const owner = ownerOf(context, menu)
  const sections = shownSections(CANVAS_MENUS[owner], context)
  return (
    <Menu
      opened
      returnFocus={false}
      withinPortal
      // The key that opens it is pressed outside of it.
      clickOutsideEvents={['mousedown', 'touchstart']}
      // A menu that scrolled would cut off what opens beside it; near an edge of the window it lies over the cursor instead.
      middlewares={{ size: false, shift: { crossAxis: true, padding: 8 } }}
      onChange={() => {
        editor.session.setState({ menu: null })
        focusCanvas(editor)
      }}
    >
      <Menu.Target>
        <button
          type="button"
          className={styles.cursor}
          style={{ left: menu.screen.x, top: menu.screen.y }}
          aria-label={t(LABELS[owner])}
          tabIndex={-1}
        />
      </Menu.Target>
      <MenuList
        atItem={menu.byKey}
        className={styles.menu}
        aria-label={t(LABELS[owner])}
        onContextMenu={(event) => event.preventDefault()}
      >
        {sections.map((entries, index) => (
          <Section key={entries.map(keyOf).join(' ')} entries={entries} isFirst={index === 0} />
        ))}
      </MenuList>
    </Menu>
  )
}

function ownerOf({ editor }: CommandContext, { isOfCanvas }: CanvasMenuState): MenuOwner {
  if (isOfCanvas) return 'canvas'
  if (onlyNode(editor) !== null) return 'node'
  return onlyEdge(editor) !== null ? 'edge' : 'selection'
}

function keyOf(entry: MenuEntry): string {
  return typeof entry === 'string' ? entry : entry.label
}

/** What can be done, or says why it cannot; a section without any is left out. */
function shownSections(sections: MenuSections, context: CommandContext): MenuSections {
  const isShown = (id: string): boolean => {
    const command = commandById(id)
    return command.when(context) || (command.whyNot?.(context) ?? null) !== null
  }
  return sections
    .map((entries) => entries.filter((entry) => (typeof entry === 'string' ? isShown(entry) : entry.ids.some(isShown))))
    .filter((entries) => entries.length > 0)
}

type SectionProps = { entries: readonly MenuEntry[]; isFirst: boolean }

function Section({ entries, isFirst }: SectionProps) {
  const t = useT()
  return (
    <>
      {!isFirst && <Menu.Divider />}
      {entries.map((entry) =>
        typeof entry === 'string' ? (
          <Item key={entry} command={commandById(entry)} />
        ) : (
          <SubMenu key={entry.label} label={t(entry.label)} icon={<IconLayoutAlignLeft size={15} aria-hidden />}>
            {entry.ids.map((id) => (
              <Item key={id} command={commandById(id)} />
            ))}
          </SubMenu>
        ),
      )}
    </>
  )
}

function Item({ command }: { command: Command }) {
  const t = useT()
  const context = useCommandContext()
  const Icon = command.icon
  const keys = keysOf(command)
  const canBeDone = command.when(context)
  const reason = canBeDone ? null : (command.whyNot?.(context) ?? null)
  return (
    <Menu.Item
      leftSection={Icon === null ? null : <Icon size={15} aria-hidden />}
      rightSection={keys === undefined ? null : <kbd className={textStyles.key}>{keys}</kbd>}
      {...(canBeDone ? {} : { 'data-disabled': true })}
      {...(command.id === 'delete' ? { color: 'var(--bt-danger)' } : {})}
      onClick={canBeDone ? () => command.run(context, '') : undefined}
    >
      {t.message(command.short ?? command.label)}
      {reason !== null && <span className={styles.reason}>{t.message(reason)}</span>}
    </Menu.Item>
  )
}
