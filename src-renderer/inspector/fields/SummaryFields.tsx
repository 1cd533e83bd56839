/** Fields of nested chats: what the first chat is told of the conversation, and how a summary by model is asked for. */
import type { PlainText } from '../../../src-shared/languages/translate'
import { Select, Stack } from '@mantine/core'
import type { Json, JsonObject } from '../../../src-shared/flow/records'
import { CARRY_METHODS } from '../../../src-shared/kinds/carry-methods'
import { SUMMARY_EXAMPLE } from '../../../src-shared/kinds/code-fields'
import { CallableField } from './CallableField'
import type { HintOf } from '../../../src-shared/kinds/field-types'
import { asText, type FieldProps } from '../field-types'
import { TextArea } from '../../ui/TextArea'
import { useT } from '../../ui/language'

const METHOD_LABELS: { readonly [M in (typeof CARRY_METHODS)[number]]: PlainText } = {
  all: 'Everything that was said',
  last_msg: 'The last message',
  reflection_with_llm: 'A summary by the model',
  code: 'What code makes of it',
}

const SUMMARY_CODE: HintOf<'callable'> = {
  key: 'summaryCode',
  label: 'Carry-over by code',
  type: 'callable',
  placeholder: SUMMARY_EXAMPLE,
  help: 'Exports run(args, baton) and gives back a text or a list of messages; baton.messages is the conversation.',
}

const ROLES = [
  { value: 'system', label: 'As an instruction' },
  { value: 'user', label: 'As a message' },
] as const

/** Null: nothing is carried over. */
export function CarryoverField({ hint, value, error, onChange, node }: FieldProps<'carryover'>) {
  const t = useT()
  const carryover = asObject(value)
  const method = asText(carryover?.['summaryMethod'])
  const set = (change: JsonObject) => void onChange({ ...carryover, ...change })
  return (
    <Stack gap={8}>
      <Select
        label={hint.label}
        description={hint.help}
        placeholder={t('Nothing')}
        clearable
        data={CARRY_METHODS.map((known) => ({ value: known, label: t(METHOD_LABELS[known]) }))}
        value={method === '' ? null : method}
        error={error}
        onChange={(next) => void (next === null ? onChange(undefined) : set({ summaryMethod: next }))}
      />
      {method === 'code' && (
        <CallableField
          hint={{
            ...SUMMARY_CODE,
            label: t.known(SUMMARY_CODE.label),
            ...(SUMMARY_CODE.help === undefined ? {} : { help: t.known(SUMMARY_CODE.help) }),
          }}
          value={carryover?.['summaryCode']}
          error={null}
          node={node}
          onChange={(summaryCode) => onChange({ ...carryover, summaryCode: summaryCode ?? null })}
        />
      )}
      {method === 'reflection_with_llm' && (
        <SummaryArgs
          value={carryover?.['summaryArgs']}
          onChange={(summaryArgs) => set({ summaryArgs: summaryArgs ?? {} })}
        />
      )}
    </Stack>
  )
}

/** The prompt and role of a summary; only a summary by model reads them. */
export function SummaryArgsField({ value, onChange }: FieldProps<'summaryArgs'>) {
  return <SummaryArgs value={value} onChange={(next) => void onChange(next)} />
}

function SummaryArgs({ value, onChange }: { value: Json | undefined; onChange: (value: Json | undefined) => void }) {
  const t = useT()
  const args = asObject(value) ?? {}
  const set = (key: string, text: string) => {
    const { [key]: _old, ...rest } = args
    const next = text === '' ? rest : { ...rest, [key]: text }
    onChange(Object.keys(next).length === 0 ? undefined : next)
  }
  return (
    <Stack gap={8}>
      <TextArea
        label={t('Summary: instruction')}
        placeholder={t('The built-in one')}
        minRows={2}
        maxRows={8}
        value={asText(args['summaryPrompt'])}
        onChange={(event) => set('summaryPrompt', event.currentTarget.value)}
      />
      <Select
        label={t('Summary: how it is asked')}
        data={ROLES.map(({ value, label }) => ({ value, label: t(label) }))}
        allowDeselect={false}
        value={asText(args['summaryRole']) || 'system'}
        onChange={(next) => set('summaryRole', next === null || next === 'system' ? '' : next)}
      />
    </Stack>
  )
}

function asObject(value: Json | undefined): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
}
