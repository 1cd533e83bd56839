/** Under a budget of money: the models of it whose price nobody knows, so that their calls are not counted. */
import { IconAlertTriangle } from '@tabler/icons-react'
import { useEffect, useMemo, useState } from 'react'
import { DEFAULT_CONNECTION, isRehearsal } from '../../src-shared/flow/model-choices'
import { flowModel, layModel, nodeModelSchema, type ModelLayer } from '../../src-shared/flow/model-settings'
import type { Flow, JsonObject } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import { foldCase } from '../../src-shared/match'
import type { ConnectionView } from '../../src-shared/rpc/connection'
import { useFlow } from '../editor/editor-context'
import { useConnections } from '../ui/connections'
import { useT } from '../ui/language'
import { useServices } from '../ui/services'
import styles from './ProblemLines.module.css'

/** `node`: the budget is one of its own; null: it is the flow's. */
export function UncountedMoney({ node }: { node: string | null }) {
  const t = useT()
  const models = useFlow((flow) => modelsIn(flow, node))
  const unknown = useUnknownPrices(models)
  if (unknown.length === 0) return null
  return (
    <ul className={styles.problemLines} aria-label={t('Money that is not counted')}>
      <li data-severity="warning">
        <IconAlertTriangle size={15} aria-hidden />
        <span>
          {t('No price is known for {models}, so these calls are not counted. Set a price in Settings, Connections.', {
            models: unknown.join(', '),
          })}
        </span>
      </li>
    </ul>
  )
}

type PricedModel = { connection: string; model: string }

/** The models that a budget counts, each once, as JSON: the same text as long as they are the same. */
function modelsIn({ settings, nodes }: Flow, node: string | null): string {
  const base = flowModel(settings)
  const asking = Object.entries(nodes).filter(
    ([id, one]) => (node === null || id === node) && kindOf(one)?.fields.some(({ type }) => type === 'model') === true,
  )
  const models = asking.map(([, { data }]): PricedModel => {
    const { connection = DEFAULT_CONNECTION, model = '' } = layModel(base, ownModel(data))
    return { connection, model }
  })
  return JSON.stringify([...new Map(models.map((one) => [`${one.connection} ${one.model}`, one])).values()])
}

function ownModel(data: JsonObject): ModelLayer {
  const read = nodeModelSchema.safeParse(data['model'] ?? null)
  return read.success ? (read.data ?? {}) : {}
}

/** Those whose price neither the person, nor the server, nor Baton's table says; none until they were read. */
function useUnknownPrices(models: string): readonly string[] {
  const { client } = useServices()
  const connections = useConnections()
  const asked = useMemo(() => askedPrices(models, connections), [models, connections])
  const [unknown, setUnknown] = useState<readonly string[]>([])
  useEffect(() => {
    const reading = new AbortController()
    const prices = asked.map(({ name, baseUrl, model }) =>
      client
        .call('connections.about', { name, baseUrl, model }, { signal: reading.signal })
        .then(({ figures }) => (figures.price === null ? [model] : [])),
    )
    Promise.all(prices).then(
      (found) => setUnknown(found.flat()),
      () => undefined,
    )
    return () => reading.abort()
  }, [client, asked])
  return unknown
}

type PriceRequest = { name: string; baseUrl: string; model: string }

/** The rehearsal costs nothing, and a connection that is not set up is another problem. */
function askedPrices(models: string, connections: readonly ConnectionView[]): readonly PriceRequest[] {
  const used = JSON.parse(models) as PricedModel[]
  return used.flatMap(({ connection: named, model: own }): PriceRequest[] => {
    const connection = connections.find(({ name }) => foldCase(name) === foldCase(named))
    if (connection === undefined || connection.provider === 'rehearsal' || isRehearsal(named)) return []
    const model = own || connection.model
    if (model === '' || connection.prices?.[model] !== undefined) return []
    return [{ name: connection.name, baseUrl: connection.baseUrl, model }]
  })
}
