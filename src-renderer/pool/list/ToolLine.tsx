/** One tool of a pool in the list: its name, what it does on one line, and whether it is on; unfolded, everything about it. */
import { message } from '../../../src-shared/languages/translate'
import { Button, Switch } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight } from '@tabler/icons-react'
import { memo } from 'react'
import { setNodeData } from '../../../src-shared/flow/editing/edits'
import { kindOf } from '../../../src-shared/kinds/index'
import { useEditor, useFlow } from '../../editor/editor-context'
import { KindIcon, tintOf } from '../../kinds/kind-icons'
import { setEnabled } from './tool-edits'
import { ToolDetails } from './ToolDetails'
import type { ToolRow } from './tool-rows'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import textStyles from '../../ui/text.module.css'
import toolsStyles from '../tools.module.css'

/** `pool` null: the tool is looked at in its source, where nothing can be changed about it. */
export type ToolLineProps = { tool: ToolRow; pool: string | null; isOpen: boolean; onToggle: (key: string) => void }

export const ToolLine = memo(function ToolLine({ tool, pool, isOpen, onToggle }: ToolLineProps) {
  const t = useT()
  const { flows } = useEditor()
  const { key, name, description, enabled, isOffWithSource } = tool
  const source = useFlow((flow) => flow.nodes[tool.source])
  const kind = source === undefined ? null : kindOf(source)
  const from = source?.name ?? ''
  return (
    <div
      className={toolsStyles.pooled}
      data-off={!enabled || undefined}
      data-open={isOpen || undefined}
      style={tintOf(kind?.group ?? null)}
    >
      <div className={toolsStyles.pooledLine}>
        <button
          type="button"
          className={toolsStyles.pooledWords}
          aria-expanded={isOpen}
          aria-label={name}
          onClick={() => onToggle(key)}
        >
          <span className={toolsStyles.pooledIcon} title={from}>
            {tool.isOfMany ? (
              <IconChevronRight className={toolsStyles.pooledChevron} size={14} />
            ) : (
              <KindIcon kind={kind} size={14} />
            )}
          </span>
          <span className={toolsStyles.pooledText}>
            <span className={toolsStyles.pooledHead}>
              <span className={cx(toolsStyles.pooledName, textStyles.ellipsis)} title={name}>
                {name}
              </span>
              {!tool.isOfMany && from !== name && (
                <span className={cx(toolsStyles.pooledSource, textStyles.ellipsis)}>{from}</span>
              )}
            </span>
            <span className={cx(toolsStyles.pooledAbout, textStyles.ellipsis)}>
              {description === '' ? t('No description') : firstLine(description)}
            </span>
          </span>
        </button>
        {pool !== null && (
          <Switch
            size="xs"
            aria-label={name}
            checked={enabled}
            disabled={isOffWithSource}
            onChange={(event) => {
              const isOn = event.currentTarget.checked
              flows.edit(message(isOn ? 'Switch on {name}' : 'Switch off {name}', { name }), (flow) =>
                setEnabled(flow, pool, { tools: [tool], isOn }),
              )
            }}
          />
        )}
      </div>
      {tool.clash !== null && pool !== null && <ClashNote tool={tool} pool={pool} />}
      {isOpen && <ToolDetails tool={tool} pool={pool} />}
    </div>
  )
})

function firstLine(text: string): string {
  return text.trim().split('\n', 1)[0] ?? ''
}

function ClashNote({ tool, pool }: { tool: ToolRow; pool: string }) {
  const t = useT()
  const { flows } = useEditor()
  const { clash, name } = tool
  if (clash === null) return null
  return (
    <div className={toolsStyles.pooledClash} role="note">
      <IconAlertTriangle size={13} aria-hidden />
      <span>
        {clash.byPrefix
          ? t('{other} has the name “{name}” too.', { other: t.message(clash.with), name })
          : t('{other} has the name “{name}” too. Give one of them another name.', {
              other: t.message(clash.with),
              name,
            })}
      </span>
      {clash.byPrefix && (
        <Button
          size="compact-xs"
          onClick={() => flows.edit('Prefix with pool name', (flow) => setNodeData(flow, pool, { prefix: true }))}
        >
          {t('Prefix with pool name')}
        </Button>
      )}
    </div>
  )
}
