/** The versions of the open flow over its drawing: a list, what differs on the canvas, and in words what that is. */
import { message } from '../../src-shared/languages/translate'
import { Button, Menu, SegmentedControl, Select } from '@mantine/core'
import { IconArrowRight, IconChevronDown, IconX } from '@tabler/icons-react'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { copyText } from '../../src-shared/flow/editing/clipboard'
import { fragmentOf, pasteFragment } from '../../src-shared/flow/editing/paste'
import type { Flow } from '../../src-shared/flow/records'
import { useEditor, useFlowState } from '../editor/editor-context'
import { MenuList } from '../ui/layers/MenuList'
import { EmptyState } from '../ui/EmptyState'
import { IconButton } from '../ui/IconButton'
import { notify, notifyError, useServices } from '../ui/services'
import { DifferenceCanvas, type ShownElement } from './DifferenceCanvas'
import { DifferencePanel } from './DifferencePanel'
import { compareFlows, keyOf, type Compared, type SideName } from './sides'
import { requiredFlow, sideTitle, useSide, useVersions, type SideResult, type VersionsResult } from './use-versions'
import { VersionList } from './VersionList'
import { useT } from '../ui/language'
import { useGivenBackFocus, useLayer } from '../ui/layers/use-layer'
import styles from './VersionsView.module.css'

type VersionsViewProps = {
  /** What to begin with; null: the newest version and the flow as it is now. */
  begin: Compared | null
  /** Reads the list again when it changes. */
  stamp: unknown
  onKeep: () => void
  onClose: () => void
}

export function VersionsView({ begin, stamp, onKeep, onClose }: VersionsViewProps) {
  const t = useT()
  const { flowId } = useEditor()
  const listed = useVersions(flowId, stamp)
  const [chosen, setChosen] = useState<Compared | null>(begin)
  const newest = listed.versions?.[0]
  const compared = chosen ?? (newest === undefined ? null : { before: newest.id, after: 'now' })
  const hasTheirs = useFlowState(({ save }) => save.kind === 'conflict')
  const view = useRef<HTMLElement>(null)
  const isRead = listed.versions !== null
  useGivenBackFocus(view)
  useEffect(() => {
    // At once, so that Escape closes it while it still reads.
    view.current?.focus()
  }, [])
  useEffect(() => {
    if (isRead) (view.current?.querySelector<HTMLElement>('[data-autofocus]') ?? view.current)?.focus()
  }, [isRead])
  useLayer({ isOpen: true, covers: false, onEscape: onClose })
  return (
    <section className={styles.view} ref={view} role="region" aria-label={t('Versions')} tabIndex={-1}>
      <aside className={styles.side}>
        <div className={styles.head}>
          <h2>{t('Versions')}</h2>
          <IconButton label={t('Close the versions')} size={26} onClick={onClose}>
            <IconX size={15} />
          </IconButton>
        </div>
        {listed.error !== null && (
          <EmptyState title={t('The versions cannot be read')}>{t.message(listed.error)}</EmptyState>
        )}
        {listed.versions !== null && (
          <VersionList
            versions={listed.versions}
            chosen={compared?.before ?? 'now'}
            hasTheirs={hasTheirs}
            onChoose={(before) =>
              setChosen({ before, after: compared?.after === before ? 'now' : (compared?.after ?? 'now') })
            }
            onKeep={onKeep}
          />
        )}
      </aside>
      {compared === null ? (
        isRead && <NoVersions />
      ) : (
        <Looking compared={compared} listed={listed} hasTheirs={hasTheirs} onChange={setChosen} onClose={onClose} />
      )}
    </section>
  )
}

function NoVersions() {
  const t = useT()
  return (
    <div className={styles.middle}>
      <EmptyState title={t('No versions yet')}>
        {t('Baton keeps one every now and then. Keep one yourself before you try something.')}
      </EmptyState>
    </div>
  )
}

type LookingProps = {
  compared: Compared
  listed: VersionsResult
  hasTheirs: boolean
  onChange: (compared: Compared) => void
  onClose: () => void
}

function Looking({ compared, listed: { versions }, hasTheirs, onChange, onClose }: LookingProps) {
  const t = useT()
  const before = useSide(compared.before)
  const after = useSide(compared.after)
  const [look, setLook] = useState('difference')
  const [moves, setMoves] = useState(false)
  const [open, setOpen] = useState<string | null>(null)
  const [shown, setShown] = useState<ShownElement | null>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(NONE)
  const titles = { before: sideTitle(compared.before, versions, t), after: sideTitle(compared.after, versions, t) }
  const comparison = useMemo(
    () => (before.flow === null || after.flow === null ? null : compareFlows(before.flow, after.flow, { moves, t })),
    [before.flow, after.flow, moves, t],
  )
  const onSelect = useCallback((nodes: ReadonlySet<string>, edges: ReadonlySet<string>): void => {
    setSelected(nodes)
    const [node] = nodes
    const [edge] = edges
    if (nodes.size + edges.size === 1) setOpen(node === undefined ? `edge ${edge ?? ''}` : `node ${node}`)
  }, [])
  const failure = before.error ?? after.error
  if (failure !== null || comparison === null)
    return (
      <div className={styles.middle} role="status">
        {failure === null ? (
          t('Reading the version')
        ) : (
          <EmptyState title={t('The version cannot be read')}>{t.message(failure)}</EmptyState>
        )}
      </div>
    )
  const isDifference = look === 'difference'
  const moved = comparison.difference.moved.length
  return (
    <>
      <div className={styles.drawing}>
        <SegmentedControl
          className={styles.look}
          size="xs"
          aria-label={t('Show')}
          value={look}
          onChange={setLook}
          data={[
            { value: 'difference', label: t('Difference') },
            { value: 'version', label: t('As it was') },
          ]}
        />
        <DifferenceCanvas
          key={`${compared.before} ${compared.after} ${look}`}
          flow={isDifference ? comparison.drawing : (before.flow ?? comparison.drawing)}
          marks={isDifference ? comparison.marks : null}
          shown={shown}
          onSelect={onSelect}
        />
      </div>
      <aside className={styles.words} aria-label={t('What differs')}>
        <Sides compared={compared} versions={versions} hasTheirs={hasTheirs} onChange={onChange} />
        <DifferencePanel
          lines={comparison.lines}
          titles={titles}
          open={open}
          onOpen={(line) => {
            setOpen(line === null ? null : keyOf(line))
            if (line !== null && (line.about === 'node' || line.about === 'edge'))
              setShown({ about: line.about, id: line.id })
          }}
          moves={{ count: moved, shown: moves, onShow: setMoves }}
        />
        {compared.before !== 'theirs' && (
          <Actions version={before} title={titles.before} selected={selected} onClose={onClose} />
        )}
      </aside>
    </>
  )
}

const NONE: ReadonlySet<string> = new Set()

type SidesProps = Pick<LookingProps, 'compared' | 'hasTheirs' | 'onChange'> & { versions: VersionsResult['versions'] }

/** Which two are compared: any of them. */
function Sides({ compared, versions, hasTheirs, onChange }: SidesProps) {
  const t = useT()
  const names: SideName[] = ['now', ...(hasTheirs ? ['theirs'] : []), ...(versions ?? []).map(({ id }) => id)]
  const data = names.map((value) => ({ value, label: sideTitle(value, versions, t) }))
  const others = (other: SideName) => data.filter(({ value }) => value !== other)
  return (
    <div className={styles.sides}>
      <Select
        aria-label={t('Compare')}
        size="xs"
        allowDeselect={false}
        data={others(compared.after)}
        value={compared.before}
        onChange={(before) => before !== null && onChange({ ...compared, before })}
      />
      <IconArrowRight size={14} aria-hidden />
      <Select
        aria-label={t('With')}
        size="xs"
        allowDeselect={false}
        data={others(compared.before)}
        value={compared.after}
        onChange={(after) => after !== null && onChange({ ...compared, after })}
      />
    </div>
  )
}

type ActionsProps = { version: SideResult; title: string; selected: ReadonlySet<string>; onClose: () => void }

/** What is done with a version: all of it brought back, or some of its nodes. */
function Actions({ version, title, selected, onClose }: ActionsProps) {
  const t = useT()
  const { flows } = useEditor()
  const { client } = useServices()
  const nodes = copied(version.flow, selected)
  const count = nodes.length
  async function restore(): Promise<void> {
    const flow = requiredFlow(version)
    await flows.flush()
    await client.call('flows.keepVersion', {
      id: flows.getState().flow.id,
      label: t('Before going back to “{title}”', { title }),
    })
    flows.edit('Go back to a version', ({ id }) => ({ ...flow, id }))
    notify('The version is back. Undo takes you forward again.')
    onClose()
  }
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(copyText(requiredFlow(version), nodes))
    notify(
      message(
        '{count, plural, one {Copied the node. Paste on any canvas.} other {Copied # nodes. Paste on any canvas.}}',
        { count },
      ),
    )
  }
  function put(): void {
    const fragment = fragmentOf(requiredFlow(version), nodes)
    flows.edit(nodes.length === 1 ? 'Copy a node from a version' : 'Copy nodes from a version', (flow) => {
      return pasteFragment(flow, fragment, { offset: { x: 32, y: 32 } }).flow
    })
    notify(message('{count, plural, one {Put the node into the flow.} other {Put # nodes into the flow.}}', { count }))
  }
  return (
    <div className={styles.actions}>
      <Menu position="top-start">
        <Menu.Target>
          <Button disabled={nodes.length === 0} rightSection={<IconChevronDown size={14} aria-hidden />}>
            {t('{count, plural, one {Copy the node} other {Copy # nodes}}', { count })}
          </Button>
        </Menu.Target>
        <MenuList>
          <Menu.Item
            onClick={() => void copy().catch((cause: unknown) => notifyError('The nodes were not copied', cause))}
          >
            {t('To the clipboard')}
          </Menu.Item>
          <Menu.Item onClick={put}>{t('Into the flow')}</Menu.Item>
        </MenuList>
      </Menu>
      <Button
        variant="filled"
        onClick={() =>
          void restore().catch((cause: unknown) => notifyError('The version could not be brought back', cause))
        }
      >
        {t('Restore')}
      </Button>
    </div>
  )
}

/** The nodes of a version that are selected; all of them while none is. */
function copied(version: Flow | null, selected: ReadonlySet<string>): string[] {
  const all = Object.keys(version?.nodes ?? {})
  return selected.size === 0 ? all : all.filter((id) => selected.has(id))
}
