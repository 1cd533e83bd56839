/** The settings of the flow itself: what it is for, language, who speaks first, its model and the limits of a turn. */
import { NumberInput, Textarea } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { settingsIssue } from '../../src-shared/flow/data'
import { describeFlow, setSettings } from '../../src-shared/flow/edits'
import { readSettings, type Json, type Limits } from '../../src-shared/flow/records'
import type { FieldHint } from '../../src-shared/kinds/kind'
import { useEditor, useFlow, useProblems } from '../editor/editor-context'
import { Field } from './Field'
import { ProblemLines } from './ProblemLines'

const FIELDS: readonly FieldHint[] = [
  {
    key: 'language',
    label: 'Language of the built-in texts',
    type: 'choice',
    options: [
      { value: 'en', label: 'English' },
      { value: 'zh', label: '中文' },
      { value: 'ru', label: 'Русский' },
    ],
  },
  {
    key: 'speaksFirst',
    label: 'Who speaks first',
    type: 'choice',
    options: [
      { value: 'user', label: 'The user' },
      { value: 'flow', label: 'The flow' },
    ],
  },
  { key: 'model', label: 'Model', type: 'model' },
]

const LIMITS = [
  { key: 'hops', label: 'Hand-overs' },
  { key: 'rounds', label: 'Rounds' },
  { key: 'modelCalls', label: 'Model calls' },
  { key: 'seconds', label: 'Seconds' },
  { key: 'tokens', label: 'Tokens' },
] as const satisfies readonly { key: keyof Limits; label: string }[]

export function FlowInspector() {
  const { flows } = useEditor()
  const description = useFlow((flow) => flow.description)
  const stored = useFlow((flow) => flow.settings)
  const problems = useProblems((found) => found.all).filter(
    (problem) => problem.node === undefined && problem.edge === undefined,
  )
  const settings = readSettings({ settings: stored })

  function change(label: string, patch: { [key: string]: Json | undefined }): string | null {
    const issue = settingsIssue(patch)
    if (issue === null)
      flows.edit(label, (flow) => setSettings(flow, patch), { merge: `settings ${Object.keys(patch).join()}` })
    return issue
  }
  return (
    <>
      <header className="bt-inspector-head">
        <span className="bt-kind-square bt-plain-square">
          <IconAdjustmentsHorizontal size={17} aria-hidden />
        </span>
        <div className="bt-inspector-title">Flow settings</div>
      </header>
      <ProblemLines problems={problems} />
      <div className="bt-fields">
        <Textarea
          label="Description"
          placeholder="What is this flow for?"
          autosize
          minRows={2}
          maxRows={8}
          value={description}
          onChange={(event) => {
            const text = event.currentTarget.value
            flows.edit('Describe the flow', (flow) => describeFlow(flow, text), { merge: 'description' })
          }}
        />
        {FIELDS.map((hint) => (
          <Field
            key={hint.key}
            hint={hint}
            node={null}
            value={stored[hint.key] ?? (hint.key === 'model' ? undefined : textOf(settings[hint.key]))}
            error={null}
            onChange={(value) => change(`Change ${hint.label.toLowerCase()}`, { [hint.key]: value })}
          />
        ))}
        <div role="group" aria-label="Limits of one turn">
          <div className="bt-section-title">Limits of one turn</div>
          <div className="bt-limits">
            {LIMITS.map(({ key, label }) => (
              <NumberInput
                key={key}
                label={label}
                min={key === 'hops' ? 0 : 1}
                placeholder="none"
                value={settings.limits[key] ?? ''}
                onChange={(next) =>
                  change('Change a limit', {
                    limits: { ...jsonObject(stored['limits']), [key]: typeof next === 'number' ? next : null },
                  })
                }
              />
            ))}
          </div>
        </div>
      </div>
    </>
  )
}

function textOf(value: unknown): Json | undefined {
  return typeof value === 'string' ? value : undefined
}

function jsonObject(value: Json | undefined): { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
}
