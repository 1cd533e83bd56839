/** The bell: how many questions wait for a person in all flows, and the panel that has them. There is none while nothing waits. */
import { Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import type { WaitingQuestion } from '../../src-shared/rpc/waiting'
import { PopoverPanel } from '../ui/layers/PopoverPanel'
import type { LeftPlace } from '../ui/layers/focus-keeper'
import { useHandOnFocus } from '../ui/layers/hand-on-focus'
import { IconButton } from '../ui/IconButton'
import { useT } from '../ui/language'
import { rememberThread } from '../ui/last-threads'
import { useServices } from '../ui/services'
import { useWaiting } from './use-waiting'
import { WaitingItem } from './WaitingItem'
import styles from './InboxButton.module.css'

export type InboxButtonProps = {
  /** The flow that is open, and how a thread of it is. */
  opened?: { flowId: string; openThread: (threadId: string) => void }
  side: 'right' | 'bottom'
  size?: number
}

export function InboxButton(props: InboxButtonProps) {
  const waiting = useWaiting()
  const [isOpen, setOpen] = useState(false)
  if (waiting.length === 0 && !isOpen) return null
  return <Bell {...props} waiting={waiting} isOpen={isOpen} setOpen={setOpen} />
}

type BellProps = InboxButtonProps & {
  waiting: readonly WaitingQuestion[]
  isOpen: boolean
  setOpen: (isOpen: boolean) => void
}

function Bell({ opened, side, size, waiting, isOpen, setOpen }: BellProps) {
  const t = useT()
  const { docks, openFlow, preferences } = useServices()
  const button = useRef<HTMLButtonElement>(null)
  useHandOnFocus(button, focusFirst)
  const go = ({ flowId, threadId }: WaitingQuestion): void => {
    setOpen(false)
    button.current?.focus()
    docks.change({ chatOpen: true })
    if (opened?.flowId === flowId) return opened.openThread(threadId)
    rememberThread(preferences, flowId, threadId)
    openFlow(flowId)
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position={side === 'right' ? 'right-start' : 'bottom-end'}
      width={400}
      shadow="md"
      trapFocus
      closeOnEscape={false}
      withinPortal
    >
      <Popover.Target>
        <IconButton
          ref={button}
          className={styles.bell}
          label={t('Waiting for you: {count, plural, one {# question} other {# questions}}', { count: waiting.length })}
          side={side}
          {...(size === undefined ? {} : { size })}
          data-active={isOpen || undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <IconBell size={19} aria-hidden />
          <span className={styles.count} aria-hidden>
            {waiting.length}
          </span>
        </IconButton>
      </Popover.Target>
      <PopoverPanel
        className={styles.panel}
        aria-label={t('Waiting for you')}
        onEscape={() => {
          setOpen(false)
          button.current?.focus()
        }}
      >
        <InboxPanel waiting={waiting} onOpen={go} />
      </PopoverPanel>
    </Popover>
  )
}

/** With the last question the bell goes too. */
function focusFirst({ left }: LeftPlace): void {
  left.querySelector<HTMLElement>('button, input')?.focus()
}

function InboxPanel({
  waiting,
  onOpen,
}: {
  waiting: readonly WaitingQuestion[]
  onOpen: (question: WaitingQuestion) => void
}) {
  const t = useT()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <h2 className={styles.heading} ref={heading} tabIndex={-1} data-autofocus>
        {t('Waiting for you')}
      </h2>
      {waiting.length === 0 && <p className={styles.none}>{t('Nothing waits for you any more.')}</p>}
      <ul className={styles.list}>
        {waiting.map((question) => (
          <WaitingItem
            key={`${question.threadId} ${question.id}`}
            waiting={question}
            onOpen={() => onOpen(question)}
            // What had the keyboard goes with its card.
            onAnswered={() => heading.current?.focus()}
          />
        ))}
      </ul>
    </>
  )
}
