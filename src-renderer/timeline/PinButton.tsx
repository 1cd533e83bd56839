/** The button that pins the step that is shown, under a name, and lists the pinned ones to go to. */
import { Button, Popover, TextInput } from '@mantine/core'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { useRef, useState, type FormEvent } from 'react'
import { MOST_PIN_NAME } from '../../src-shared/rpc/pinned-steps'
import type { ThreadRecord } from '../../src-shared/run/moments/thread-record'
import { useRunStore } from '../run/store/run-context'
import { IconButton } from '../ui/IconButton'
import { PopoverPanel } from '../ui/layers/PopoverPanel'
import { useT } from '../ui/language'
import { usePinActions, type ShownPin } from './use-pinned-steps'
import textStyles from '../ui/text.module.css'
import styles from './PinButton.module.css'

type PinButtonProps = { record: ThreadRecord; step: number; pins: readonly ShownPin[] }

export function PinButton({ record, step, pins }: PinButtonProps) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isPinned = pins.some((pin) => pin.step === step)
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="top-end"
      width={300}
      shadow="md"
      trapFocus
      closeOnEscape={false}
      withinPortal
    >
      <Popover.Target>
        <IconButton
          ref={button}
          label={isPinned ? t('This step is pinned') : t('Pin this step')}
          side="top"
          size={24}
          onClick={() => setOpen(!isOpen)}
        >
          {isPinned ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
        </IconButton>
      </Popover.Target>
      <PopoverPanel aria-label={t('Pinned steps')} onEscape={close}>
        <PinPanel key={step} record={record} step={step} pins={pins} onDone={close} />
      </PopoverPanel>
    </Popover>
  )
}

function PinPanel({ record, step, pins, onDone }: PinButtonProps & { onDone: () => void }) {
  const t = useT()
  const run = useRunStore()
  const { pin, unpin } = usePinActions()
  const here = pins.filter((one) => one.step === step)
  const [known] = here
  const [name, setName] = useState(known?.name ?? '')
  const keep = (event: FormEvent): void => {
    event.preventDefault()
    const moment = known ?? record.events[(record.index.steps[step]?.end ?? 0) - 1]
    if (moment !== undefined) pin(moment, name.trim())
    onDone()
  }
  return (
    <>
      <form className={styles.form} onSubmit={keep}>
        <TextInput
          size="xs"
          label={t('Name')}
          placeholder={t('Step {step}', { step: step + 1 })}
          maxLength={MOST_PIN_NAME}
          value={name}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <p className={textStyles.faint}>
          {t('Its turn is kept whole, so that you can go on from this step whatever is pruned.')}
        </p>
        <div className={styles.buttons}>
          {known !== undefined && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => {
                unpin(here)
                onDone()
              }}
            >
              {t('Unpin')}
            </Button>
          )}
          <Button size="compact-xs" type="submit">
            {known === undefined ? t('Pin') : t('Rename')}
          </Button>
        </div>
      </form>
      {pins.length > 0 && (
        <ul className={styles.list} aria-label={t('Pinned steps')}>
          {pins.map((one) => (
            <li key={`${one.runId} ${one.seq}`}>
              <button
                type="button"
                className={styles.pin}
                aria-current={one.step === step || undefined}
                onClick={() => {
                  run.look(one.step)
                  onDone()
                }}
              >
                <PinWords pin={one} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** `Before the refund · Step 12`. */
export function PinWords({ pin: { name, step } }: { pin: ShownPin }) {
  const t = useT()
  const number = t('Step {step}', { step: step + 1 })
  if (name === '') return <span className={textStyles.ellipsis}>{number}</span>
  return (
    <>
      <span className={textStyles.ellipsis}>{name}</span>
      <span className={styles.number}>{number}</span>
    </>
  )
}
