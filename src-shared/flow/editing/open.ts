/** The door of the document: unknown text or JSON becomes a Flow, or a coded failure and nothing loaded. Runs nothing of what it reads. */
import { ENGLISH, inARow, message as sentence, type Sentence } from '../../languages/translate'
import { AppError, toAppError, toErrorRecord, type ErrorCode, type ErrorDetails, type ErrorRecord } from '../../errors'
import { EDGES } from '../../kinds/edges'
import { isEdgeKind } from '../../kinds/edge-kinds'
import { isKindName, kindOf } from '../../kinds/index'
import type { Problem } from '../../kinds/kind'
import { foreignFormat } from '../foreign'
import { issueSentence, issuesOf } from '../issues'
import { findForbidden, isJsonObject, parseJson, type ValueIssue } from '../json'
import { MIGRATIONS, runMigrations, type Migration } from '../migrations/index'
import { atOnce, type Slices } from '../../slices'
import { respellFlow } from './respell'
import { FLOW_FORMAT, FLOW_VERSION, flowSchema, settingsSchema, type Flow, type JsonObject } from '../records'

/** The flow with remarks that block nothing here (placeholders, an older version), or why nothing was loaded. */
export type OpenResult = { ok: true; flow: Flow; warnings: Problem[] } | { ok: false; error: ErrorRecord }

/** The largest file, in UTF-16 units of its text. */
export const MAX_TEXT = 20 * 1024 * 1024
export const MAX_NODES = 20_000
export const MAX_EDGES = 100_000
/** How many of the things wrong with a file a failure names. */
const MAX_ISSUES = 10

type Steps = { newest: number; migrations: readonly Migration[] }
const OWN_STEPS: Steps = { newest: FLOW_VERSION, migrations: MIGRATIONS }

/**
 * Opens a flow from its text, or from a value as JSON would write it. Never throws. Failures: `not-json`, `not-a-flow`,
 * `newer-version`, `invalid-flow` (details `issues`: path and message). Unknown kinds and unknown fields are kept word for word.
 */
export function openFlow(input: unknown, steps: Steps = OWN_STEPS): OpenResult {
  return atOnce(openingFlow(input, steps))
}

/** `openFlow` in slices. */
export function* openingFlow(input: unknown, steps: Steps = OWN_STEPS): Slices<OpenResult> {
  try {
    return yield* openText(typeof input === 'string' ? input : JSON.stringify(input), steps)
  } catch (cause) {
    const reason = toAppError(cause).said
    return failed('not-a-flow', sentence('This cannot be read as a Baton flow: {reason}', { reason }))
  }
}

function* openText(text: string | undefined, steps: Steps): Slices<OpenResult> {
  if (text === undefined)
    return failed('not-a-flow', 'This is not a Baton flow: it is not JSON. Choose a *.flow.json file.')
  if (text.length > MAX_TEXT)
    return failed('invalid-flow', 'The file is larger than 20 MB. No Baton flow is that large; choose another file.')
  const parsed = parseJson(text.replace(/^\uFEFF/, ''))
  if (!parsed.ok) {
    const { line, column } = parsed
    return failed('not-json', whyNoJson(text, parsed), { line, column })
  }
  yield
  const forbidden = findForbidden(parsed.value)
  if (forbidden !== null) return invalid([forbidden])
  // JSON writes -0 as 0, so a flow that kept one would not be what its own text says.
  const hasNegativeZero = /-0|-\d[\d.]*[eE]-/.test(text)
  const value: unknown = hasNegativeZero ? JSON.parse(JSON.stringify(parsed.value)) : parsed.value
  yield
  return yield* openJson(value, steps)
}

/** Read as UTF-8, every other character of it is a zero; a mark at its beginning cannot be read at all. */
const UTF_16 = /^\uFFFD{0,2}(?:[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/
/** What no text has, and bytes that are no UTF-8. */
const NO_TEXT = /[\0\uFFFD]/

function whyNoJson(text: string, { line, column }: { line: number; column: number }): Sentence {
  if (text.trim() === '') return 'The file is empty. Choose the *.flow.json file of a flow.'
  if (UTF_16.test(text)) return 'The file is written in UTF-16. Save it as UTF-8, then open it again.'
  if (NO_TEXT.test(text.slice(0, 200)))
    return 'The file is not a text: it may be a picture or a program. Choose the *.flow.json file of a flow.'
  return sentence(
    'The file is not JSON: it breaks at line {line}, column {column}. Mend it there, or choose another file.',
    { line, column },
  )
}

function* openJson(value: unknown, { newest, migrations }: Steps): Slices<OpenResult> {
  if (!isJsonObject(value) || value['format'] !== FLOW_FORMAT) {
    return failed(
      'not-a-flow',
      sentence('This is not a Baton flow: {reason} Choose a *.flow.json file.', { reason: foreignFormat(value) }),
    )
  }
  const version = value['version']
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1) {
    return invalid([{ path: 'version', message: sentence('expected a whole number from 1 up') }])
  }
  if (version > newest) {
    return failed(
      'newer-version',
      sentence(
        'The flow is of version {version}, and this Baton reads up to version {newest}. Update Baton to open it; nothing was loaded.',
        { version, newest },
      ),
      { version, newest },
    )
  }
  if (version === newest) return yield* validate(value, null)
  const migrated = migrate(value, version, { newest, migrations })
  return migrated.ok ? yield* validate(migrated.file, version) : invalid([migrated.issue])
}

type MigrationResult = { ok: true; file: JsonObject } | { ok: false; issue: ValueIssue }

/** Steps are our own, but the file is not: what one trips over is a fault of the file. */
function migrate(file: JsonObject, version: number, { newest, migrations }: Steps): MigrationResult {
  try {
    return { ok: true, file: runMigrations(file, version, migrations) }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    return {
      ok: false,
      issue: {
        path: 'version',
        message: sentence('cannot be brought from {version} up to {newest}: {reason}', { version, newest, reason }),
      },
    }
  }
}

function* validate(file: JsonObject, migratedFrom: number | null): Slices<OpenResult> {
  const nodes = isJsonObject(file['nodes']) ? file['nodes'] : {}
  const edges = isJsonObject(file['edges']) ? file['edges'] : {}
  if (Object.keys(nodes).length > MAX_NODES)
    return invalid([{ path: 'nodes', message: sentence('more than {most} nodes', { most: MAX_NODES }) }])
  if (Object.keys(edges).length > MAX_EDGES)
    return invalid([{ path: 'edges', message: sentence('more than {most} edges', { most: MAX_EDGES }) }])
  const filled = 'edges' in file && isJsonObject(file['edges']) ? { ...file, edges: fillPorts(edges, nodes) } : file
  const skeleton = flowSchema.safeParse(withoutData(filled))
  if (!skeleton.success) return invalid(issuesOf(skeleton.error, []))
  yield
  const flow = withData(skeleton.data, filled)
  yield
  const issues = [...settingsIssues(flow), ...dataIssues(flow)]
  if (issues.length > 0) return invalid(issues)
  yield
  const spelled = respellFlow(flow)
  return { ok: true, flow: spelled, warnings: remarks(spelled, migratedFrom) }
}

/** Edges with the port that was left out, where the kind of the node at their beginning leaves no choice. */
function fillPorts(edges: JsonObject, nodes: JsonObject): JsonObject {
  const filled: JsonObject = {}
  for (const [id, edge] of Object.entries(edges)) filled[id] = isJsonObject(edge) ? fillPort(edge, nodes) : edge
  return filled
}

function fillPort(edge: JsonObject, nodes: JsonObject): JsonObject {
  const from = edge['from']
  if (!isJsonObject(from) || Object.hasOwn(from, 'port') || typeof from['node'] !== 'string') return edge
  const node = Object.hasOwn(nodes, from['node']) ? nodes[from['node']] : undefined
  const kind = isJsonObject(node) ? node['kind'] : undefined
  const data = isJsonObject(node) && isJsonObject(node['data']) ? node['data'] : {}
  const ports = typeof kind === 'string' ? (kindOf({ kind })?.ports(data) ?? []) : []
  const [port, ...others] = ports.filter((candidate) => candidate.edge === edge['kind'] && candidate.explicit !== true)
  return port === undefined || others.length > 0 ? edge : { ...edge, from: { ...from, port: port.id } }
}

/** The file with every `settings` and `data` emptied: those are checked by schemas of their own, and kept as they were written. */
function withoutData(file: JsonObject): JsonObject {
  const emptied = { ...file }
  if (isJsonObject(file['settings'])) emptied['settings'] = {}
  for (const part of ['nodes', 'edges']) {
    const records = file[part]
    if (!isJsonObject(records)) continue
    const skeletons: JsonObject = {}
    for (const [id, record] of Object.entries(records)) {
      skeletons[id] = isJsonObject(record) && isJsonObject(record['data']) ? { ...record, data: {} } : record
    }
    emptied[part] = skeletons
  }
  return emptied
}

function withData(skeleton: Flow, file: JsonObject): Flow {
  return {
    ...skeleton,
    settings: objectAt(file, 'settings'),
    nodes: mapRecords(skeleton.nodes, (node, id) => ({
      ...node,
      data: objectAt(objectAt(objectAt(file, 'nodes'), id), 'data'),
    })),
    edges: mapRecords(skeleton.edges, (edge, id) => ({
      ...edge,
      data: objectAt(objectAt(objectAt(file, 'edges'), id), 'data'),
    })),
  }
}

function objectAt(object: JsonObject, key: string): JsonObject {
  const value = Object.hasOwn(object, key) ? object[key] : undefined
  return isJsonObject(value) ? value : {}
}

function mapRecords<Item>(
  records: { [id: string]: Item },
  change: (record: Item, id: string) => Item,
): { [id: string]: Item } {
  const changed: { [id: string]: Item } = {}
  for (const [id, record] of Object.entries(records)) changed[id] = change(record, id)
  return changed
}

function settingsIssues(flow: Flow): ValueIssue[] {
  const parsed = settingsSchema.safeParse(flow.settings)
  return parsed.success ? [] : issuesOf(parsed.error, ['settings'])
}

function dataIssues(flow: Flow): ValueIssue[] {
  const issues: ValueIssue[] = []
  for (const [id, node] of Object.entries(flow.nodes)) {
    const parsed = kindOf(node)?.schema.safeParse(node.data)
    if (parsed?.success === false) issues.push(...issuesOf(parsed.error, ['nodes', id, 'data']))
  }
  for (const [id, edge] of Object.entries(flow.edges)) {
    const parsed = isEdgeKind(edge.kind) ? EDGES[edge.kind].schema.safeParse(edge.data) : null
    if (parsed?.success === false) issues.push(...issuesOf(parsed.error, ['edges', id, 'data']))
  }
  return issues
}

function remarks(flow: Flow, migratedFrom: number | null): Problem[] {
  const found: Problem[] = []
  if (migratedFrom !== null) {
    const message = sentence(
      'The file was written as version {from} and was brought up to version {to}. Saving keeps the new version.',
      { from: migratedFrom, to: FLOW_VERSION },
    )
    found.push({ severity: 'warning', code: 'migrated', message })
  }
  for (const [id, node] of Object.entries(flow.nodes)) {
    if (isKindName(node.kind)) continue
    const message = sentence(
      'This Baton does not know the kind “{kind}”. The node is kept as it is, and the flow cannot run with it.',
      { kind: node.kind },
    )
    found.push({ severity: 'warning', code: 'unknown-kind', node: id, message })
  }
  for (const [id, edge] of Object.entries(flow.edges)) {
    if (isEdgeKind(edge.kind)) continue
    const message = sentence(
      'This Baton does not know the edge kind “{kind}”. The edge is kept as it is, and the flow cannot run with it.',
      { kind: edge.kind },
    )
    found.push({ severity: 'warning', code: 'unknown-edge-kind', edge: id, message })
  }
  return found
}

function invalid(issues: readonly ValueIssue[]): OpenResult {
  const named = issues.slice(0, MAX_ISSUES)
  const told = inARow(named.map(issueSentence), '; ')
  const count = issues.length - named.length
  return failed(
    'invalid-flow',
    count > 0
      ? sentence('The flow breaks the file format, and nothing was loaded. {issues}; and {count} more', {
          issues: told,
          count,
        })
      : sentence('The flow breaks the file format, and nothing was loaded. {issues}', { issues: told }),
    { issues: named.map(({ path, message }) => ({ path, message: ENGLISH.message(message) })) },
  )
}

function failed(code: ErrorCode, said: Sentence, details?: ErrorDetails): OpenResult {
  return { ok: false, error: toErrorRecord(new AppError(code, said, details)) }
}
