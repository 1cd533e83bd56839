/** The tools of a pool, or of a source of many, in the inspector: how many are on, a filter, and the list. */
import { message, type Translate } from '../../../src-shared/languages/translate'
import { CloseButton, Menu, TextInput } from '@mantine/core'
import { IconDots, IconSearch } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useEditor } from '../../editor/editor-context'
import { MenuList } from '../../ui/layers/MenuList'
import { IconButton } from '../../ui/IconButton'
import { AddTool } from './AddTool'
import { ConnectButton, SourceNote } from './SourceLine'
import { setEnabled } from './tool-edits'
import { filteredItems, type ListItem, type ToolRows } from './tool-rows'
import { ToolList } from './ToolList'
import type { SourceTools } from './use-source-tools'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import toolsStyles from '../tools.module.css'

/** Below this many tools there is nothing to look for. */
const FEW = 8

export type ToolsSectionProps = {
  id: string
  rows: ToolRows
  sources: SourceTools
  /** The port to add at; null: a source, whose tools are what they are. */
  port: string | null
}

export function ToolsSection({ id, rows, sources, port }: ToolsSectionProps) {
  const t = useT()
  const { flows } = useEditor()
  const [words, setWords] = useState('')
  const nameOf = (source: string): string => flows.getState().flow.nodes[source]?.name ?? ''
  const shown = useMemo(() => {
    const { flow } = flows.getState()
    return filteredItems(rows, words, (source) => flow.nodes[source]?.name ?? '')
  }, [flows, rows, words])
  const isFiltered = words.trim() !== ''
  const found = shown.filter(({ type }) => type === 'tool').length
  const own = port === null ? rows.sources[0] : undefined
  return (
    <section className={toolsStyles.tools} aria-label={t('Tools')}>
      <div className={toolsStyles.toolsHead}>
        <h3 className={textStyles.sectionTitle}>{t('Tools')}</h3>
        <span className={toolsStyles.toolsCount} role="status" aria-label={t('Tools that are on')}>
          {countWords(rows, { isFiltered, found, isPool: port !== null, t })}
        </span>
        {own !== undefined && <ConnectButton source={own.id} name={own.name} tools={sources} isOff={false} />}
        {port !== null && rows.tools.length > 0 && <SwitchMany id={id} shown={shown} isFiltered={isFiltered} />}
        {port !== null && <AddTool from={{ node: id, port }} />}
      </div>
      {own !== undefined && <SourceNote source={own} tools={sources} />}
      {(rows.tools.length > FEW || isFiltered) && (
        <TextInput
          size="xs"
          aria-label={t('Filter tools')}
          placeholder={t('Filter by name, description or source')}
          leftSection={<IconSearch size={13} />}
          rightSection={
            isFiltered ? (
              <CloseButton size="xs" aria-label={t('Clear the filter')} onClick={() => setWords('')} />
            ) : null
          }
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {shown.length > 0 && (
        <ToolList key={words.trim()} items={shown} pool={port === null ? null : id} tools={sources} />
      )}
      {shown.length === 0 && isFiltered && (
        <p className={toolsStyles.toolsNone}>{t('No tool has “{words}” in it.', { words: words.trim() })}</p>
      )}
      {rows.items.length === 0 && port !== null && (
        <p className={toolsStyles.toolsNone}>
          {nameOf(id) === ''
            ? t(
                'A pool holds any number of tools, and each turn is offered the few that fit. Add one, or pull a wire from the pool to a tool.',
              )
            : t(
                'A pool holds any number of tools, and each turn is offered the few that fit. Add one, or pull a wire from the pool to tools on the canvas.',
              )}
        </p>
      )}
    </section>
  )
}

function countWords(
  { tools, on }: ToolRows,
  { isFiltered, found, isPool, t }: { isFiltered: boolean; found: number; isPool: boolean; t: Translate },
) {
  if (tools.length === 0) return ''
  const all = isPool ? t('{on} of {count} on', { on, count: tools.length }) : t.number(tools.length)
  return isFiltered ? t('{found} shown · {all}', { found, all }) : all
}

/** Switches everything that is shown. */
function SwitchMany({ id, shown, isFiltered }: { id: string; shown: readonly ListItem[]; isFiltered: boolean }) {
  const t = useT()
  const { flows } = useEditor()
  const tools = shown.flatMap((item) => (item.type === 'tool' ? [item.tool] : []))
  const change = (isOn: boolean): void =>
    flows.edit(
      message(
        isOn
          ? '{count, plural, one {Switch on # tool} other {Switch on # tools}}'
          : '{count, plural, one {Switch off # tool} other {Switch off # tools}}',
        { count: tools.length },
      ),
      (flow) => setEnabled(flow, id, { tools, isOn }),
    )
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <IconButton label={t('Switch many')} size={24}>
          <IconDots size={14} />
        </IconButton>
      </Menu.Target>
      <MenuList>
        <Menu.Item onClick={() => change(true)}>
          {isFiltered ? t('Switch on what is shown') : t('Switch on all')}
        </Menu.Item>
        <Menu.Item onClick={() => change(false)}>
          {isFiltered ? t('Switch off what is shown') : t('Switch off all')}
        </Menu.Item>
      </MenuList>
    </Menu>
  )
}
