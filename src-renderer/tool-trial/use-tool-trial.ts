/** One call of a tool as the dialog sees it: started after the person allowed what it uses, stopped, and what it came to. */
import { useState } from 'react'
import { toAppError } from '../../src-shared/errors'
import { readSettings, type JsonObject } from '../../src-shared/flow/records'
import { defaultValues } from '../../src-shared/flow/variables'
import type { PlainText } from '../../src-shared/languages/translate'
import type { ToolTrial } from '../../src-shared/rpc/tool-trials'
import { useConsentStore } from '../consent/consent-context'
import { declinedVerb } from '../consent/consent-store'
import { DECLINED_WORDS } from '../consent/consent-words'
import { useEditor } from '../editor/editor-context'
import { runIdOf } from '../editor/levels'
import { useRunStore } from '../run/store/run-context'
import { useServices } from '../ui/services'
import { useEnd } from '../ui/use-end'

export type TrialState =
  | { is: 'none' }
  | { is: 'running'; since: number }
  | { is: 'stopped' }
  | { is: 'declined'; words: PlainText }
  | { is: 'failed'; words: string }
  /** `before`: what the variables held for the call. */
  | { is: 'done'; trial: ToolTrial; before: JsonObject }

type TrialTarget = { node: string; tool: string | null }

export type ToolTrialCalls = { state: TrialState; run: (args: JsonObject) => void; stop: () => void }

export function useToolTrial({ node, tool }: TrialTarget): ToolTrialCalls {
  const editor = useEditor()
  const { flows, flowId } = editor
  const { client } = useServices()
  const consents = useConsentStore()
  const runs = useRunStore()
  const ended = useEnd()
  const [state, setState] = useState<TrialState>({ is: 'none' })
  const [controller, setController] = useState<AbortController | null>(null)

  const run = (args: JsonObject): void => {
    const stop = new AbortController()
    const closed = ended()
    closed.addEventListener('abort', () => stop.abort(), { once: true })
    const { signal } = stop
    setController(stop)
    setState({ is: 'running', since: Date.now() })
    const { preset, view } = runs.getState()
    const variables = view.latest === null ? preset : view.variables
    const call = async () => {
      await flows.flush()
      return client.call(
        'tools.try',
        { flowId, node: runIdOf(editor, node), tool, arguments: args, variables },
        { signal },
      )
    }
    consents.guard('try', call).then(
      (trial) => {
        if (!signal.aborted)
          setState({
            is: 'done',
            trial,
            before: { ...defaultValues(readSettings(flows.getState().flow).variables), ...variables },
          })
      },
      (cause: unknown) => {
        if (!closed.aborted) setState(signal.aborted ? { is: 'stopped' } : failureOf(cause))
      },
    )
  }
  return { state, run, stop: () => controller?.abort() }
}

function failureOf(cause: unknown): TrialState {
  const error = toAppError(cause)
  const declined = declinedVerb(error)
  return declined === null
    ? { is: 'failed', words: error.message }
    : { is: 'declined', words: DECLINED_WORDS[declined] }
}
