/** Everything about one tool of a pool: what it does, its arguments, and what the pool calls it. */
import { message } from '../../../src-shared/languages/translate'
import { Button, TextInput } from '@mantine/core'
import { IconArrowUpRight, IconX } from '@tabler/icons-react'
import { isToolName } from '../../../src-shared/agents/names/names'
import { useEditor, useFlow } from '../../editor/editor-context'
import { ArgumentTable } from './ArgumentTable'
import { setOverride, takeOut } from './tool-edits'
import type { ToolRow } from './tool-rows'
import { TryButton } from '../../tool-trial/TryButton'
import { TextArea } from '../../ui/TextArea'
import { useT } from '../../ui/language'
import formStyles from '../../ui/form.module.css'
import styles from './ToolDetails.module.css'

export function ToolDetails({ tool, pool }: { tool: ToolRow; pool: string | null }) {
  const t = useT()
  return (
    <div className={styles.details}>
      <p className={styles.description}>{tool.description === '' ? t('No description.') : tool.description}</p>
      <ArgumentTable parameters={tool.parameters} />
      {pool !== null && <OwnWords tool={tool} pool={pool} />}
      <Actions tool={tool} pool={pool} />
    </div>
  )
}

/** Another name and description, in this pool only. */
function OwnWords({ tool, pool }: { tool: ToolRow; pool: string }) {
  const t = useT()
  const { flows } = useEditor()
  const { override, given } = tool
  const edit = (change: Partial<ToolRow['override']>): void =>
    flows.edit(message('Change {field}', { field: given }), (flow) => setOverride(flow, pool, { tool, change }), {
      merge: `${pool} ${tool.key}`,
    })
  const name = override.name.trim()
  return (
    <div className={styles.own}>
      <TextInput
        size="xs"
        className={formStyles.monoInput}
        label={t('Name in this pool')}
        placeholder={given}
        value={override.name}
        error={name === '' || isToolName(name) ? null : t('Letters, digits, _ and -, at most 64.')}
        onChange={(event) => edit({ name: event.currentTarget.value })}
      />
      <TextArea
        size="xs"
        label={t('Description in this pool')}
        placeholder={tool.givenDescription}
        minRows={1}
        maxRows={6}
        value={override.description}
        onChange={(event) => edit({ description: event.currentTarget.value })}
      />
    </div>
  )
}

function Actions({ tool, pool }: { tool: ToolRow; pool: string | null }) {
  const t = useT()
  const { flows, session } = useEditor()
  const sourceName = useFlow((flow) => flow.nodes[tool.source]?.name ?? '')
  const { edge, source: node, given, givenDescription: description, parameters } = tool
  const form = { name: given, description, parameters }
  const trying = tool.isOfMany ? { node, tool: given, form } : { node, tool: null, form: null }
  return (
    <div className={styles.actions}>
      <TryButton {...trying} className={styles.try} />
      {pool !== null && (
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconArrowUpRight size={13} />}
          onClick={() => session.select([tool.source])}
        >
          {tool.isOfMany ? t('Show {name}', { name: sourceName }) : t('Show the tool')}
        </Button>
      )}
      {pool !== null && edge !== null && !tool.isOfMany && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={13} />}
          onClick={() => flows.edit(message('Take out {name}', { name: tool.name }), (flow) => takeOut(flow, edge))}
        >
          {t('Take out of the pool')}
        </Button>
      )}
    </div>
  )
}
