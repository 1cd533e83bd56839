/** One field of the inspector: the component of its type, and the look of a field that a problem points at. */
import type { Translate } from '../../src-shared/languages/translate'
import type { Choice } from '../../src-shared/kinds/kind'
import { useT } from '../ui/language'
import { useEffect, useMemo, useRef, type ComponentType, type FocusEvent, type RefObject } from 'react'
import type { FieldLook, Problem } from '../../src-shared/kinds/kind'
import { useEditor, useSession } from '../editor/editor-context'
import { FixButton } from '../editor/FixButton'
import type { FieldType } from '../../src-shared/kinds/field-types'
import type { FieldProps } from './field-types'
import { ApiDocumentField } from './api/ApiDocumentField'
import { ApiOperationsField } from './api/ApiOperationsField'
import { CallableField } from './fields/CallableField'
import { ChatIdsField, EarlierChatsField } from './fields/ChatFields'
import { DocumentsField } from './fields/DocumentsField'
import { FlowDescriptionField } from './fields/FlowDescriptionField'
import { FlowField } from './fields/FlowField'
import { NodeField } from './fields/NodeField'
import { CodeField } from './fields/CodeField'
import { ChoiceField, ColorField, ConnectionField, SwitchField } from './fields/ChoiceFields'
import { ExpressionField } from './fields/ExpressionField'
import { McpTransportField } from './mcp/McpTransportField'
import { OutputField } from './fields/OutputField'
import { PlaceField } from './fields/PlaceField'
import { AnyJsonField } from './fields/AnyJsonField'
import { ModelField } from './fields/ModelField'
import { PromptField } from './fields/PromptField'
import { CarryoverField, SummaryArgsField } from './fields/SummaryFields'
import { PromptsField } from './fields/PromptsField'
import { AssignmentsField } from './fields/AssignmentsField'
import { BranchesField } from './fields/BranchesField'
import { OutcomesField, PairsField } from './fields/RowFields'
import { LineField, ListField, NumberField, TextField } from './fields/TextFields'
import partsStyles from './parts.module.css'

const FIELDS: { readonly [T in FieldType]: ComponentType<FieldProps<T>> } = {
  line: LineField,
  expression: ExpressionField,
  place: PlaceField,
  earlierChats: EarlierChatsField,
  chatIds: ChatIdsField,
  text: TextField,
  prompt: PromptField,
  prompts: PromptsField,
  number: NumberField,
  switch: SwitchField,
  choice: ChoiceField,
  json: AnyJsonField,
  code: CodeField,
  callable: CallableField,
  pairs: PairsField,
  list: ListField,
  model: ModelField,
  carryover: CarryoverField,
  summaryArgs: SummaryArgsField,
  outcomes: OutcomesField,
  branches: BranchesField,
  assignments: AssignmentsField,
  output: OutputField,
  documents: DocumentsField,
  node: NodeField,
  apiDocument: ApiDocumentField,
  apiOperations: ApiOperationsField,
  flow: FlowField,
  flowDescription: FlowDescriptionField,
  mcpTransport: McpTransportField,
  connection: ConnectionField,
  color: ColorField,
}

/** What the inspector shows says what it is for: a field of a node or an edge, or a setting. */
export type ShownField = FieldLook & { help: string }

type AnyFieldProps = Omit<FieldProps, 'hint'> & { hint: ShownField }

export type ShownFieldProps = Omit<AnyFieldProps, 'error'> & {
  /** What is wrong with the value. */
  problem: Problem | null
  /** What it has not got yet, since it is new. */
  needed?: Problem | null
}

export function Field({ problem, needed = null, ...props }: ShownFieldProps) {
  const t = useT()
  const { problems } = useEditor()
  const { hint, node, edge } = props
  const shown = useMemo(() => shownHint(hint, t), [hint, t])
  const element = useFieldFocus(hint.key)
  const error = problem?.severity === 'error' ? t.message(problem.message) : null
  function leave(event: FocusEvent): void {
    const place = edge ?? node
    const isInside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget)
    if (place !== null && !isInside) problems.leave(place, hint.key)
  }
  return (
    <div className={partsStyles.field} data-field={hint.key} ref={element} onBlur={leave}>
      {draw({ ...props, hint: shown, error })}
      {problem?.severity === 'warning' && problem.lost === undefined && <Remark problem={problem} tone="warning" />}
      {error !== null && problem !== null && problem.lost === undefined && (
        <FixButton problem={problem} isThere className={partsStyles.fix} />
      )}
      {needed !== null && <Remark problem={needed} tone="needed" />}
    </div>
  )
}

/** What is said below a field without making it look broken. */
function Remark({ problem, tone }: { problem: Problem; tone: 'warning' | 'needed' }) {
  const t = useT()
  return (
    <div className={partsStyles.remark} data-tone={tone} role={tone === 'warning' ? 'status' : undefined}>
      {tone === 'needed' ? t('Needed') : t.message(problem.message)}{' '}
      {tone === 'warning' && <FixButton problem={problem} isThere />}
    </div>
  )
}

/** The element of a field that gets the cursor when a problem points at it. */
export function useFieldFocus(key: string): RefObject<HTMLDivElement | null> {
  const wanted = useSession(({ focusField }) => (isAbout(focusField?.key, key) ? focusField : null))
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wanted === null) return
    const input = placeIn(element.current, wanted.key.slice(key.length + 1)) ?? inputIn(element.current)
    ;(input ?? element.current)?.scrollIntoView({ block: 'center' })
    input?.focus()
  }, [key, wanted])
  return element
}

/** The input that says which place within the field it is. */
function placeIn(element: HTMLElement | null, place: string): HTMLElement | null {
  return place === '' ? null : (element?.querySelector<HTMLElement>(`[data-place="${CSS.escape(place)}"]`) ?? null)
}

/** What is written in comes before the buttons beside it; a text editor has its own root. */
function inputIn(element: HTMLElement | null): HTMLElement | null {
  const found = element?.querySelector<HTMLElement>('input, textarea, [data-text-editor]') ?? null
  const written = found?.shadowRoot?.querySelector<HTMLElement>('.cm-content') ?? found
  return written ?? element?.querySelector<HTMLElement>('button') ?? null
}

/** Problems of settings name a place within the field: `settings.rehearsal.2`. */
function isAbout(place: string | undefined, key: string): boolean {
  return place === key || place?.startsWith(`${key}.`) === true
}

/** Each type meets its own component: the table above says so, TypeScript needs it said once more. */
function draw<T extends FieldType>(props: Omit<FieldProps<T>, 'hint'> & { hint: ShownField }) {
  const Component = FIELDS[props.hint.type] as ComponentType<AnyFieldProps>
  return <Component {...props} />
}

/** A field with its words in the language that is shown; what it is asked by stays. */
function shownHint(hint: ShownField, t: Translate): ShownField {
  const words = {
    label: t.known(hint.label),
    help: t.known(hint.help),
    ...('placeholder' in hint ? { placeholder: t.known(hint.placeholder) } : {}),
    ...('emptyLabel' in hint ? { emptyLabel: t.known(hint.emptyLabel) } : {}),
  }
  switch (hint.type) {
    case 'line':
      return hint.word === undefined
        ? { ...hint, ...words }
        : { ...hint, ...words, word: { ...hint.word, label: t.known(hint.word.label) } }
    case 'choice':
      return { ...hint, ...words, options: hint.options.map((option) => shownChoice(option, t)) }
    case 'prompts':
      return { ...hint, ...words, parts: hint.parts.map((part) => ({ ...part, label: t.known(part.label) })) }
    default:
      return { ...hint, ...words }
  }
}

function shownChoice({ value, label, about }: Choice, t: Translate): Choice {
  return { value, label: t.known(label), ...(about === undefined ? {} : { about: t.known(about) }) }
}
