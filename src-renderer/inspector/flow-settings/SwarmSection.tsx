/** How agents share the conversation where neither they nor their edges say otherwise. */
import { Select, Switch } from '@mantine/core'
import { useMemo } from 'react'
import { AFTER_WORK } from '../../../src-shared/flow/records'
import { kindOf } from '../../../src-shared/kinds/index'
import { useFlow } from '../../editor/editor-context'
import { useFieldFocus } from '../Field'
import { useSettingProblem, useSettings } from './use-settings'

/** Stands for "not set" in a select, whose values are texts. */
const NOT_SET = ' '

const AFTER_WORK_LABELS: { readonly [A in (typeof AFTER_WORK)[number]]: string } = {
  terminate: 'End the turn',
  'revert-to-user': 'Wait for the user',
  stay: 'Stay with the agent',
  'swarm-manager': 'Ask a swarm manager (comes later)',
}

export function SwarmSection() {
  const { settings, changeIn } = useSettings()
  const { swarm } = settings
  const afterWork = useFieldFocus('settings.swarm.afterWork')
  const change = (label: string, patch: Parameters<typeof changeIn>[2]): void => void changeIn('swarm', label, patch)
  const options = AFTER_WORK.filter((option) => option !== 'swarm-manager' || swarm.afterWork === option)
  return (
    <div role="group" aria-label="Swarm" className="bt-fields">
      <div className="bt-section-title">Swarm</div>
      <InitialAgent value={swarm.initial} onChange={(initial) => change('Change who begins', { initial })} />
      <div ref={afterWork}>
        <Select
          label="When an agent has answered"
          data={options.map((value) => ({ value, label: AFTER_WORK_LABELS[value] }))}
          value={swarm.afterWork}
          error={useSettingProblem('swarm.afterWork')}
          onChange={(next) => change('Change what follows an answer', { afterWork: next ?? 'terminate' })}
        />
      </div>
      <Select
        label="Several hand-offs in one reply"
        data={[
          { value: 'last', label: 'The last one counts' },
          { value: 'first', label: 'The first one counts' },
        ]}
        value={swarm.severalHandoffs}
        onChange={(next) => change('Change which hand-off counts', { severalHandoffs: next ?? 'last' })}
      />
      <Switch
        label="Hide hand-off calls from agents"
        description="Agents then read only what was said."
        checked={swarm.hideTransit}
        onChange={(event) => change('Change what agents see', { hideTransit: event.currentTarget.checked })}
      />
    </div>
  )
}

function InitialAgent({ value, onChange }: { value: string | null; onChange: (next: string | null) => void }) {
  const nodes = useFlow((flow) => flow.nodes)
  const problem = useSettingProblem('swarm.initial')
  const field = useFieldFocus('settings.swarm.initial')
  const participants = useMemo(
    () =>
      Object.entries(nodes)
        .filter(([, node]) => kindOf(node)?.roles.participant === true)
        .map(([id, node]) => ({ value: id, label: node.name === '' ? 'Unnamed' : node.name })),
    [nodes],
  )
  const isOffered = value === null || participants.some((participant) => participant.value === value)
  const stray = isOffered ? [] : [{ value, label: nodes[value]?.name ?? `“${value}”` }]
  return (
    <div ref={field}>
      <Select
        label="Who begins"
        searchable={participants.length > 12}
        data={[{ value: NOT_SET, label: 'As drawn from the start' }, ...participants, ...stray]}
        value={value ?? NOT_SET}
        error={problem}
        onChange={(next) => onChange(next === null || next === NOT_SET ? null : next)}
      />
    </div>
  )
}
