/** The names that complete in a field: the flow's variables with what they hold now, or the arguments and secrets of a tool. */
import { useCallback, useEffect, useRef } from 'react'
import { ownNames } from '../../../src-shared/flow/editing/own-names'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import { rowsOf } from '../../../src-shared/json-schema/rows'
import type { FilledFrom } from '../../../src-shared/kinds/kind'
import { useEditor, useFlow } from '../../editor/editor-context'
import type { CompletedName } from './completion'
import { useVariablesNow, type VariableNow } from './use-variables-now'

const MOST_SHOWN = 24

/** Variables with their type, and what they hold in the open thread. */
export function variableNames(variables: readonly VariableNow[]): CompletedName[] {
  return variables.map(({ name, type, description, value }) => {
    return { name, about: value === undefined || value === '' ? type : `${type} · ${shown(value)}`, description }
  })
}

function shown(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

/** The variables, asked when somebody writes. */
export function useVariableNames(): () => readonly CompletedName[] {
  const variables = useVariablesNow()
  const known = useRef(variables)
  useEffect(() => {
    known.current = variables
  }, [variables])
  return useCallback(() => variableNames(known.current), [])
}

/** The arguments of the node's tool and the secrets that it may use, asked when somebody writes. */
export function useArgumentNames(node: string | null, filled: FilledFrom | undefined): () => readonly CompletedName[] {
  const { flows } = useEditor()
  return () => {
    const data = flows.getState().flow.nodes[node ?? '']?.data
    return data === undefined || filled === undefined ? [] : argumentNames(data, filled)
  }
}

/** What a node is known by while a field of it that says so is empty. */
export function useOwnName(node: string | null, field: string): string | undefined {
  return useFlow((flow) => {
    const record = flow.nodes[node ?? '']
    return record === undefined ? undefined : ownNames(record).find((own) => own.field === field)?.value
  })
}

function argumentNames(data: JsonObject, { schema, secrets }: FilledFrom): CompletedName[] {
  const rows = rowsOf(data[schema]) ?? []
  const named = secrets === undefined ? undefined : data[secrets]
  const stored = Array.isArray(named) ? named.filter((name): name is string => typeof name === 'string') : []
  return [
    ...rows.map(({ name, type, description }) => {
      return { name, about: type === null ? 'argument' : `argument · ${type}`, description }
    }),
    ...stored.map((name) => ({
      name,
      about: 'secret',
      description: 'Filled in when the request is sent. Models never see it.',
    })),
  ]
}
