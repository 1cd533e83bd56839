/** A field that names a node: one of those that edges from a port of its own node lead to. */
import { useT } from '../../ui/language'
import { Select } from '@mantine/core'
import { edgesFrom } from '../../../src-shared/flow/graph'
import type { Flow } from '../../../src-shared/flow/records'
import { useFlow, useFlowResult } from '../../editor/editor-context'
import { asText, type FieldProps } from '../field-types'

/** Stands for "not set" in a select, whose values are texts. */
const NOT_SET = ' '

export function NodeField({ hint, value, error, onChange, node }: FieldProps<'node'>) {
  const t = useT()
  const targets = useFlowResult((flow) => targetsOf(flow, node, { port: hint.port, unnamed: t('Unnamed') }))
  const current = asText(value)
  const name = useFlow((flow) => flow.nodes[current]?.name)
  const isOffered = current === '' || targets.some((target) => target.value === current)
  const stray = isOffered ? [] : [{ value: current, label: name ?? t('“{words}”', { words: current }) }]
  const missing = name !== undefined || isOffered ? null : t('“{name}” is gone. Choose another one.', { name: current })
  return (
    <Select
      label={hint.label}
      description={hint.help}
      data={[{ value: NOT_SET, label: hint.emptyLabel }, ...targets, ...stray]}
      value={current === '' ? NOT_SET : current}
      error={error ?? missing}
      onChange={(next) => onChange(next === null || next === NOT_SET ? undefined : next)}
    />
  )
}

type Targets = { port: string; unnamed: string }

function targetsOf(flow: Flow, id: string | null, { port, unnamed }: Targets): { value: string; label: string }[] {
  if (id === null) return []
  const ids = new Set(edgesFrom(flow, id, port).map(({ edge }) => edge.to.node))
  return [...ids].flatMap((target) => {
    const node = flow.nodes[target]
    return node === undefined ? [] : [{ value: target, label: node.name === '' ? unnamed : node.name }]
  })
}
