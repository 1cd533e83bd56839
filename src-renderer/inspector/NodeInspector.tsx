/** The inspector of one node: its name, its kind's fields, what it may use as the model reads it, and its problems. */
import { message } from '../../src-shared/languages/translate'
import { useT } from '../ui/language'
import { Button, TextInput } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { memo, useMemo, useRef } from 'react'
import { setNodeData, setNodeName } from '../../src-shared/flow/editing/edits'
import { canRunAlone } from '../../src-shared/flow/editing/only-node'
import { nodeFieldIssue } from '../../src-shared/flow/editing/data'
import type { Flow, FlowNode, Json } from '../../src-shared/flow/records'
import { kindOf } from '../../src-shared/kinds/index'
import { meets, type FieldGroup, type FieldHint, type Kind, type Problem } from '../../src-shared/kinds/kind'
import { useEditor, useFlow, useNodeProblems, useProblems } from '../editor/editor-context'
import { FixButton } from '../editor/FixButton'
import { KindSquare } from '../kinds/kind-icons'
import { isPool, PoolSections, SourceTools } from '../pool/PoolSections'
import { AdvancedGroup } from './AdvancedGroup'
import { Field, useFieldFocus } from './Field'
import { Helpers } from './helpers/Helpers'
import { MarkLines } from './MarkLines'
import { NameOffer } from './NameOffer'
import { ProblemLines } from './ProblemLines'
import { isTriable } from '../tool-trial/triable'
import { TryButton } from '../tool-trial/TryButton'
import { cx } from '../ui/cx'
import { useServices } from '../ui/services'
import textStyles from '../ui/text.module.css'
import partsStyles from './parts.module.css'

export function NodeInspector({ id }: { id: string }) {
  const t = useT()
  const node = useFlow((flow) => flow.nodes[id])
  const problems = useNodeProblems(id)
  if (node === undefined) return null
  const kind = kindOf(node)
  const label = kind === null ? t('Unknown kind: {kind}', { kind: node.kind }) : t.known(kind.label)
  const fieldKeys = new Set(['name', ...(kind?.fields.map((field) => field.key) ?? [])])
  return (
    <>
      <header className={partsStyles.inspectorHead}>
        <KindSquare kind={kind} data={node.data} />
        <div className={textStyles.ellipsis}>
          <div className={cx(partsStyles.inspectorTitle, textStyles.ellipsis)} title={node.name}>
            {node.name === '' ? t('Unnamed') : node.name}
          </div>
          {label !== node.name && (
            <div className={cx(partsStyles.inspectorKind, textStyles.ellipsis)} title={label}>
              {label}
            </div>
          )}
        </div>
        {isTriable(node) && <TryButton node={id} tool={null} form={null} className={partsStyles.try} />}
      </header>
      {canRunAlone(node) && <RunOnlyButton id={id} />}
      <ProblemLines
        problems={problems.filter((problem) => problem.field === undefined || !fieldKeys.has(problem.field))}
      />
      <MarkLines id={id} />
      {kind === null ? <Unknown node={node} /> : <KnownFields id={id} node={node} kind={kind} problems={problems} />}
    </>
  )
}

/** Talks to the node alone, in a thread of its own. */
function RunOnlyButton({ id }: { id: string }) {
  const t = useT()
  const { session } = useEditor()
  const { docks } = useServices()
  return (
    <Button
      size="compact-xs"
      variant="light"
      className={partsStyles.runOnly}
      leftSection={<IconMessage size={13} aria-hidden />}
      onClick={() => {
        docks.change({ chatOpen: true })
        session.setState({ onlyAsked: id })
      }}
    >
      {t('Run only this')}
    </Button>
  )
}

type KnownFieldsProps = { id: string; node: FlowNode; kind: Kind; problems: readonly Problem[] }

function KnownFields({ id, node, kind, problems }: KnownFieldsProps) {
  const t = useT()
  const { flows } = useEditor()
  const nameField = useFieldFocus('name')
  // The flow before its name was begun to be typed.
  const begun = useRef<Flow | null>(null)
  const defaults = useMemo(() => kind.schema.safeParse({}), [kind])
  const isMeant = ({ when }: FieldHint) =>
    when === undefined || meets(when, node.data[when.key] ?? defaultOf(defaults, when.key))
  const fields = Map.groupBy(kind.fields.filter(isMeant), ({ group }) => group)
  const draw = (group: FieldGroup) =>
    fields
      .get(group)
      ?.map((hint) => (
        <FieldOfNode key={hint.key} id={id} kind={kind} hint={hint} byDefault={defaultOf(defaults, hint.key)} />
      ))
  const advanced = (fields.get('advanced') ?? []).map(({ key }) => key)
  const set = advanced.filter((key) => isSet(node.data[key], defaultOf(defaults, key))).length
  const nameProblem = problemOf(problems, 'name')
  return (
    <div className={partsStyles.fields}>
      <div className={partsStyles.field} data-field="name" ref={nameField}>
        <TextInput
          label={t('Name')}
          value={node.name}
          error={nameProblem === null ? node.name.trim() === '' : t.message(nameProblem.message)}
          onFocus={() => {
            begun.current = flows.getState().flow
          }}
          onChange={(event) => {
            const name = event.currentTarget.value
            const since = begun.current ?? flows.getState().flow
            flows.edit('Rename', (flow) => setNodeName(flow, id, name, since), { merge: `${id} name` })
          }}
        />
        <NameOffer id={id} />
        {nameProblem !== null && <FixButton problem={nameProblem} isThere className={partsStyles.fix} />}
      </div>
      {draw('does')}
      {isPool(kind, node) ? (
        <PoolSections id={id} kind={kind} />
      ) : (
        <Helpers id={id} kind={kind} may={draw('may')} answered={draw('answered')} />
      )}
      {kind.roles.source === true && <SourceTools id={id} />}
      <AdvancedGroup of={kind.kind} keys={advanced} set={set} problems={problems}>
        {draw('advanced')}
      </AdvancedGroup>
    </div>
  )
}

type FieldOfNodeProps = { id: string; kind: Kind; hint: FieldHint; byDefault: Json | undefined }

/** Drawn anew when its own value or problem changes, not with each key that another field takes. */
const FieldOfNode = memo(function FieldOfNode({ id, kind, hint, byDefault }: FieldOfNodeProps) {
  const { flows } = useEditor()
  const value = useFlow((flow) => flow.nodes[id]?.data[hint.key])
  const problem = useProblems((problems) => problemOf(problems.byNode.get(id), hint.key))
  const needed = useProblems((problems) => problemOf(problems.needed.get(id), hint.key))
  return (
    <Field
      hint={hint}
      node={id}
      value={value ?? byDefault}
      problem={problem}
      needed={needed}
      onChange={(next, undo) => {
        const issue = nodeFieldIssue(kind.kind, { [hint.key]: next })
        if (issue === null) {
          flows.edit(
            message('Change {field}', { field: { label: hint.label } }),
            (flow) => setNodeData(flow, id, { [hint.key]: next }),
            {
              merge: undo === 'own-step' ? undefined : `${id} ${hint.key}`,
            },
          )
        }
        return issue
      }}
    />
  )
})

/** Whether a value is not what it is by default. */
export function isSet(value: Json | undefined, byDefault: Json | undefined): boolean {
  return value !== undefined && JSON.stringify(value) !== JSON.stringify(byDefault ?? null)
}

/** The first problem of a field, an error before a warning. */
export function problemOf(problems: readonly Problem[] | undefined, field: string): Problem | null {
  const own = problems?.filter((problem) => problem.field === field) ?? []
  return own.find(({ severity }) => severity === 'error') ?? own[0] ?? null
}

export function defaultOf(
  defaults: { success: boolean; data?: { [key: string]: unknown } | undefined },
  key: string,
): Json | undefined {
  const value = defaults.success ? defaults.data?.[key] : undefined
  return value === null || value === undefined ? undefined : (value as Json)
}

function Unknown({ node }: { node: FlowNode }) {
  const t = useT()
  return (
    <div className={partsStyles.fields}>
      <p className={partsStyles.inspectorText}>
        {t(
          'This Baton does not know the kind “{kind}”. The node is kept word for word, and the flow cannot run with it.',
          { kind: node.kind },
        )}
      </p>
      <pre className={textStyles.code} tabIndex={0} aria-label={t('Data')}>
        {JSON.stringify(node.data, null, 2)}
      </pre>
    </div>
  )
}
