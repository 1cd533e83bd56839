/** All questions that wait for a person, in every flow, as the core tells them. */
import { useEffect, useState } from 'react'
import type { WaitingQuestion } from '../../src-shared/rpc/waiting'
import { useServices } from '../ui/services'

export function useWaiting(): readonly WaitingQuestion[] {
  const { client } = useServices()
  const [waiting, setWaiting] = useState<readonly WaitingQuestion[]>([])
  useEffect(() => client.stream('threads.waiting', {}, { onItem: setWaiting }), [client])
  return waiting
}
