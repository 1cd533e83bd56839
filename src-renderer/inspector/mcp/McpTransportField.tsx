/** How an MCP server is reached: a program of this computer or a web address, written by hand or pasted as its instructions give it. */
import { Button, Input, SegmentedControl } from '@mantine/core'
import { IconClipboardText } from '@tabler/icons-react'
import { useState } from 'react'
import { mcpTransportSchema, secretsOf, type McpTransportData } from '../../../src-shared/kinds/mcp-transport'
import { setNodeData, setNodeName } from '../../../src-shared/flow/editing/edits'
import type { Json } from '../../../src-shared/flow/records'
import { SECRET_NAME } from '../../../src-shared/flow/secret-names'
import { useSecretNames } from '../../ui/secrets'
import type { FieldProps } from '../field-types'
import { useFieldId } from '../use-field-id'
import { McpAddressFields } from './McpAddressFields'
import { McpPasteDialog } from './McpPasteDialog'
import { McpProgramFields } from './McpProgramFields'
import { useEditor } from '../../editor/editor-context'
import { betterName } from '../begun-name'
import { transportJson } from '../../editor/mcp-secrets'
import { MissingSecrets } from './MissingSecrets'
import { useT } from '../../ui/language'
import styles from './McpTransportField.module.css'

const EMPTY: { readonly [place: string]: McpTransportData } = {
  program: { type: 'stdio', command: '', args: [], env: {} },
  address: { type: 'http', url: '', headers: {} },
}

export function McpTransportField({ hint, value, error, onChange, node }: FieldProps<'mcpTransport'>) {
  const t = useT()
  const { flows } = useEditor()
  const field = useFieldId({ node, hint })
  const transport = transportOf(value)
  const place = transport.type === 'stdio' ? 'program' : 'address'
  // What was written for the other place comes back with it.
  const [other, setOther] = useState<McpTransportData | null>(null)
  const [isPasting, setPasting] = useState(false)
  const names = useSecretNames()
  const missing =
    names === null ? [] : secretsOf(transport).filter((name) => SECRET_NAME.test(name) && !names.includes(name))

  const change = (next: McpTransportData): void => void onChange(transportJson(next))
  // With the name that it has there, unless a person has named the node.
  const take = ({ transport: next, name }: { transport: McpTransportData; name: string }): void => {
    if (node === null) return change(next)
    flows.edit('Paste a configuration', (flow) => {
      const better = betterName(flow, node, name)
      const taken = setNodeData(flow, node, { [hint.key]: transportJson(next) })
      return better === null ? taken : setNodeName(taken, node, better)
    })
  }
  const switchTo = (next: string): void => {
    if (next === place) return
    setOther(transport)
    change(other ?? EMPTY[next] ?? transport)
  }
  return (
    <Input.Wrapper className={styles.field} label={hint.label} description={hint.help} error={error} labelElement="div">
      <Button
        className={styles.paste}
        size="compact-xs"
        variant="subtle"
        leftSection={<IconClipboardText size={13} />}
        onClick={() => setPasting(true)}
      >
        {t('Paste configuration')}
      </Button>
      <div className={styles.mcp} role="group" aria-label={hint.label}>
        <SegmentedControl
          size="xs"
          fullWidth
          aria-label={t('Where the server is')}
          data={[
            { value: 'program', label: t('Program') },
            { value: 'address', label: t('Web address') },
          ]}
          value={place}
          onChange={switchTo}
        />
        {transport.type === 'stdio' ? (
          <McpProgramFields value={transport} names={names ?? []} onChange={change} />
        ) : (
          <McpAddressFields value={transport} onChange={change} />
        )}
        <MissingSecrets names={missing} />
      </div>
      {isPasting && (
        <McpPasteDialog
          about={field}
          names={names ?? []}
          onTake={(taken) => {
            take(taken)
            setPasting(false)
          }}
          onClose={() => setPasting(false)}
        />
      )}
    </Input.Wrapper>
  )
}

function transportOf(value: Json | undefined): McpTransportData {
  const parsed = mcpTransportSchema.safeParse(value)
  return parsed.success ? parsed.data : { type: 'stdio', command: '', args: [], env: {} }
}
