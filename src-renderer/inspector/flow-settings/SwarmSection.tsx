/** How agents share the conversation where neither they nor their edges say otherwise. */
import type { PlainText } from '../../../src-shared/languages/translate'
import { NumberInput, Select, Switch } from '@mantine/core'
import { useMemo } from 'react'
import { swarmGroup } from '../../../src-shared/agents/offers/swarm-group'
import { flowGraph } from '../../../src-shared/flow/graph'
import { AFTER_WORK, SWARM_PATTERNS, type SwarmPattern } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds/index'
import type { Kind } from '../../../src-shared/kinds/kind'
import { AFTER_WORK_EXAMPLE, MANAGER_EXAMPLE } from '../../../src-shared/kinds/code-fields'
import { useFlow } from '../../editor/editor-context'
import { Field, useFieldFocus } from '../Field'
import { tintOf } from '../../kinds/kind-icons'
import { Mover } from '../Mover'
import type { UndoStep } from '../field-types'
import { useDragOrder } from '../use-drag-order'
import type { Json } from '../../../src-shared/flow/records'
import { jsonObject, useSettingProblem, useSettings } from './use-settings'
import { cx } from '../../ui/cx'
import { useT } from '../../ui/language'
import helpersStyles from '../helpers.module.css'
import partsStyles from '../parts.module.css'

const SWARM_CODE_FIELD = {
  key: 'afterWorkCode',
  label: 'When an agent has answered, by code',
  type: 'callable',
  placeholder: AFTER_WORK_EXAMPLE,
  help: 'Asked where the edges and options of the agent say nothing: exports run(args, baton) and gives back the name of an agent of the swarm, TERMINATE, REVERT_TO_USER, STAY or SWARM_MANAGER. args.candidates has the names. Nothing: as above.',
} as const

const MANAGER_MODEL = {
  key: 'managerModel',
  label: 'Model of the manager',
  type: 'model',
  help: 'Which model chooses who speaks next.',
} as const

const MANAGER_PROMPT = {
  key: 'managerPrompt',
  label: 'Instruction of the manager',
  type: 'prompt',
  builtIn: 'swarmManager',
  help: 'How that model is asked who speaks next.',
} as const

const MANAGER_CODE = {
  key: 'managerPromptCode',
  label: 'Instruction of the manager, by code',
  type: 'callable',
  placeholder: MANAGER_EXAMPLE,
  help: 'Stands for the instruction: exports run(args, baton) and gives back the text. args.prompt is the instruction as it would be without, args.candidates has the names of the agents.',
} as const

/** Stands for "not set" in a select, whose values are texts. */
const NOT_SET = ' '

const AFTER_WORK_LABELS: { readonly [A in (typeof AFTER_WORK)[number]]: PlainText } = {
  terminate: 'End the turn',
  'revert-to-user': 'Wait for the user',
  stay: 'Stay with the agent',
  'swarm-manager': 'Let the manager choose',
}

const PATTERN_LABELS: { readonly [P in SwarmPattern]: PlainText } = {
  default: 'As drawn',
  'round-robin': 'One after the other',
  random: 'At random',
  manager: 'The manager chooses',
  manual: 'You choose, beside the message',
}

export function SwarmSection() {
  const t = useT()
  const { settings, changeIn } = useSettings()
  const { swarm } = settings
  const afterWork = useFieldFocus('settings.swarm.afterWork')
  const afterWorkProblem = useSettingProblem('swarm.afterWork')
  const change = (label: string, patch: Parameters<typeof changeIn>[2]): void => void changeIn('swarm', label, patch)
  return (
    <div role="group" aria-label={t('Swarm')} className={partsStyles.fields}>
      <InitialAgent value={swarm.initial} onChange={(initial) => change('Change who begins', { initial })} />
      <div ref={afterWork}>
        <Select
          label={t('When an agent has answered')}
          data={AFTER_WORK.map((value) => ({ value, label: t(AFTER_WORK_LABELS[value]) }))}
          value={swarm.afterWork}
          error={afterWorkProblem === null ? null : t.message(afterWorkProblem.message)}
          onChange={(next) => change('Change what follows an answer', { afterWork: next ?? 'terminate' })}
        />
      </div>
      <Select
        label={t('Who speaks next where nothing is drawn')}
        description={t(PATTERN_HELP[swarm.pattern])}
        data={SWARM_PATTERNS.map((value) => ({ value, label: t(PATTERN_LABELS[value]) }))}
        value={swarm.pattern}
        allowDeselect={false}
        onChange={(next) => change('Change who speaks next', { pattern: next ?? 'default' })}
      />
      {swarm.pattern === 'round-robin' && (
        <CircleOrder onChange={(order) => change('Change the order of the agents', { order })} />
      )}
      {swarm.pattern === 'random' && (
        <NumberInput
          label={t('Seed')}
          description={t('The same seed gives the same speakers.')}
          allowDecimal={false}
          value={swarm.seed}
          onChange={(next) => change('Change the seed', { seed: typeof next === 'number' ? next : 1 })}
        />
      )}
      <AfterWorkCode />
      <Manager />
      <Select
        label={t('Several hand-offs in one reply')}
        data={[
          { value: 'last', label: t('The last one counts') },
          { value: 'first', label: t('The first one counts') },
        ]}
        value={swarm.severalHandoffs}
        onChange={(next) => change('Change which hand-off counts', { severalHandoffs: next ?? 'last' })}
      />
      <Switch
        label={t('Hide hand-off calls from agents')}
        description={t('Agents then read only what was said.')}
        checked={swarm.hideTransit}
        onChange={(event) => change('Change what agents see', { hideTransit: event.currentTarget.checked })}
      />
    </div>
  )
}

const PATTERN_HELP: { readonly [P in SwarmPattern]: PlainText } = {
  default: 'Edges and options say it.',
  'round-robin': 'Everybody speaks once, then it is your turn.',
  random: 'Never the one that has just spoken; as many replies as there are agents.',
  manager: 'A model reads the conversation and names the next one, or you.',
  manual: 'After each reply you pick the next one.',
}

/** Code that says who speaks next, in the place of the option above. */
function AfterWorkCode() {
  const { change, stored } = useSettings()
  const problem = useSettingProblem('swarm.afterWorkCode')
  const { afterWorkCode = null, ...rest } = jsonObject(stored['swarm'])
  const set = (value: Json | undefined, undo?: UndoStep) =>
    change(
      'Change who speaks next',
      { swarm: value === undefined || value === null ? rest : { ...rest, afterWorkCode: value } },
      undo,
    )
  return <Field hint={SWARM_CODE_FIELD} value={afterWorkCode} problem={problem} onChange={set} node={null} />
}

/** The model and instruction of the manager, where anything asks for one. */
function Manager() {
  const { settings, change, stored } = useSettings()
  const { swarm } = settings
  const isAsked = useFlow(
    (flow) =>
      Object.values(flow.nodes).some((node) => node.data['afterWork'] === 'swarm-manager') ||
      Object.values(flow.edges).some((edge) => edge.data['option'] === 'swarm-manager'),
  )
  const model = useSettingProblem('swarm.managerModel')
  const prompt = useSettingProblem('swarm.managerPrompt')
  const code = useSettingProblem('swarm.managerPromptCode')
  if (!isAsked && swarm.pattern !== 'manager' && swarm.afterWork !== 'swarm-manager' && model === null) return null
  const set = (key: string, label: string) => (value: Json | undefined, undo?: UndoStep) => {
    const { [key]: _old, ...rest } = jsonObject(stored['swarm'])
    const isUnset = value === undefined || (value === null && key === MANAGER_CODE.key)
    return change(label, { swarm: isUnset ? rest : { ...rest, [key]: value } }, undo)
  }
  return (
    <>
      <div data-field="settings.swarm.managerModel">
        <Field
          hint={MANAGER_MODEL}
          value={jsonObject(stored['swarm'])['managerModel'] ?? null}
          problem={model}
          onChange={set('managerModel', 'Change the model of the manager')}
          node={null}
        />
      </div>
      <Field
        hint={MANAGER_PROMPT}
        value={swarm.managerPrompt}
        problem={prompt}
        onChange={set('managerPrompt', 'Change the instruction of the manager')}
        node={null}
      />
      <Field
        hint={MANAGER_CODE}
        value={jsonObject(stored['swarm'])['managerPromptCode'] ?? null}
        problem={code}
        onChange={set('managerPromptCode', 'Change the instruction of the manager')}
        node={null}
      />
    </>
  )
}

/** The agents in the order in which they are asked, to be dragged or moved by key. */
function CircleOrder({ onChange }: { onChange: (order: string[]) => void }) {
  const t = useT()
  const flow = useFlow((open) => open)
  const { settings } = useSettings()
  const agents = useMemo(() => swarmGroup(flowGraph(flow), settings.swarm.order), [flow, settings.swarm.order])
  const move = (from: number, to: number): void => {
    const id = agents[from]
    if (id === undefined || to < 0 || to >= agents.length) return
    const rest = agents.filter((agent) => agent !== id)
    onChange([...rest.slice(0, to), id, ...rest.slice(to)])
  }
  const drag = useDragOrder(agents.length, move)
  return (
    <div role="group" aria-label={t('Order of the agents')}>
      <div className={helpersStyles.port}>{t('Order of the agents')}</div>
      <ol className={cx(helpersStyles.list, helpersStyles.order)} ref={drag.list}>
        {agents.map((id, index) => {
          const name = flow.nodes[id]?.name ?? id
          return (
            <li key={id} {...drag.rowMarks(index)} style={tintOf('swarm')}>
              <span className={helpersStyles.icon}>
                <span className={helpersStyles.place}>{index + 1}</span>
              </span>
              <span className={helpersStyles.words}>{name}</span>
              <Mover name={name} index={index} count={agents.length} order={drag} onMove={move} />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

function canBegin(kind: Kind | null): boolean {
  return kind?.roles.participant === true && kind.roles.way !== true
}

function InitialAgent({ value, onChange }: { value: string | null; onChange: (next: string | null) => void }) {
  const t = useT()
  const nodes = useFlow((flow) => flow.nodes)
  const problem = useSettingProblem('swarm.initial')
  const field = useFieldFocus('settings.swarm.initial')
  const participants = useMemo(
    () =>
      Object.entries(nodes)
        .filter(([, node]) => canBegin(kindOf(node)))
        .map(([id, node]) => ({ value: id, label: node.name === '' ? t('Unnamed') : node.name })),
    [nodes, t],
  )
  const isOffered = value === null || participants.some((participant) => participant.value === value)
  const stray = isOffered ? [] : [{ value, label: nodes[value]?.name ?? t('“{words}”', { words: value }) }]
  return (
    <div ref={field}>
      <Select
        label={t('Who begins')}
        searchable={participants.length > 12}
        data={[{ value: NOT_SET, label: t('As drawn from the start') }, ...participants, ...stray]}
        value={value ?? NOT_SET}
        error={problem === null ? null : t.message(problem.message)}
        onChange={(next) => onChange(next === null || next === NOT_SET ? null : next)}
      />
    </div>
  )
}
