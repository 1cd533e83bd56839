/** Completion for the boxes inside of it: names of variables, and words of expressions, while somebody writes. The boxes stay what they are. */
import { useId, useState, type KeyboardEvent, type ReactNode, type SyntheticEvent } from 'react'
import { Portal } from '@mantine/core'
import { begunAt, choicesFor, type CompletedName, type CompletionChoice, type WrittenLanguage } from './completion'
import { useT } from '../../ui/language'
import { useLayer } from '../../ui/layers/use-layer'
import styles from './NameCompletion.module.css'

type NameCompletionProps = {
  language: WrittenLanguage
  /** Asked while somebody writes, so that nothing is drawn anew when values change. */
  names: () => readonly CompletedName[]
  children: ReactNode
}

type Box = HTMLInputElement | HTMLTextAreaElement
type OpenList = { box: Box; from: number; to: number; choices: readonly CompletionChoice[]; at: number; place: DOMRect }

export function NameCompletion({ language, names, children }: NameCompletionProps) {
  const [open, setOpen] = useState<OpenList | null>(null)
  const id = useId()

  const close = (): void => {
    if (open !== null) unmark(open.box)
    setOpen(null)
  }
  const look = (box: Box, isAsked = false): void => {
    const cursor = box.selectionStart ?? box.value.length
    const begun = box.selectionEnd === cursor ? begunAt(box.value, cursor, { language, isAsked }) : null
    const choices = begun === null ? [] : choicesFor(begun, { names: names(), language })
    if (begun === null || choices.length === 0) return close()
    mark(box, { list: id, at: 0 })
    setOpen({ box, from: begun.from, to: begun.to, choices, at: 0, place: box.getBoundingClientRect() })
  }
  const choose = ({ box, from, to }: OpenList, { text }: CompletionChoice): void => {
    write(box, { text: box.value.slice(0, from) + text + box.value.slice(to), cursor: from + text.length })
    unmark(box)
    setOpen(null)
  }
  const onKey = (event: KeyboardEvent): void => {
    const box = boxOf(event)
    if (box === null) return
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      look(box, true)
      return
    }
    if (open === null) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = open.choices[open.at]
    if (step !== undefined) {
      const at = (open.at + step + open.choices.length) % open.choices.length
      mark(box, { list: id, at })
      setOpen({ ...open, at })
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      if (chosen !== undefined) choose(open, chosen)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const onInput = (event: SyntheticEvent): void => {
    const box = boxOf(event)
    // What was put in by a choice is no writing.
    if (box !== null && !(event.nativeEvent instanceof InputEvent && event.nativeEvent.inputType === CHOSEN)) look(box)
  }
  return (
    <div onKeyDownCapture={onKey} onInput={onInput} onBlur={close} onClick={close}>
      {children}
      {open !== null && <List id={id} open={open} onChoose={(choice) => choose(open, choice)} onClose={close} />}
    </div>
  )
}

type ListProps = { id: string; open: OpenList; onChoose: (choice: CompletionChoice) => void; onClose: () => void }

function List({ id, open: { choices, at, place }, onChoose, onClose }: ListProps) {
  const t = useT()
  useLayer({ isOpen: true, covers: false, onEscape: onClose })
  const isAbove = place.bottom + MOST_HEIGHT > window.innerHeight
  const side = isAbove ? { bottom: window.innerHeight - place.top + 4 } : { top: place.bottom + 4 }
  return (
    <Portal>
      <ul
        id={id}
        className={styles.list}
        role="listbox"
        aria-label={t('Variables and words')}
        style={{ left: place.left, minWidth: Math.min(place.width, 260), ...side }}
      >
        {choices.map((choice, index) => (
          <li
            key={choice.text}
            id={optionId(id, index)}
            ref={index === at ? scrollIn : undefined}
            role="option"
            aria-selected={index === at}
            className={styles.choice}
            onMouseDown={(event) => {
              event.preventDefault()
              onChoose(choice)
            }}
          >
            <span className={styles.text}>{choice.text}</span>
            <span className={styles.about}>{t.known(choice.about)}</span>
            {choice.description !== '' && <span className={styles.description}>{t.known(choice.description)}</span>}
          </li>
        ))}
      </ul>
    </Portal>
  )
}

const MOST_HEIGHT = 240
const CHOSEN = 'insertReplacementText'

function scrollIn(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' })
}

function optionId(list: string, index: number): string {
  return `${list}-${index}`
}

/** The box that an event is about; null: it is another control. */
function boxOf({ target }: SyntheticEvent): Box | null {
  const isBox = target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === 'text')
  return isBox ? target : null
}

function mark(box: Box, { list, at }: { list: string; at: number }): void {
  box.setAttribute('aria-autocomplete', 'list')
  box.setAttribute('aria-controls', list)
  box.setAttribute('aria-activedescendant', optionId(list, at))
}

function unmark(box: Box): void {
  for (const name of ['aria-autocomplete', 'aria-controls', 'aria-activedescendant']) box.removeAttribute(name)
}

/** As if it had been typed, so that whoever listens to the box hears of it. */
function write(box: Box, { text, cursor }: { text: string; cursor: number }): void {
  box.setRangeText(text, 0, box.value.length, 'end')
  box.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: CHOSEN }))
  box.setSelectionRange(cursor, cursor)
  // A box that is drawn again with its new text has its cursor at the end; one that was written in since then has it where it belongs.
  requestAnimationFrame(() => {
    if (box.value === text) box.setSelectionRange(cursor, cursor)
  })
}
