/** An MCP server that is reached over the network: its address, the way in which it speaks, and headers with names of secrets in them. */
import { Select, TextInput } from '@mantine/core'
import { z } from 'zod'
import type { McpTransportData } from '../../../src-shared/kinds/mcp-transport'
import { PairsField } from '../fields/RowFields'
import { useT } from '../../ui/language'

type AddressData = Exclude<McpTransportData, { type: 'stdio' }>

const WAYS = [
  { value: 'http', label: 'Streamable HTTP' },
  { value: 'sse', label: 'Server-sent events (older servers)' },
]

const HEADERS = {
  key: 'headers',
  label: 'Headers',
  type: 'pairs',
  help: '{NAME} becomes the stored secret of that name, as in Bearer {GITHUB_TOKEN}.',
} as const

type AddressFieldsProps = { value: AddressData; onChange: (value: AddressData) => void }

export function McpAddressFields({ value, onChange }: AddressFieldsProps) {
  const t = useT()
  return (
    <>
      <TextInput
        label={t('Address')}
        placeholder="https://mcp.example.com/mcp"
        autoComplete="off"
        spellCheck={false}
        value={value.url}
        onChange={(event) => onChange({ ...value, url: event.currentTarget.value.trim() })}
      />
      <Select
        label={t('Speaks')}
        data={WAYS.map(({ value, label }) => ({ value, label: t.known(label) }))}
        value={value.type}
        onChange={(next) => onChange({ ...value, type: next === 'sse' ? 'sse' : 'http' })}
      />
      <PairsField
        hint={{ ...HEADERS, label: t.known(HEADERS.label), help: t.known(HEADERS.help) }}
        value={value.headers}
        error={null}
        node={null}
        onChange={(next) => {
          onChange({ ...value, headers: z.record(z.string(), z.string()).parse(next ?? {}) })
          return null
        }}
      />
    </>
  )
}
