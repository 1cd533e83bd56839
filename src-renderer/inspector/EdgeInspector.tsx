/** The inspector of one edge: what it means, from whom to whom, and its fields. */
import { message } from '../../src-shared/languages/translate'
import { useT } from '../ui/language'
import { Button } from '@mantine/core'
import { IconArrowRight, IconTrash } from '@tabler/icons-react'
import { edgeDataSchema, edgeFieldIssue, nodeDataSchema } from '../../src-shared/flow/editing/data'
import { setEdgeData } from '../../src-shared/flow/editing/edits'
import type { FlowEdge, FlowNode } from '../../src-shared/flow/records'
import { EDGES } from '../../src-shared/kinds/edges'
import { isEdgeKind } from '../../src-shared/kinds/edge-kinds'
import { meets, type FieldHint } from '../../src-shared/kinds/kind'
import { removeSelection } from '../editor/actions'
import { useEdgeProblems, useEditor, useFlow, useProblems } from '../editor/editor-context'
import { edgeLabel } from '../kinds/edge-looks'
import { AdvancedGroup } from './AdvancedGroup'
import { Field } from './Field'
import { defaultOf, isSet, problemOf } from './NodeInspector'
import { ProblemLines } from './ProblemLines'
import { cx } from '../ui/cx'
import textStyles from '../ui/text.module.css'
import partsStyles from './parts.module.css'
import edgeColorStyles from '../kinds/edge-color.module.css'
import styles from './EdgeInspector.module.css'

export function EdgeInspector({ id }: { id: string }) {
  const t = useT()
  const editor = useEditor()
  const edge = useFlow((flow) => flow.edges[id])
  const from = useFlow((flow) => flow.nodes[edge?.from.node ?? '']?.name ?? '')
  const to = useFlow((flow) => flow.nodes[edge?.to.node ?? '']?.name ?? '')
  const problems = useEdgeProblems(id)
  const source = useFlow((flow) => flow.nodes[edge?.from.node ?? ''])
  if (edge === undefined) return null
  const fields = fieldsOf(edge).filter((field) => isMeant(field, edge, source))
  const keys = new Set(fields.map((field) => field.key))
  return (
    <>
      <header className={partsStyles.inspectorHead}>
        <svg
          className={cx(edgeColorStyles.edgeColor, styles.sample)}
          data-kind={edge.kind}
          width="28"
          height="28"
          viewBox="0 0 28 28"
          aria-hidden
        >
          <path d="M 3 14 H 25" />
        </svg>
        <div className={textStyles.ellipsis}>
          <div className={partsStyles.inspectorTitle}>{t.known(edgeLabel(edge))}</div>
          <div className={cx(partsStyles.inspectorKind, styles.ends)}>
            <button
              type="button"
              className={cx(textStyles.link, textStyles.ellipsis)}
              onClick={() => editor.session.select([edge.from.node])}
            >
              {from}
            </button>
            <IconArrowRight size={12} aria-label={t('to')} />
            <button
              type="button"
              className={cx(textStyles.link, textStyles.ellipsis)}
              onClick={() => editor.session.select([edge.to.node])}
            >
              {to}
            </button>
          </div>
        </div>
      </header>
      <ProblemLines problems={problems.filter((problem) => problem.field === undefined || !keys.has(problem.field))} />
      <p className={partsStyles.inspectorText}>
        {isEdgeKind(edge.kind)
          ? t.known(EDGES[edge.kind].description)
          : t('This Baton does not know this kind of edge. It is kept as it is.')}
      </p>
      <EdgeFields id={id} edge={edge} fields={fields} />
      <div className={partsStyles.inspectorActions}>
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          leftSection={<IconTrash size={14} />}
          onClick={() => removeSelection(editor)}
        >
          {t('Delete the edge')}
        </Button>
      </div>
    </>
  )
}

function fieldsOf(edge: FlowEdge): readonly FieldHint[] {
  return isEdgeKind(edge.kind) ? EDGES[edge.kind].fields : []
}

/** Whether a field means anything for the edge as it is set. */
function isMeant({ when }: FieldHint, edge: FlowEdge, source: FlowNode | undefined): boolean {
  if (when === undefined) return true
  const data = when.of === 'source' ? source?.data : edge.data
  const schema =
    when.of === 'source' ? (source === undefined ? null : nodeDataSchema(source.kind)) : edgeDataSchema(edge.kind)
  const value = data?.[when.key] ?? defaultOf(schema?.safeParse({}) ?? { success: false }, when.key)
  return meets(when, value)
}

type EdgeFieldsProps = { id: string; edge: FlowEdge; fields: readonly FieldHint[] }

function EdgeFields({ id, edge, fields }: EdgeFieldsProps) {
  const { flows } = useEditor()
  const problems = useEdgeProblems(id)
  const needed = useProblems((found) => found.needed.get(id))
  const defaults = isEdgeKind(edge.kind) ? EDGES[edge.kind].schema.safeParse({}) : { success: false }
  const advanced = fields.filter(({ group }) => group === 'advanced')
  const set = advanced.filter(({ key }) => isSet(edge.data[key], defaultOf(defaults, key))).length
  const draw = (hint: FieldHint) => (
    <Field
      key={`${hint.key} ${hint.type}`}
      hint={hint}
      node={null}
      edge={id}
      value={edge.data[hint.key] ?? defaultOf(defaults, hint.key)}
      problem={problemOf(problems, hint.key)}
      needed={problemOf(needed, hint.key)}
      onChange={(value) => {
        const issue = edgeFieldIssue(edge.kind, { [hint.key]: value })
        if (issue === null) {
          flows.edit(
            message('Change {field}', { field: { label: hint.label } }),
            (flow) => setEdgeData(flow, id, { [hint.key]: value }),
            {
              merge: `${id} ${hint.key}`,
            },
          )
        }
        return issue
      }}
    />
  )
  return (
    <div className={partsStyles.fields}>
      {fields.filter(({ group }) => group !== 'advanced').map(draw)}
      <AdvancedGroup of={edge.kind} keys={advanced.map(({ key }) => key)} set={set} problems={problems}>
        {advanced.map(draw)}
      </AdvancedGroup>
    </div>
  )
}
