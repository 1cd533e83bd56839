/** Where a person says something: Enter sends, Shift and Enter break the line, Up brings back, Escape stops. */
import { Tooltip } from '@mantine/core'
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { useRef, type KeyboardEvent } from 'react'
import { useStore } from 'zustand'
import { useProblems } from '../editor/editor-context'
import { useRun, useRunStore } from '../run/run-context'
import { isBusy } from '../run/run-state'
import { useServices } from '../ui/services'
import { AttachButton, type AttachProps } from './attach/AttachButton'
import { ChosenChips } from './attach/ChosenChips'
import { NextSpeaker } from './NextSpeaker'

/** What a message does while a plan waits for approval. */
const ASKED = 'A new message drops the plan above'

type ComposerProps = {
  text: string
  onChange: (text: string) => void
  attach: AttachProps
  onSend: (text: string) => Promise<void>
  /** Brings back the message that was said last; false: there is none. */
  onRecall: () => boolean
}

export function Composer({ text, onChange, attach, onSend, onRecall }: ComposerProps) {
  const run = useRunStore()
  const busy = useRun(isBusy)
  const isStopping = useRun((state) => state.phase === 'stopping')
  const reason = useReason()
  const isAsked = useRun((state) => state.view.latest?.state === 'waiting')
  const box = useRef<HTMLTextAreaElement>(null)
  const canSend = !busy && reason === null && (text.trim() !== '' || attach.chosen.length > 0)

  const send = (): void => {
    if (!canSend) return
    box.current?.focus()
    void onSend(text)
  }
  function press(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      send()
    } else if (event.key === 'Escape' && busy) {
      event.preventDefault()
      event.stopPropagation()
      void run.stop()
    } else if (event.key === 'ArrowUp' && text === '' && onRecall()) {
      event.preventDefault()
    }
  }

  return (
    <div className="bt-composer">
      <NextSpeaker />
      <ChosenChips
        chosen={attach.chosen}
        onRemove={(removed) => {
          attach.onChange((now) => now.filter(({ key }) => key !== removed))
          box.current?.focus()
        }}
      />
      <div className="bt-composer-box">
        <AttachButton {...attach} />
        <textarea
          ref={box}
          className="bt-composer-text"
          aria-label="Say something"
          placeholder={busy ? 'Wait for the reply, or stop it with Escape' : isAsked ? ASKED : 'Say something'}
          rows={1}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
          onKeyDown={press}
        />
        {busy ? (
          <SendButton
            label="Stop"
            hint="Stop this turn (Escape)"
            isDisabled={isStopping}
            onClick={() => void run.stop()}
          >
            <IconPlayerStopFilled size={14} aria-hidden />
          </SendButton>
        ) : (
          <SendButton label="Send" hint={reason ?? 'Send (Enter)'} isDisabled={!canSend} onClick={send}>
            <IconArrowUp size={16} stroke={2.2} aria-hidden />
          </SendButton>
        )}
      </div>
    </div>
  )
}

type SendButtonProps = {
  label: string
  hint: string
  isDisabled: boolean
  onClick: () => void
  children: React.ReactNode
}

/** `aria-disabled` rather than disabled, so that its hint can be read. */
function SendButton({ label, hint, isDisabled, onClick, children }: SendButtonProps) {
  return (
    <Tooltip label={hint} position="top-end">
      <button
        type="button"
        className="bt-send"
        data-stop={label === 'Stop' || undefined}
        aria-label={label}
        aria-disabled={isDisabled}
        onClick={() => {
          if (!isDisabled) onClick()
        }}
      >
        {children}
      </button>
    </Tooltip>
  )
}

/** Why nothing can be sent now; null when it can. */
function useReason(): string | null {
  const errors = useProblems((problems) => problems.errors)
  const isDown = useStore(useServices().link, (status) => status.state === 'closed')
  if (isDown) return 'The connection to Baton is down. It is being opened again.'
  if (errors > 0) return `The flow has ${errors === 1 ? 'a problem' : `${errors} problems`} to solve before it can run.`
  return null
}
