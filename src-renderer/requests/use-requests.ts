/** The requests of a call, read while a component shows them. */
import { useEffect, useState } from 'react'
import { toAppError } from '../../src-shared/errors'
import type { RequestRecord } from '../../src-shared/run/log/requests'
import { useServices } from '../ui/services'
import { type Message } from '../../src-shared/languages/translate'

type RequestsState = { requests: readonly RequestRecord[] | null; error: Message | null }

export function useRequests(span: string): RequestsState {
  const { client } = useServices()
  const [state, setState] = useState<RequestsState & { of: string }>({ requests: null, error: null, of: span })
  useEffect(() => {
    let isShown = true
    client.call('requests.ofCall', { span }).then(
      ({ requests }) => {
        if (isShown) setState({ requests, error: null, of: span })
      },
      (cause: unknown) => {
        if (isShown) setState({ requests: null, error: toAppError(cause).said, of: span })
      },
    )
    return () => {
      isShown = false
    }
  }, [client, span])
  return state.of === span ? state : { requests: null, error: null }
}
