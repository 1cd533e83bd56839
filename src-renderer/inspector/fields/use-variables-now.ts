/** The flow's variables with what the open thread has in them, or what they begin with. */
import { useMemo } from 'react'
import { readSettings, type Json, type Variable } from '../../../src-shared/flow/records'
import { useFlow } from '../../editor/editor-context'
import { useRun } from '../../run/store/run-context'

export type VariableNow = {
  name: string
  type: Variable['type']
  description: string
  /** Undefined: it has none. */
  value: Json | undefined
}

export function useVariablesNow(): readonly VariableNow[] {
  const settings = useFlow((flow) => flow.settings)
  const values = useRun(({ preset, view }) => (view.latest === null ? preset : view.variables))
  return useMemo(
    () =>
      Object.entries(readSettings({ settings }).variables).map(([name, { type, description, default: byDefault }]) => {
        return { name, type, description, value: Object.hasOwn(values, name) ? values[name] : byDefault }
      }),
    [settings, values],
  )
}
