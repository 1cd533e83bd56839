/** The palette of commands: every command and every node of the flow, by name. */
import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { kindOf } from '../../src-shared/kinds/index'
import { KindIcon } from '../kinds/kind-icons'
import { showNode } from '../editor/show'
import type { Command, CommandContext } from './command'
import { COMMANDS, keysOf, runCommand } from './commands'
import { useCommandContext } from './use-commands'
import textStyles from '../ui/text.module.css'

/** How many results are shown at once. */
const LIMIT = 12

export function CommandPalette() {
  const context = useCommandContext()
  const [isOpen, setOpen] = useState(false)
  const [query, setQuery] = useState('')
  const actions = isOpen ? actionsFor(context, query) : []
  return (
    <Spotlight
      actions={actions}
      query={query}
      onQueryChange={setQuery}
      onSpotlightOpen={() => {
        setQuery('')
        setOpen(true)
      }}
      onSpotlightClose={() => setOpen(false)}
      filter={(_query, found) => found}
      limit={LIMIT * 2}
      shortcut={null}
      lockScroll={false}
      overlayProps={{ backgroundOpacity: 0.3, blur: 0 }}
      transitionProps={{ duration: 140, exitDuration: 0, transition: 'pop' }}
      nothingFound={`Nothing is called “${query}”.`}
      searchProps={{
        placeholder: 'Find a node or a command',
        'aria-label': 'Find',
        leftSection: <IconSearch size={17} />,
      }}
      scrollable
      maxHeight={420}
    />
  )
}

function actionsFor(context: CommandContext, query: string): SpotlightActionGroupData[] {
  const words = query.trim().toLowerCase()
  const { flow } = context.editor.flows.getState()
  const nodes = Object.entries(flow.nodes)
    .filter(
      ([, node]) =>
        words === '' ||
        node.name.toLowerCase().includes(words) ||
        (kindOf(node)?.label.toLowerCase().includes(words) ?? false),
    )
    .slice(0, words === '' ? 5 : LIMIT)
    .map(([id, node]) => ({
      id: `node ${id}`,
      label: node.name === '' ? 'Unnamed' : node.name,
      description: kindOf(node)?.label ?? node.kind,
      leftSection: <KindIcon kind={kindOf(node)} size={17} />,
      onClick: () => showNode(context.editor, id),
    }))
  const commands = COMMANDS.filter(
    (command) => command.isQuiet !== true && command.when(context) && command.label.toLowerCase().includes(words),
  ).map((command) => actionOf(command, context))
  return [
    { group: 'Nodes', actions: nodes },
    { group: 'Commands', actions: commands },
  ].filter((group) => group.actions.length > 0)
}

function actionOf(command: Command, context: CommandContext) {
  const keys = keysOf(command)
  const Icon = command.icon
  return {
    id: command.id,
    label: command.label,
    leftSection: Icon === null ? null : <Icon size={17} aria-hidden />,
    rightSection: keys === undefined ? null : <kbd className={textStyles.key}>{keys}</kbd>,
    onClick: () => runCommand(command, context),
  }
}
