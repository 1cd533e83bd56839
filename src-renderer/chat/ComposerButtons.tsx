/** Beside the message: Send, and while a turn works also when it counts, and Stop. */
import { IconArrowUp, IconPlayerStopFilled } from '@tabler/icons-react'
import { useRun, useRunStore } from '../run/store/run-context'
import { hintProps } from '../ui/hints'
import { useT } from '../ui/language'
import { WHEN_WORDS } from './queue/when-words'
import { WhenMenu } from './queue/WhenMenu'
import type { SayWhenChoice } from './queue/use-say-when'
import styles from './ComposerButtons.module.css'

type ComposerButtonsProps = {
  isBusy: boolean
  /** When counts what is said during the turn that works; null: none does, or nothing can be said. */
  when: SayWhenChoice | null
  canSend: boolean
  /** What Send would do, or why nothing, while nothing that is said waits for its turn. */
  hint: string
  onSend: () => void
}

export function ComposerButtons({ isBusy, when, canSend, hint, onSend }: ComposerButtonsProps) {
  const t = useT()
  const run = useRunStore()
  const isStopping = useRun((state) => state.phase === 'stopping')
  const send = when === null ? t('Send') : t(WHEN_WORDS[when.chosen].send)
  return (
    <>
      {when !== null && <WhenMenu when={when.chosen} onChange={when.choose} />}
      {isBusy && (
        <SendButton
          label={t('Stop')}
          hint={t('Stop this turn (Escape)')}
          isStop
          isDisabled={isStopping}
          onClick={() => {
            if (!isStopping) void run.stop()
          }}
        >
          <IconPlayerStopFilled size={14} aria-hidden />
        </SendButton>
      )}
      <SendButton label={send} hint={when === null ? hint : send} isDisabled={!canSend} onClick={onSend}>
        <IconArrowUp size={16} stroke={2.2} aria-hidden />
      </SendButton>
    </>
  )
}

type SendButtonProps = {
  label: string
  hint: string
  isStop?: boolean
  isDisabled: boolean
  onClick: () => void
  children: React.ReactNode
}

/** `aria-disabled` rather than disabled, so that its hint can be read, and that pressing it says why: who is told of the press decides. */
function SendButton({ label, hint, isStop = false, isDisabled, onClick, children }: SendButtonProps) {
  return (
    <button
      type="button"
      className={styles.send}
      data-stop={isStop || undefined}
      aria-label={label}
      aria-disabled={isDisabled}
      {...hintProps(hint, 'top-end')}
      onClick={onClick}
    >
      {children}
    </button>
  )
}
