/** One call of a tool as the dialog sees it: started after the person allowed what it uses, what it asks, stopped, and what it came to. */
import { useState } from 'react'
import { toAppError } from '../../src-shared/errors'
import { readSettings, type JsonObject } from '../../src-shared/flow/records'
import { defaultValues } from '../../src-shared/flow/variables'
import { type Message, type PlainText } from '../../src-shared/languages/translate'
import type { Answer } from '../../src-shared/run/log/questions'
import type { ToolTrial, TrialAsks, TrialOutcome } from '../../src-shared/rpc/tool-trials'
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
  | { is: 'failed'; words: Message }
  /** `before`: what the variables held for the call. */
  | { is: 'done'; trial: ToolTrial; before: JsonObject }
  /** It waits for answers; `given`: the one before, `isBusy`: one is on its way. */
  | { is: 'asks'; asks: TrialAsks; before: JsonObject; given: Answer | null; isBusy: boolean }

type TrialTarget = { node: string; tool: string | null }

export type ToolTrialCalls = {
  state: TrialState
  run: (args: JsonObject) => void
  answer: (question: string, answer: Answer) => void
  stop: () => void
}

export function useToolTrial({ node, tool }: TrialTarget): ToolTrialCalls {
  const editor = useEditor()
  const { flows, flowId } = editor
  const { client } = useServices()
  const consents = useConsentStore()
  const runs = useRunStore()
  const ended = useEnd()
  const [state, setState] = useState<TrialState>({ is: 'none' })
  const [controller, setController] = useState<AbortController | null>(null)

  /** `then`: what is shown of the outcome. */
  const call = (
    ask: (signal: AbortSignal) => Promise<TrialOutcome>,
    then: { before: JsonObject; given: Answer | null },
  ): void => {
    const stop = new AbortController()
    const closed = ended()
    closed.addEventListener('abort', () => stop.abort(), { once: true })
    const { signal } = stop
    setController(stop)
    consents
      .guard('try', () => ask(signal))
      .then(
        (tried) => {
          if (signal.aborted) return
          if (tried.is === 'asks') setState({ is: 'asks', asks: tried, ...then, isBusy: false })
          else setState({ is: 'done', trial: tried, before: then.before })
        },
        (cause: unknown) => {
          if (!closed.aborted) setState(signal.aborted ? { is: 'stopped' } : failureOf(cause))
        },
      )
  }
  const run = (args: JsonObject): void => {
    const { preset, view } = runs.getState()
    const variables = view.latest === null ? preset : view.variables
    const before = { ...defaultValues(readSettings(flows.getState().flow).variables), ...variables }
    setState({ is: 'running', since: Date.now() })
    const ask = async (signal: AbortSignal) => {
      await flows.flush()
      return client.call(
        'tools.try',
        { flowId, node: runIdOf(editor, node), tool, arguments: args, variables },
        { signal },
      )
    }
    call(ask, { before, given: null })
  }
  const answer = (question: string, given: Answer): void => {
    if (state.is !== 'asks' || state.isBusy) return
    const { trial } = state.asks
    setState({ ...state, isBusy: true })
    call((signal) => client.call('tools.answerTrial', { trial, question, answer: given }, { signal }), {
      before: state.before,
      given,
    })
  }
  const stop = (): void => {
    controller?.abort()
    // What waits for an answer is not at work: nothing else would say that it is over.
    if (state.is === 'asks' && !state.isBusy) setState({ is: 'stopped' })
  }
  return { state, run, answer, stop }
}

function failureOf(cause: unknown): TrialState {
  const error = toAppError(cause)
  const declined = declinedVerb(error)
  return declined === null ? { is: 'failed', words: error.said } : { is: 'declined', words: DECLINED_WORDS[declined] }
}
