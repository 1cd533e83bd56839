/** What may follow an agent's answer beside other agents: each option is an edge of its own, drawn as a stub. */
import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { addEdge } from '../../src-shared/flow/editing/edits'
import { AFTER_WORK, newId } from '../../src-shared/flow/records'
import type { OutPort } from '../../src-shared/kinds/kind'
import { useEditor } from '../editor/editor-context'
import { optionLabel } from '../kinds/edge-looks'
import { MenuList } from '../ui/layers/MenuList'
import { useT } from '../ui/language'

export function AddOption({ id, port }: { id: string; port: OutPort }) {
  const t = useT()
  const { flows, session } = useEditor()
  function add(option: string): void {
    const edge = newId('e')
    const from = { node: id, port: port.id }
    flows.edit('Add what follows an answer', (flow) =>
      addEdge(flow, { id: edge, from, to: { node: id, port: 'in' }, data: { option } }),
    )
    session.select([], [edge])
  }
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="subtle" size="compact-xs" leftSection={<IconPlus size={13} />}>
          {t('Add an option')}
        </Button>
      </Menu.Target>
      <MenuList>
        {AFTER_WORK.map((option) => (
          <Menu.Item key={option} onClick={() => add(option)}>
            {t.known(optionLabel(option))}
          </Menu.Item>
        ))}
      </MenuList>
    </Menu>
  )
}
