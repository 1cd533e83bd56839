/** Everything about one tool of a pool: what it does, its arguments, and what the pool calls it. */
import { Button, TextInput } from '@mantine/core'
import { IconArrowUpRight, IconX } from '@tabler/icons-react'
import { isToolName } from '../../../src-shared/agents/names/names'
import { useEditor, useFlow } from '../../editor/editor-context'
import { ArgumentTable } from './ArgumentTable'
import { setOverride, takeOut } from './tool-edits'
import type { ToolRow } from './tool-rows'
import { TryButton } from '../../tool-trial/TryButton'
import { TextArea } from '../../ui/TextArea'
import formStyles from '../../ui/form.module.css'
import styles from './ToolDetails.module.css'

export function ToolDetails({ tool, pool }: { tool: ToolRow; pool: string | null }) {
  return (
    <div className={styles.details}>
      <p className={styles.description}>{tool.description === '' ? 'No description.' : tool.description}</p>
      <ArgumentTable parameters={tool.parameters} />
      {pool !== null && <OwnWords tool={tool} pool={pool} />}
      <Actions tool={tool} pool={pool} />
    </div>
  )
}

/** Another name and description, in this pool only. */
function OwnWords({ tool, pool }: { tool: ToolRow; pool: string }) {
  const { flows } = useEditor()
  const { override, given } = tool
  const edit = (change: Partial<ToolRow['override']>): void =>
    flows.edit(`Change ${given}`, (flow) => setOverride(flow, pool, { tool, change }), { merge: `${pool} ${tool.key}` })
  const name = override.name.trim()
  return (
    <div className={styles.own}>
      <TextInput
        size="xs"
        className={formStyles.monoInput}
        label="Name in this pool"
        placeholder={given}
        value={override.name}
        error={name === '' || isToolName(name) ? null : 'Letters, digits, _ and -, at most 64.'}
        onChange={(event) => edit({ name: event.currentTarget.value })}
      />
      <TextArea
        size="xs"
        label="Description in this pool"
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
          Show {tool.isOfMany ? sourceName : 'the tool'}
        </Button>
      )}
      {pool !== null && edge !== null && !tool.isOfMany && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          leftSection={<IconX size={13} />}
          onClick={() => flows.edit(`Take out ${tool.name}`, (flow) => takeOut(flow, edge))}
        >
          Take out of the pool
        </Button>
      )}
    </div>
  )
}
