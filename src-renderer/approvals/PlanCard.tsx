/** A plan as a short list that a person lets run, edits or refuses, wherever it is asked about. */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { useMemo, useState, type ReactNode } from 'react'
import { flowGraph } from '../../src-shared/flow/graph'
import type { AnswerOf } from '../../src-shared/run/log/questions'
import { questionWords } from '../../src-shared/run/words/questions'
import { useFlow } from '../editor/editor-context'
import { IconButton } from '../ui/IconButton'
import { QuestionFrame } from '../ui/QuestionFrame'
import { answerOf, draftOf, toolsOnOffer, type PlanToApprove, type StepDraft } from './plan-draft'
import { useT } from '../ui/language'
import cardStyles from '../ui/Card.module.css'
import styles from './PlanCard.module.css'

export type PlanCardProps = {
  asked: PlanToApprove
  /** Who wants to carry it out. */
  who: string
  aside?: ReactNode
  /** It is being answered, or something else was said. */
  isBusy: boolean
  onAnswer: (answer: AnswerOf<'approve-plan'>) => void
}

export function PlanCard({ asked, who, aside, isBusy, onAnswer }: PlanCardProps) {
  const t = useT()
  const { kind, problem, steps } = asked.question
  const [draft, setDraft] = useState<readonly StepDraft[] | null>(() => (problem === null ? null : draftOf(asked)))
  return (
    <QuestionFrame
      title={t('{name} waits for you: run this plan?', { name: who })}
      name={t('Plan to approve')}
      aside={aside}
    >
      {problem !== null && draft !== null && (
        <div className={styles.problem} role="alert">
          {questionWords(kind).problem(problem, t)}
        </div>
      )}
      {draft === null ? (
        <ol className={styles.steps} aria-label={t('Steps of the plan')}>
          {steps.map(({ id, plan: text, tool, input }) => (
            <li key={id}>
              <StepText id={id} text={text} />
              <code>{`${tool}[${input}]`}</code>
            </li>
          ))}
        </ol>
      ) : (
        <EditedSteps node={asked.node} steps={draft} isBusy={isBusy} onChange={setDraft} />
      )}
      <div className={cardStyles.actions}>
        <Button
          size="compact-sm"
          variant="filled"
          disabled={isBusy}
          onClick={() => onAnswer(draft === null ? { kind, approved: true } : answerOf(asked, draft))}
        >
          {draft === null ? t('Run the plan') : t('Run the edited plan')}
        </Button>
        <Button
          size="compact-sm"
          disabled={isBusy}
          onClick={() => setDraft(draft === null ? draftOf({ ...asked, given: null }) : null)}
        >
          {draft === null ? t('Edit') : t('Discard the edits')}
        </Button>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          disabled={isBusy}
          onClick={() => onAnswer({ kind, approved: false })}
        >
          {t('Refuse')}
        </Button>
      </div>
    </QuestionFrame>
  )
}

function StepText({ id, text }: { id: string; text: string }) {
  return (
    <div className={styles.text}>
      <span className={styles.id}>#{id}</span> {text}
    </div>
  )
}

type EditedStepsProps = {
  node: string
  steps: readonly StepDraft[]
  isBusy: boolean
  onChange: (steps: readonly StepDraft[]) => void
}

function EditedSteps({ node, steps, isBusy, onChange }: EditedStepsProps) {
  const t = useT()
  const flow = useFlow((drawn) => drawn)
  const tools = useMemo(() => toolsOnOffer(flowGraph(flow), node), [flow, node])
  const change = (id: string, part: Partial<StepDraft>): void =>
    onChange(steps.map((step) => (step.id === id ? { ...step, ...part } : step)))
  return (
    <ol className={styles.steps} aria-label={t('Steps of the plan')}>
      {steps.map((step, index) => (
        <li key={step.id} data-removed={step.isRemoved || undefined}>
          <div className={styles.row}>
            <StepText id={step.id} text={step.plan} />
            <IconButton
              label={step.isRemoved ? t('Put #{id} back', { id: step.id }) : t('Remove #{id}', { id: step.id })}
              size={22}
              disabled={isBusy}
              onClick={() => change(step.id, { isRemoved: !step.isRemoved })}
            >
              {step.isRemoved ? <IconArrowBackUp size={14} aria-hidden /> : <IconTrash size={14} aria-hidden />}
            </IconButton>
          </div>
          {!step.isRemoved && (
            <div className={styles.fields}>
              <ToolField
                step={step}
                tools={tools}
                isFirst={index === 0}
                isBusy={isBusy}
                onChange={(tool) => change(step.id, { tool })}
              />
              <TextInput
                size="xs"
                aria-label={t('Input of #{id}', { id: step.id })}
                value={step.input}
                disabled={isBusy}
                onChange={(event) => change(step.id, { input: event.currentTarget.value })}
              />
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}

type ToolFieldProps = {
  step: StepDraft
  tools: readonly string[]
  isFirst: boolean
  isBusy: boolean
  onChange: (tool: string) => void
}

/** One of the tools on offer; any text where they are not known. */
function ToolField({ step, tools, isFirst, isBusy, onChange }: ToolFieldProps) {
  const t = useT()
  const field = {
    size: 'xs',
    'aria-label': t('Tool of #{id}', { id: step.id }),
    value: step.tool,
    disabled: isBusy,
    // Where Edit was pressed the button is gone: the hands go on here.
    autoFocus: isFirst,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  } as const
  if (tools.length === 0) return <TextInput {...field} />
  return <NativeSelect {...field} data={tools.includes(step.tool) ? [...tools] : [step.tool, ...tools]} />
}
