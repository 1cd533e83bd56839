/** A field that holds a flow: one of the library by its id, or one that came with the file and is kept as it is. */
import type { Translate } from '../../../src-shared/languages/translate'
import { Button, Select } from '@mantine/core'
import { foldCase } from '../../../src-shared/match'
import { isJsonObject } from '../../../src-shared/flow/json'
import type { Json } from '../../../src-shared/flow/records'
import type { FlowSummary } from '../../../src-shared/rpc/flow-summary'
import { useEditor } from '../../editor/editor-context'
import { openInPlace } from '../../editor/subflows'
import { useFlowList } from '../../ui/flow-list'
import { timeAgo } from '../../ui/time'
import { asText, type FieldProps } from '../field-types'
import { useT } from '../../ui/language'

/** Stand for "not set" and for a flow that is written out, in a select, whose values are texts. */
const NOT_SET = ' '
const WRITTEN_OUT = '  '

export function FlowField({ hint, value, error, node, onChange }: FieldProps<'flow'>) {
  const t = useT()
  const editor = useEditor()
  const { flowId } = editor
  const flows = useFlowList()
  const id = asText(value)
  const isInline = isJsonObject(value)
  const others = (flows ?? []).filter((flow) => flow.id !== flowId)
  const isListed = flows === null || id === '' || others.some((flow) => flow.id === id)
  const options = [
    { value: NOT_SET, label: hint.emptyLabel },
    ...(isInline
      ? [{ value: WRITTEN_OUT, label: t('{name} (in this file)', { name: nameOf(value) ?? t('A flow') }) }]
      : []),
    ...others.map((flow) => ({ value: flow.id, label: labelOf(flow, others, t) })),
    ...(id === '' || others.some((flow) => flow.id === id)
      ? []
      : [{ value: id, label: flows === null ? '…' : t('“{words}”', { words: id }) }]),
  ]
  const missing = isListed ? null : t('This flow is not in the library. Choose another one.')
  return (
    <>
      <Select
        label={hint.label}
        description={hint.help}
        searchable
        // What is typed replaces the present name.
        onClick={(event) => event.currentTarget.select()}
        nothingFoundMessage={t('No flow is called that')}
        data={options}
        value={isInline ? WRITTEN_OUT : id === '' ? NOT_SET : id}
        error={error ?? missing}
        onChange={(next) => {
          if (next !== WRITTEN_OUT) onChange(next === null || next === NOT_SET ? undefined : next)
        }}
      />
      {node !== null && (isInline || (id !== '' && isListed)) && (
        <Button size="compact-sm" variant="default" mt={6} onClick={() => openInPlace(editor, node)}>
          {t('Open')}
        </Button>
      )}
    </>
  )
}

/** Flows of one name are told apart by when they changed. */
function labelOf(flow: FlowSummary, others: readonly FlowSummary[], t: Translate): string {
  const name = flow.name.trim() === '' ? t('Unnamed flow') : flow.name
  const isAlone = others.every(({ id, name: other }) => id === flow.id || foldCase(other) !== foldCase(flow.name))
  return isAlone ? name : t('{name}, changed {ago}', { name, ago: timeAgo(flow.changedAt, t) })
}

function nameOf(flow: { readonly [field: string]: Json }): string | null {
  const name = flow['name']
  return typeof name === 'string' && name.trim() !== '' ? name : null
}
