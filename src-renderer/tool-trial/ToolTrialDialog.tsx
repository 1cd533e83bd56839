/** "Try it": one tool called by hand, with what a model would read of it. Nothing of it is kept but what was typed, until the flow is closed. */
import { Button, Loader } from '@mantine/core'
import { IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { toAppError } from '../../src-shared/errors'
import type { Message } from '../../src-shared/languages/translate'
import { useEditor, useFlow, useSession } from '../editor/editor-context'
import { runIdOf } from '../editor/levels'
import type { TriedForm, TriedTool } from '../editor/session-store'
import { useServices } from '../ui/services'
import { useT } from '../ui/language'
import type { FieldIssues } from '../schema-form/schema-fields'
import { ArgumentsForm, beginInput, readInput, type TrialInput } from './ArgumentsForm'
import { TrialResult } from './TrialResult'
import { useToolTrial } from './use-tool-trial'
import { Dialog } from '../ui/layers/Dialog'
import styles from './ToolTrialDialog.module.css'

/** Stands once beside everything that may open it; what was typed for each tool stays with it. */
export function ToolTrialDialog() {
  const t = useT()
  const { session } = useEditor()
  const trying = useSession((state) => state.trying)
  const [inputs] = useState(() => new Map<string, TrialInput>())
  const nodeName = useFlow((flow) => flow.nodes[trying?.node ?? '']?.name ?? '')
  const key = trying === null ? '' : `${trying.node} ${trying.tool ?? ''}`
  return (
    <Dialog
      opened={trying !== null}
      onClose={() => session.setState({ trying: null })}
      title={t('Try {name}', { name: trying?.tool ?? nodeName })}
      size={920}
    >
      {trying !== null && (
        <Trial key={key} trying={trying} kept={inputs.get(key)} onKeep={(input) => void inputs.set(key, input)} />
      )}
    </Dialog>
  )
}

type TrialProps = { trying: TriedTool; kept: TrialInput | undefined; onKeep: (input: TrialInput) => void }

function Trial({ trying, kept, onKeep }: TrialProps) {
  const t = useT()
  const { form, failure } = useForm(trying)
  if (failure !== null)
    return (
      <p className={styles.failure} role="alert">
        {t.message(failure)}
      </p>
    )
  if (form === null)
    return (
      <div className={styles.waiting} role="status" aria-label={t('Reading the tool')}>
        <Loader size={18} />
      </div>
    )
  return <Filled trying={trying} form={form} kept={kept} onKeep={onKeep} />
}

/** How models are offered the tool, of the flow as it is saved. */
function useForm({ node, tool, form: given }: TriedTool): { form: TriedForm | null; failure: Message | null } {
  const editor = useEditor()
  const { flows, flowId } = editor
  const { client } = useServices()
  const [read, setRead] = useState<{ form: TriedForm | null; failure: Message | null }>({ form: given, failure: null })
  useEffect(() => {
    if (given !== null) return
    const { signal, abort } = abortable()
    const ask = async () => {
      await flows.flush()
      return client.call('tools.form', { flowId, node: runIdOf(editor, node), tool }, { signal })
    }
    ask().then(
      (form) => {
        if (!signal.aborted) setRead({ form, failure: null })
      },
      (cause: unknown) => {
        if (!signal.aborted) setRead({ form: null, failure: toAppError(cause).said })
      },
    )
    return abort
  }, [client, editor, flows, flowId, node, tool, given])
  return read
}

function abortable(): { signal: AbortSignal; abort: () => void } {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

function Filled({ trying, form, kept, onKeep }: TrialProps & { form: TriedForm }) {
  const t = useT()
  const [input, setInput] = useState(() => beginInput(form.parameters, kept))
  const [areIssuesShown, setIssuesShown] = useState(false)
  const { state, run, answer, stop } = useToolTrial(trying)
  const isRunning = state.is === 'running' || (state.is === 'asks' && state.isBusy)
  const change = (next: TrialInput): void => {
    setInput(next)
    onKeep(next)
  }
  const read = readInput(form.parameters, input)
  const start = (): void => {
    if (isRunning) return
    setIssuesShown(read.issues.size > 0)
    if (read.issues.size === 0) run(read.args)
  }
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isInQuestion(event.target)) return
    event.preventDefault()
    start()
  }
  return (
    <div className={styles.columns} onKeyDown={onKey} ref={focusFirst}>
      <section className={styles.column} aria-label={t('What it is called with')}>
        {form.description !== '' && <p className={styles.about}>{form.description}</p>}
        <ArgumentsForm
          parameters={form.parameters}
          input={input}
          issues={areIssuesShown ? read.issues : NO_ISSUES}
          onRefused={() => setIssuesShown(true)}
          onChange={change}
        />
        <div className={styles.actions}>
          <Button
            data-part="run"
            variant="filled"
            leftSection={<IconPlayerPlay size={14} aria-hidden />}
            disabled={isRunning}
            onClick={start}
          >
            {t('Run')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconPlayerStop size={14} aria-hidden />}
            disabled={!isRunning && state.is !== 'asks'}
            onClick={stop}
          >
            {t('Stop')}
          </Button>
          <span className={styles.hint}>{t('Ctrl+Enter runs it')}</span>
        </div>
      </section>
      <TrialResult state={state} answer={answer} tool={form.name} />
    </div>
  )
}

/** Who fills in an answer would lose the call with it. */
function isInQuestion(target: EventTarget): boolean {
  return target instanceof Element && target.closest('[data-kind="question"]') !== null
}

/** The tool may have been read after the dialog opened, which then had nothing to give the focus to. */
function focusFirst(columns: HTMLElement | null): void {
  const first = columns?.querySelector<HTMLElement>(
    'input[data-autofocus], textarea[data-autofocus], [data-part="run"]',
  )
  first?.focus()
}

const NO_ISSUES: FieldIssues = new Map()
