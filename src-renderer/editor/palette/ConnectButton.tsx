/** The wire without a mouse: what a port may lead to, nodes that are there first, then kinds to add. */
import type { Translate } from '../../../src-shared/languages/translate'
import { PopoverPanel } from '../../ui/layers/PopoverPanel'
import { useT } from '../../ui/language'
import { Button, Popover } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import type { EdgeEnd, Flow } from '../../../src-shared/flow/records'
import { KIND_LIST, kindOf, offeredKind } from '../../../src-shared/kinds/index'
import type { Kind } from '../../../src-shared/kinds/kind'
import { KindSquare } from '../../kinds/kind-icons'
import { addKind, joinEnds } from '../actions'
import { IN_PORT } from '../canvas/ports'
import { useEditor, useFlow } from '../editor-context'
import { portKey } from '../session-store'
import { fittingKinds, fittingPorts, kindFits } from '../wiring'
import { kindOption } from './PaletteList'
import { paletteGroups } from './palette-list'
import { SearchList, type ListGroup, type ListOption } from './SearchList'
import styles from './ConnectButton.module.css'

const WIDTH = 260

export type ConnectButtonProps = {
  from: EdgeEnd
  /** What it joins, for those who do not see where it stands: `Hand-offs`. */
  label: string
  /** Kinds that have no place here, though the port would take them. */
  isWanted?: (kind: Kind) => boolean
}

export function ConnectButton({ from, label, isWanted = isAnything }: ConnectButtonProps) {
  const t = useT()
  const editor = useEditor()
  const [isOpen, setOpen] = useState(false)
  const { node, port } = from
  const canGrow = useFlow((flow) =>
    KIND_LIST.some((kind) => kindFits(flow, kind, { end: { node, port }, isSource: true })),
  )
  if (!canGrow) return null
  const close = (): void => setOpen(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      width={WIDTH}
      withinPortal
      trapFocus
      returnFocus
      closeOnEscape={false}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-xs"
          leftSection={<IconPlus size={13} />}
          aria-label={t('Connect: {label}', { label })}
          onClick={() => setOpen(!isOpen)}
        >
          {t('Connect')}
        </Button>
      </Popover.Target>
      <PopoverPanel className={styles.connectList} aria-label={t('Connect: {label}', { label })} onEscape={close}>
        <Choices
          from={from}
          isWanted={isWanted}
          onNode={(id) => {
            close()
            joinEnds(editor, from, { node: id, port: IN_PORT })
          }}
          onKind={(kind) => {
            close()
            addKind(editor, kind, { wire: { end: from, isSource: true } })
            editor.session.focus('name')
          }}
        />
      </PopoverPanel>
    </Popover>
  )
}

function isAnything(): boolean {
  return true
}

type ChoicesProps = {
  from: EdgeEnd
  isWanted: (kind: Kind) => boolean
  onNode: (id: string) => void
  onKind: (kind: Kind) => void
}

/** What the options of nodes begin with; those of kinds are the kinds. */
export const NODE = 'node '

function Choices({ from, isWanted, onNode, onKind }: ChoicesProps) {
  const t = useT()
  const flow = useFlow((present) => present)
  const { node, port } = from
  const find = useMemo(() => {
    const end = { node, port }
    const nodes = nodesFor(flow, end, { isWanted, t })
    const kinds = fittingKinds(flow, { end, isSource: true }).filter(isWanted)
    return (search: string): readonly ListGroup[] => {
      const added = paletteGroups(kinds, search, t).flatMap((group) => group.kinds)
      return [
        { id: 'nodes', label: t('In this flow'), options: nodes.filter((option) => isFound(option, search)) },
        { id: 'kinds', label: t('Add'), options: added.map((kind) => kindOption(kind, t)) },
      ].filter(({ options }) => options.length > 0)
    }
  }, [flow, node, port, isWanted, t])
  return (
    <SearchList
      title={t('Search nodes and kinds')}
      listTitle={t('Nodes and kinds')}
      find={find}
      onPick={(id) => {
        if (id.startsWith(NODE)) return onNode(id.slice(NODE.length))
        const kind = offeredKind(id)
        if (kind !== null) onKind(kind)
      }}
    />
  )
}

/** The nodes that an edge from the port may still lead to. */
type NodeOptions = { isWanted?: (kind: Kind) => boolean; t: Translate }

export function nodesFor(flow: Flow, end: EdgeEnd, { isWanted = isAnything, t }: NodeOptions): ListOption[] {
  const fits = fittingPorts(flow, { end, isSource: true })
  return Object.entries(flow.nodes).flatMap(([id, node]) => {
    const kind = kindOf(node)
    if (kind === null || !isWanted(kind) || !fits.has(portKey(id, IN_PORT))) return []
    const label = node.name === '' ? t('Unnamed') : node.name
    return [{ id: `${NODE}${id}`, label, about: t.known(kind.label), icon: <KindSquare kind={kind} size={26} /> }]
  })
}

/** Whether every word of a search stands in what an option says. */
export function isFound({ label, about = '' }: ListOption, search: string): boolean {
  const text = `${label} ${about}`.toLowerCase()
  return search
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
