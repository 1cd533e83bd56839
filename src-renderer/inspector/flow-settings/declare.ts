/** Declaring a variable by its name alone, where something uses it or has it already. */
import { useCallback, useMemo } from 'react'
import type { Variable } from '../../../src-shared/flow/records'
import { useProblems } from '../../editor/editor-context'
import { jsonObject, useSettings } from './use-settings'

/** Declares a variable; one that is declared already stays as it is. */
export function useDeclare(): (name: string, type?: Variable['type']) => void {
  const { stored, change } = useSettings()
  return useCallback(
    (name, type = 'string') => {
      const variables = jsonObject(stored['variables'])
      if (Object.hasOwn(variables, name)) return
      change('Declare a variable', { variables: { ...variables, [name]: type === 'string' ? {} : { type } } })
    },
    [stored, change],
  )
}

/** Names that conditions and texts of the flow use and nobody declared, each once. */
export function useUndeclared(): readonly string[] {
  const problems = useProblems((found) => found.all)
  return useMemo(() => [...new Set(problems.flatMap(({ variable }) => variable ?? []))], [problems])
}
