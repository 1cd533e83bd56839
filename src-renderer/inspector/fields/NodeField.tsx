/** A field that names a node: one of those that edges from a port of its own node lead to. */
import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { edgesFrom } from '../../../src-shared/flow/graph'
import type { Flow, FlowNode } from '../../../src-shared/flow/records'
import { useFlow } from '../../editor/editor-context'
import { asText, type FieldProps } from '../field-types'

/** Stands for "not set" in a select, whose values are texts. */
const NOT_SET = ' '

export function NodeField({ hint, value, error, onChange, node }: FieldProps<'node'>) {
  const flow = useFlow((present) => present)
  const targets = useMemo(() => targetsOf(flow, node, hint.port), [flow, node, hint.port])
  const current = asText(value)
  const isOffered = current === '' || targets.some((target) => target.value === current)
  const stray = isOffered ? [] : [{ value: current, label: strayLabel(flow, current) }]
  const missing =
    flow.nodes[current] !== undefined || isOffered ? null : `${strayLabel(flow, current)} is gone. Choose another one.`
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

function targetsOf(flow: Flow, own: FlowNode | null, port: string): { value: string; label: string }[] {
  const id = Object.keys(flow.nodes).find((key) => flow.nodes[key] === own)
  if (id === undefined) return []
  const ids = new Set(edgesFrom(flow, id, port).map(({ edge }) => edge.to.node))
  return [...ids].flatMap((target) => {
    const node = flow.nodes[target]
    return node === undefined ? [] : [{ value: target, label: node.name === '' ? 'Unnamed' : node.name }]
  })
}

function strayLabel(flow: Flow, id: string): string {
  return flow.nodes[id]?.name ?? `“${id}”`
}
