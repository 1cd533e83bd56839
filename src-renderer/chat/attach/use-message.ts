/** The message that is being written: its words and what goes with it, and how both come back. */
import { useRef, useState } from 'react'
import type { ThreadView, TurnView } from '../../../src-shared/run/fold/fold-view'
import { useRunStore } from '../../run/store/run-context'
import { notify } from '../../ui/services'
import type { ChosenAttachment } from './chosen'

export type WrittenMessage = {
  text: string
  setText: (text: string) => void
  chosen: readonly ChosenAttachment[]
  setChosen: (change: (chosen: readonly ChosenAttachment[]) => readonly ChosenAttachment[]) => void
  /** Empties it; answers what goes with it. */
  take: () => readonly ChosenAttachment[]
  /** What was not sent comes back, before what was written and chosen meanwhile. */
  bringBack: (text: string, chosen: readonly ChosenAttachment[]) => void
  /** Brings back what was said last, to be said again. False: nothing was said. */
  recall: () => boolean
}

type SentMessage = { text: string; chosen: readonly ChosenAttachment[] }

export function useMessage(): WrittenMessage {
  const run = useRunStore()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly ChosenAttachment[]>([])
  const last = useRef<SentMessage | null>(null)
  return {
    text,
    setText,
    chosen,
    setChosen,
    take() {
      last.current = { text: text.trim(), chosen }
      setText('')
      setChosen([])
      return chosen
    },
    bringBack(words, gone) {
      setText((now) => (now === '' ? words : `${words}\n${now}`))
      setChosen((now) => [...gone, ...now.filter(({ key }) => gone.every((one) => one.key !== key))])
    },
    recall() {
      const said = lastSaid(run.getState().view)
      if (said === null) return false
      setText(said.text)
      const before = last.current
      const isKnown = before !== null && before.text === said.text && before.chosen.length === said.attached
      if (isKnown) setChosen((now) => (now.length === 0 ? before.chosen : now))
      else if (said.attached > 0)
        notify('What was attached to it does not come back. Attach it again if it is to go along.', 'recall')
      return true
    },
  }
}

/** What the person said last, and how much was attached to it. */
function lastSaid({ latest, earlier }: ThreadView): { text: string; attached: number } | null {
  return (latest === null ? null : saidIn(latest)) ?? earlier.map(saidIn).findLast((said) => said !== null) ?? null
}

function saidIn({ input, items }: TurnView): { text: string; attached: number } | null {
  const own = items.find((item) => item.kind === 'message' && item.author === 'user' && item.attachments !== undefined)
  const attached = own?.kind === 'message' ? (own.attachments?.length ?? 0) : 0
  return input === null && attached === 0 ? null : { text: input ?? '', attached }
}
