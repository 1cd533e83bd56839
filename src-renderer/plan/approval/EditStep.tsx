/** Changing one step of a plan that ran, to run it and whatever needs it again. */
import { Button, Checkbox, Select } from '@mantine/core'
import { useState } from 'react'
import { isRefused, type StepEdit } from '../../../src-shared/agents/plan/edit-plan'
import type { PlanStepView } from '../../../src-shared/run/fold/fold-view'
import { notDoneWords } from '../../consent/consent-store'
import { runsWords, canRerun, previewOf, useRerun, useToolNames } from '../rerun/rerun'
import type { ThreadPlan } from '../shown-steps'
import { DraftNote } from '../../ui/DraftNote'
import { formPlace, useFormDraft } from '../../ui/form-drafts'
import { TextArea } from '../../ui/TextArea'
import { useT } from '../../ui/language'
import { type Message } from '../../../src-shared/languages/translate'
import { Dialog } from '../../ui/layers/Dialog'
import detailsStyles from '../details.module.css'

export type EditStepProps = { shown: ThreadPlan; step: PlanStepView }

/** A button that opens the form; nothing where the plan cannot be run again. */
export function EditStep({ shown, step }: EditStepProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  if (!canRerun(shown)) return null
  const close = (): void => setOpen(false)
  return (
    <>
      <Button size="compact-xs" variant="default" className={detailsStyles.editOpen} onClick={() => setOpen(true)}>
        {t('Edit and run again')}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={t('Edit #{id}', { id: step.id })} size={560}>
        {step.plan !== '' && <p className={detailsStyles.purpose}>{step.plan}</p>}
        <EditForm shown={shown} step={step} onClose={close} />
      </Dialog>
    </>
  )
}

type Fields = { tool: string; input: string; isByHand: boolean; evidence: string }

const STEP_FORM = formPlace<Fields>()

function EditForm({ shown, step, onClose }: EditStepProps & { onClose: () => void }) {
  const t = useT()
  const { id, tool, input, evidence } = step
  const tools = useToolNames(shown)
  const rerun = useRerun(shown)
  const draft = useFormDraft(STEP_FORM, `${shown.turn.runId} ${shown.key} ${id}`, {
    tool,
    input,
    isByHand: false,
    evidence: evidence ?? '',
  })
  const { value: fields, set: setFields, leave } = draft
  const [problem, setProblem] = useState<Message | null>(null)
  const [isStarting, setStarting] = useState(false)
  const change = (more: Partial<Fields>): void => {
    setProblem(null)
    setFields((now) => ({ ...now, ...more }))
  }
  const edit = editOf(step, fields)
  const preview = previewOf(shown, edit)
  const start = async (what: StepEdit): Promise<void> => {
    setStarting(true)
    const refused = await rerun(what)
    setStarting(false)
    if (refused === null) leave(onClose)
    else if (refused !== 'cancelled') setProblem(notDoneWords(refused))
  }
  return (
    <form
      className={detailsStyles.edit}
      aria-label={t('Edit #{id}', { id })}
      onSubmit={(event) => {
        event.preventDefault()
        void start(edit)
      }}
    >
      <DraftNote draft={draft} />
      <Select
        size="sm"
        label={t('Tool')}
        data={tools}
        value={fields.tool}
        allowDeselect={false}
        disabled={fields.isByHand}
        onChange={(next) => change({ tool: next ?? tool })}
      />
      <TextArea
        size="sm"
        label={t('Input')}
        minRows={2}
        maxRows={10}
        value={fields.input}
        disabled={fields.isByHand}
        data-autofocus
        onChange={(event) => change({ input: event.currentTarget.value })}
      />
      <Checkbox
        size="sm"
        label={t('Write its evidence by hand, without running it')}
        checked={fields.isByHand}
        onChange={(event) => change({ isByHand: event.currentTarget.checked })}
      />
      {fields.isByHand && (
        <TextArea
          size="sm"
          label={t('Evidence')}
          minRows={2}
          maxRows={12}
          value={fields.evidence}
          onChange={(event) => change({ evidence: event.currentTarget.value })}
        />
      )}
      <p
        className={detailsStyles.none}
        role={problem === null ? undefined : 'alert'}
        data-problem={problem !== null || undefined}
      >
        {(problem === null ? null : t.message(problem)) ??
          (isRefused(preview) ? t.message(preview.refused) : runsWords(preview, t))}
      </p>
      <div className={detailsStyles.editButtons}>
        <Button type="submit" size="sm" loading={isStarting} disabled={isRefused(preview)}>
          {t('Run again')}
        </Button>
        <Button size="sm" variant="default" onClick={() => leave(onClose)}>
          {t('Cancel')}
        </Button>
        <Button
          size="sm"
          variant="subtle"
          color="red"
          className={detailsStyles.editRemove}
          disabled={shown.plan.steps.length < 2 || isStarting}
          onClick={() => void start({ id, isRemoved: true })}
        >
          {t('Remove this step')}
        </Button>
      </div>
    </form>
  )
}

/** What was changed; nothing but the id runs the step again as it is. */
function editOf({ id, tool, input }: PlanStepView, fields: Fields): StepEdit {
  if (fields.isByHand) return { id, evidence: fields.evidence }
  return {
    id,
    ...(fields.tool === tool ? {} : { tool: fields.tool }),
    ...(fields.input.trim() === input ? {} : { input: fields.input }),
  }
}
