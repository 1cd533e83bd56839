/** When counts what is said during a turn: as the flow is set, until the person chooses otherwise for one message. */
import { useState } from 'react'
import { readSettings, type SayWhen } from '../../../src-shared/flow/records'
import { useFlow } from '../../editor/editor-context'

export type SayWhenChoice = { chosen: SayWhen; choose: (when: SayWhen) => void }

/** `forget`: the next message is as the flow is set. */
export function useSayWhen(): SayWhenChoice & { forget: () => void } {
  const usual = useFlow((flow) => flow.settings['whileWorking'])
  const [chosen, choose] = useState<SayWhen | null>(null)
  const { whileWorking } = readSettings({ settings: usual === undefined ? {} : { whileWorking: usual } })
  return { chosen: chosen ?? whileWorking, choose, forget: () => choose(null) }
}
