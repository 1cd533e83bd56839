/** Checks of the flow's settings: where a swarm begins, what this version cannot do yet, and the rehearsal script. */
import { asMessage, message as sentence } from '../../languages/translate'
import { foldCase } from '../../match'
import { checkCode } from '../../kinds/code-value'
import { kindOf } from '../../kinds/index'
import type { Problem } from '../../kinds/kind'
import { SWARM_CODE_FIELDS, SWARM_CODES } from '../../kinds/swarm-codes'
import type { FlowGraph } from '../graph'
import { issuesOf } from '../issues'
import { heldFlow, MAX_FLOW_DEPTH } from '../editing/embedded-flow'
import { openFlow } from '../editing/open'
import { settingsSchema, type Flow, type RehearsalRule, type Settings } from '../records'
import { patternFault } from '../../kinds/expression-checks'
import { checkLostSlots } from './prompts'

/** The settings with their defaults, and what breaks them; broken ones count as not set. */
export function readCheckedSettings(graph: FlowGraph): { settings: Settings; problems: Problem[] } {
  const parsed = settingsSchema.safeParse(graph.flow.settings)
  if (parsed.success) return { settings: parsed.data, problems: [] }
  const problems = issuesOf(parsed.error, ['settings']).map(({ path, message }): Problem => {
    return {
      severity: 'error',
      code: 'invalid-settings',
      field: path,
      message: sentence("{path}: {message}. Correct it in the flow's settings.", { path, message }),
    }
  })
  return { settings: settingsSchema.parse({}), problems }
}

/** Every problem of the settings. */
export function checkSettings(graph: FlowGraph, settings: Settings): Problem[] {
  const problems = checkSwarm(graph, settings)
  if (settings.rehearsal.length === 0) return problems
  const speakers = speakersOf(graph.flow)
  return [...problems, ...settings.rehearsal.flatMap((rule, index) => checkRule(speakers, rule, index))]
}

/** The names of all nodes, also of those in flows that nodes hold: rules reach into sub-flows. */
function speakersOf(flow: Flow, depth = 0): Set<string> {
  const names = new Set(Object.values(flow.nodes).map(({ name }) => foldCase(name)))
  if (depth > MAX_FLOW_DEPTH) return names
  for (const node of Object.values(flow.nodes)) {
    const held = heldFlow(node)
    const opened = held?.by === 'value' ? openFlow(held.value) : null
    if (opened?.ok === true) for (const name of speakersOf(opened.flow, depth + 1)) names.add(name)
  }
  return names
}

function checkSwarm(graph: FlowGraph, { swarm }: Settings): Problem[] {
  const problems: Problem[] = []
  if (swarm.managerModel === null && asksManager(graph, swarm)) {
    const message =
      "The swarm's manager chooses who speaks next, and has no model. Choose one in the flow's settings, or another way to go on after work."
    problems.push({ severity: 'error', code: 'no-manager-model', field: 'settings.swarm.managerModel', message })
  }
  problems.push(
    ...checkLostSlots('swarmManager', swarm.managerPrompt, {
      field: 'settings.swarm.managerPrompt',
      path: ['swarm', 'managerPrompt'],
      about: asMessage("The swarm's manager"),
    }),
  )
  for (const field of SWARM_CODE_FIELDS)
    problems.push(...checkCode(swarm[field], { field: `settings.swarm.${field}`, what: SWARM_CODES[field].what }))
  if (swarm.initial === null) return problems
  const node = graph.node(swarm.initial)
  if (node === undefined) {
    const message = sentence(
      "The swarm begins with the node “{initial}”, which is not in the flow. Choose another first agent in the flow's settings.",
      { initial: swarm.initial },
    )
    problems.push({ severity: 'error', code: 'no-initial', field: 'settings.swarm.initial', message })
  } else if (kindOf(node)?.roles.participant !== true) {
    const message = sentence(
      "The swarm begins with “{name}”, which cannot speak. Choose another first agent in the flow's settings.",
      { name: node.name },
    )
    problems.push({
      severity: 'error',
      code: 'no-initial',
      field: 'settings.swarm.initial',
      node: swarm.initial,
      message,
    })
  }
  return problems
}

/** Whether a manager is asked anywhere: by the flow, by an agent or by an edge (swarm 6). */
export function asksManager({ flow }: FlowGraph, swarm: Settings['swarm']): boolean {
  if (swarm.pattern === 'manager' || swarm.afterWork === 'swarm-manager') return true
  if (Object.values(flow.nodes).some((node) => node.data['afterWork'] === 'swarm-manager')) return true
  return Object.values(flow.edges).some((edge) => edge.data['option'] === 'swarm-manager')
}

function checkRule(speakers: ReadonlySet<string>, { when }: RehearsalRule, index: number): Problem[] {
  const field = `settings.rehearsal.${index}`
  const problems = (['user', 'last'] as const).flatMap((key): Problem[] => {
    const fault = patternFault(when[key] ?? '')
    if (fault === null) return []
    const message = sentence(
      'Rehearsal rule {number}: the pattern in “{key}” cannot be used: {fault}. Correct it in the rehearsal script.',
      { number: index + 1, key, fault },
    )
    return [{ severity: 'warning', code: 'bad-pattern', field, message }]
  })
  const { speaker } = when
  if (speaker === undefined) return problems
  if (speakers.has(foldCase(speaker))) return problems
  const message = sentence(
    'Rehearsal rule {number} waits for “{speaker}”, and no node is called that. Correct the name in the rehearsal script.',
    { number: index + 1, speaker },
  )
  return [...problems, { severity: 'warning', code: 'unknown-speaker', field, message }]
}
