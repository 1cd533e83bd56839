/** The settings of the open flow for their fields: with defaults, as they are stored, and how they change. */
import type { StepLabel } from '../../../src-shared/flow/editing/undo-steps'
import { useMemo } from 'react'
import { settingsIssue } from '../../../src-shared/flow/editing/data'
import { setSettings } from '../../../src-shared/flow/editing/edits'
import { readSettings, type Json, type JsonObject, type Settings } from '../../../src-shared/flow/records'
import type { Problem } from '../../../src-shared/kinds/kind'
import { useEditor, useFlow, useProblems } from '../../editor/editor-context'
import type { UndoStep } from '../field-types'
import { type Message } from '../../../src-shared/languages/translate'

export type FlowSettings = {
  /** With every default. */
  settings: Settings
  /** Only what was set. */
  stored: JsonObject
  /** Sets whole fields; answers why they cannot be, null when they were set. */
  change: (label: StepLabel, patch: { [key: string]: Json | undefined }, undo?: UndoStep) => Message | null
  /** Sets one field of a group such as `swarm`. */
  changeIn: (group: string, label: StepLabel, patch: { [key: string]: Json }) => Message | null
}

export function useSettings(): FlowSettings {
  const { flows } = useEditor()
  const stored = useFlow((flow) => flow.settings)
  return useMemo(() => {
    const change: FlowSettings['change'] = (label, patch, undo) => {
      const issue = settingsIssue(patch)
      const merge = undo === 'own-step' ? undefined : `settings ${Object.keys(patch).join()}`
      if (issue === null) flows.edit(label, (flow) => setSettings(flow, patch), { merge })
      return issue
    }
    return {
      settings: readSettings({ settings: stored }),
      stored,
      change,
      changeIn: (group, label, patch) => change(label, { [group]: { ...jsonObject(stored[group]), ...patch } }),
    }
  }, [flows, stored])
}

/** What is wrong with a setting, by its path within the settings: `swarm.initial`. */
export function useSettingProblem(path: string): Problem | null {
  const field = `settings.${path}`
  return useProblems(
    (problems) =>
      problems.all.find((problem) => problem.field === field || problem.field?.startsWith(`${field}.`)) ?? null,
  )
}

export function jsonObject(value: Json | undefined): JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
