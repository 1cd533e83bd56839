/** Adding to a pool: a tool that is drawn already, or a new one. */
import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { EdgeEnd, Flow } from '../../src-shared/flow/records'
import { KINDS, kindOf } from '../../src-shared/kinds/index'
import type { Kind } from '../../src-shared/kinds/kind'
import { addKind } from '../editor/actions'
import { useEditor } from '../editor/editor-context'
import { canJoin, kindFits } from '../editor/wiring'
import { KindIcon } from '../kinds/kind-icons'
import { joinedAt, joinTool } from './tool-edits'

/** So many drawn tools are listed; of more a person draws the wire. */
const MOST = 12

export function AddTool({ from }: { from: EdgeEnd }) {
  const editor = useEditor()
  return (
    <Menu position="bottom-end" withinPortal width={220}>
      <Menu.Target>
        <Button size="compact-xs" variant="subtle" leftSection={<IconPlus size={13} />}>
          Add
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Choices from={from} editor={editor} />
      </Menu.Dropdown>
    </Menu>
  )
}

function Choices({ from, editor }: { from: EdgeEnd; editor: ReturnType<typeof useEditor> }) {
  const { flow } = editor.flows.getState()
  const { drawn, more } = loosePlaces(flow, from)
  const wire = { end: from, isSource: true }
  return (
    <>
      {drawn.length > 0 && <Menu.Label>On the canvas</Menu.Label>}
      {drawn.map(({ id, name, kind }) => (
        <Menu.Item
          key={id}
          leftSection={<KindIcon kind={kind} size={14} />}
          onClick={() => editor.flows.edit(`Add ${name} to the pool`, (before) => joinTool(before, from, id))}
        >
          {name}
        </Menu.Item>
      ))}
      {more > 0 && <Menu.Label>{more} more: pull a wire to them</Menu.Label>}
      <Menu.Label>New</Menu.Label>
      {Object.values(KINDS)
        .filter((kind: Kind) => isTool(kind) && kindFits(flow, kind, wire))
        .map((kind: Kind) => (
          <Menu.Item
            key={kind.kind}
            leftSection={<KindIcon kind={kind} size={14} />}
            onClick={() => addKind(editor, kind, { wire })}
          >
            {kind.label}
          </Menu.Item>
        ))}
    </>
  )
}

function isTool({ roles, ports }: Kind): boolean {
  return roles.tool === true && !ports.some(({ edge }) => edge === 'use')
}

/** Drawn tools that are not in the pool. */
function loosePlaces(flow: Flow, from: EdgeEnd) {
  const joined = joinedAt(flow, from)
  const all = Object.entries(flow.nodes).flatMap(([id, node]) => {
    const kind = kindOf(node)
    if (kind === null || !isTool(kind) || joined.has(id)) return []
    return canJoin(flow, { end: from, isSource: true }, id).ok ? [{ id, name: node.name, kind }] : []
  })
  return { drawn: all.slice(0, MOST), more: Math.max(0, all.length - MOST) }
}
