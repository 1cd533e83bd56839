/** What becomes of the secrets in pasted configurations of MCP servers: which get stored, and how that is said before it happens. */
import { Checkbox } from '@mantine/core'
import type { McpConfigServer } from '../../src-shared/agents/outside/mcp-config'
import type { Json } from '../../src-shared/flow/records'
import type { McpTransportData } from '../../src-shared/kinds/mcp-transport'
import type { Client } from '../../src-shared/rpc/client'
import type { BatonContract } from '../../src-shared/rpc/contract'
import { Rich, useT } from '../ui/language'
import styles from './mcp-secrets.module.css'

/** Names of secrets: those that get stored, those that are stored already with a value in the text, those without a value. */
export type SecretPlan = {
  added: readonly string[]
  known: readonly string[]
  open: readonly string[]
  values: ReadonlyMap<string, string>
}

/** `names`: the secrets that are stored already. */
export function secretPlan(servers: readonly Pick<McpConfigServer, 'secrets'>[], names: readonly string[]): SecretPlan {
  const values = new Map(servers.flatMap(({ secrets }) => Object.entries(secrets)))
  const given = [...values]
  const withValue = given.filter(([, value]) => value !== '').map(([name]) => name)
  return {
    added: withValue.filter((name) => !names.includes(name)),
    known: withValue.filter((name) => names.includes(name)),
    open: given.flatMap(([name, value]) => (value === '' && !names.includes(name) ? [name] : [])),
    values,
  }
}

/** Stores what a plan adds; with `replaces` also what was stored before. Rejects with AppError. */
export async function storeSecrets(client: Client<BatonContract>, plan: SecretPlan, replaces: boolean): Promise<void> {
  for (const name of [...plan.added, ...(replaces ? plan.known : [])])
    await client.call('secrets.save', { name, value: plan.values.get(name) ?? '' })
}

/** The data of a node. The working folder is not among it. */
export function transportOf({ transport }: McpConfigServer): McpTransportData {
  if (transport.type !== 'stdio') return transport
  const { type, command, args, env } = transport
  return { type, command, args, env }
}

/** A transport as the flow holds it. */
export function transportJson(transport: McpTransportData): Json {
  return transport.type === 'stdio'
    ? { type: transport.type, command: transport.command, args: transport.args, env: transport.env }
    : { type: transport.type, url: transport.url, headers: transport.headers }
}

/** A server in one line. */
export function serverLine({ transport }: McpConfigServer): string {
  return transport.type === 'stdio' ? [transport.command, ...transport.args].join(' ') : transport.url
}

type NotesProps = {
  servers: readonly McpConfigServer[]
  plan: SecretPlan
  replaces: boolean
  onReplaces: (replaces: boolean) => void
}

/** Says it before it happens. */
export function SecretNotes({ servers, plan: { added, known, open }, replaces, onReplaces }: NotesProps) {
  const t = useT()
  const hasFolder = servers.some(({ transport }) => transport.type === 'stdio' && transport.cwd !== undefined)
  return (
    <div className={styles.mcpNotes} role="status">
      {added.length > 0 && (
        <p>
          <Rich
            text="What may be secret in it is stored in Settings, Secrets, as {names}. The flow gets the names only."
            values={{ names: <Names names={added} /> }}
          />
        </p>
      )}
      {known.length > 0 && (
        <Checkbox
          size="xs"
          checked={replaces}
          label={
            <>
              <Rich text="Replace what is stored as {names}" values={{ names: <Names names={known} /> }} />
            </>
          }
          onChange={(event) => onReplaces(event.currentTarget.checked)}
        />
      )}
      {open.length > 0 && (
        <p>
          <Rich
            text="{count, plural, one {{names} has no value in the text. Store it afterwards.} other {{names} have no value in the text. Store them afterwards.}}"
            values={{ names: <Names names={open} />, count: open.length }}
          />
        </p>
      )}
      {hasFolder && <p>{t('The working folder (cwd) is not taken over.')}</p>}
    </div>
  )
}

function Names({ names }: { names: readonly string[] }) {
  return names.map((name, index) => (
    <span key={name}>
      {index === 0 ? '' : ', '}
      <code>{name}</code>
    </span>
  ))
}
