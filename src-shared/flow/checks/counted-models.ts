/** Which models' calls count to a budget of money, and the problem that nobody knows what some of them cost. Prices are read by whoever checks. */
import { message as sentence } from '../../languages/translate'
import { budgetOf, limitsMoney } from '../../kinds/budget'
import { kindOf } from '../../kinds/index'
import type { Problem } from '../../kinds/kind'
import { foldCase } from '../../match'
import { heldFlow } from '../editing/embedded-flow'
import { openFlow } from '../editing/open'
import { DEFAULT_CONNECTION, isRehearsal } from '../model-choices'
import { flowModel, layModel, nodeModelSchema, type ModelLayer } from '../model-settings'
import { settingsSchema, type Flow, type JsonObject } from '../records'

/** A model as a flow names it; empty: that of its connection. */
export type CountedModel = { readonly connection: string; readonly model: string }

/** `node`: the budget is one of its own; null: it is the flow's. */
export type MoneyBudget = {
  readonly node: string | null
  readonly field: string
  readonly models: readonly CountedModel[]
}

/** The budgets of money of a flow, with the models that they count: those of the flow also count what is inside of its nodes. */
export function moneyBudgets(flow: Flow): MoneyBudget[] {
  const read = settingsSchema.safeParse(flow.settings)
  const limits = read.success ? read.data.limits : null
  const field = limits === null || limits.dollars !== null ? 'dollars' : 'threadDollars'
  const isLimited = limits !== null && (limits.dollars !== null || limits.threadDollars !== null)
  const own = Object.entries(flow.nodes).flatMap(([node, record]): MoneyBudget[] => {
    if (!limitsMoney(record)) return []
    const key = budgetOf(record).budgetDollars === null ? 'budgetThreadDollars' : 'budgetDollars'
    return [{ node, field: key, models: modelsOf(flow, (id) => id === node) }]
  })
  const all = isLimited ? [{ node: null, field: `settings.limits.${field}`, models: modelsWithin(flow) }] : []
  return [...all, ...own].filter(({ models }) => models.length > 0)
}

function modelsWithin(flow: Flow): CountedModel[] {
  const inner = Object.values(flow.nodes).flatMap((node) => {
    const held = heldFlow(node)
    const opened = held?.by === 'value' ? openFlow(held.value) : null
    return opened?.ok === true ? modelsWithin(opened.flow) : []
  })
  return each([...modelsOf(flow, () => true), ...inner])
}

function modelsOf({ settings, nodes }: Flow, isMeant: (id: string) => boolean): CountedModel[] {
  const base = flowModel(settings)
  const models = Object.entries(nodes).flatMap(([id, node]): CountedModel[] => {
    const asks = kindOf(node)?.fields.some(({ type }) => type === 'model') === true
    if (!isMeant(id) || !asks) return []
    const { connection = DEFAULT_CONNECTION, model = '' } = layModel(base, ownModel(node.data))
    return [{ connection, model }]
  })
  return each(models)
}

function each(models: readonly CountedModel[]): CountedModel[] {
  return [...new Map(models.map((one) => [countedKey(one), one])).values()]
}

function ownModel(data: JsonObject): ModelLayer {
  const read = nodeModelSchema.safeParse(data['model'] ?? null)
  return read.success ? (read.data ?? {}) : {}
}

/** What tells one model from another. */
export function countedKey({ connection, model }: CountedModel): string {
  return JSON.stringify([foldCase(connection), model])
}

/** What has to be known of a connection. */
type KnownConnection = {
  readonly name: string
  readonly provider: string
  readonly baseUrl: string
  readonly model: string
  readonly prices?: { readonly [model: string]: unknown } | undefined
}

/** A model whose price is to be looked up, at which server. */
export type PriceRequest = { readonly of: CountedModel; readonly at: { name: string; baseUrl: string; model: string } }

/** Those whose price the person has not set. The rehearsal costs nothing, and a connection that is not set up is another problem. */
export function pricesToAsk(
  budgets: readonly MoneyBudget[],
  connections: readonly KnownConnection[],
): readonly PriceRequest[] {
  return each(budgets.flatMap(({ models }) => models)).flatMap((of): PriceRequest[] => {
    const known = connections.find(({ name }) => foldCase(name) === foldCase(of.connection))
    if (known === undefined || known.provider === 'rehearsal' || isRehearsal(of.connection)) return []
    const model = of.model || known.model
    if (model === '' || known.prices?.[model] !== undefined) return []
    return [{ of, at: { name: known.name, baseUrl: known.baseUrl, model } }]
  })
}

/** `unpriced`: by `countedKey`, the models whose price nobody knows, as they are called. */
export function unpricedProblems(budgets: readonly MoneyBudget[], unpriced: ReadonlyMap<string, string>): Problem[] {
  return budgets.flatMap(({ node, field, models }): Problem[] => {
    const named = new Set(models.flatMap((one) => unpriced.get(countedKey(one)) ?? []))
    if (named.size === 0) return []
    const message = sentence(
      'No price is known for {models}, so these calls are not counted. Set a price in Settings, Connections.',
      { models: [...named].join(', ') },
    )
    return [{ severity: 'warning', code: 'unknown-price', field, message, ...(node === null ? {} : { node }) }]
  })
}
