/** The words that explain what the mouse rests on, or what the keyboard is on: one hint for the whole page. */
import { Tooltip } from '@mantine/core'
import { useEffect, useId, useState } from 'react'

const SIDES = ['top', 'right', 'bottom', 'left', 'top-end'] as const

export type HintSide = (typeof SIDES)[number]

/** What an element says about itself; several lines are parted by line breaks. */
export type HintProps = { 'data-hint': string; 'data-hint-side': HintSide }

export function hintProps(words: string, side: HintSide): HintProps {
  return { 'data-hint': words, 'data-hint-side': side }
}

/** So long the mouse rests on something before its hint is shown, in ms; while another one is shown it comes at once. */
const REST_MS = 350

/** Shows the hint of whatever has one. Stands once in the page. */
export function HintLayer() {
  const id = useId()
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(
    () =>
      followHints(document, {
        show(element) {
          setTarget(element)
          setOpen(true)
        },
        hide: () => setOpen(false),
      }),
    [],
  )
  const words = useWordsOf(target)
  useEffect(() => {
    if (!isOpen || target === null || target.hasAttribute('aria-describedby')) return
    target.setAttribute('aria-describedby', id)
    return () => target.removeAttribute('aria-describedby')
  }, [isOpen, target, id])
  if (target === null) return null
  const side = SIDES.find((one) => one === target.dataset['hintSide']) ?? 'bottom'
  return (
    <Tooltip
      target={target}
      opened={isOpen && words !== ''}
      position={side}
      multiline={words.includes('\n')}
      style={{ whiteSpace: 'pre-line' }}
      label={<span id={id}>{words}</span>}
    />
  )
}

/** What an element says now: what a button would do may change while the mouse is on it. */
function useWordsOf(target: HTMLElement | null): string {
  const [, setSeen] = useState(0)
  useEffect(() => {
    if (target === null) return
    const observer = new MutationObserver(() => setSeen((seen) => seen + 1))
    observer.observe(target, { attributeFilter: ['data-hint'] })
    return () => observer.disconnect()
  }, [target])
  return target?.dataset['hint'] ?? ''
}

type HintListener = { show: (element: HTMLElement) => void; hide: () => void }

/** Says which element is to be explained, and when no longer; the returned function ends it. */
function followHints(page: Document, { show, hide }: HintListener): () => void {
  let on: HTMLElement | null = null
  /** Who pressed it knows what it does: its hint would lie on what it opened. */
  let pressed: HTMLElement | null = null
  let isShown = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = (): void => {
    if (on === null || !on.isConnected) return
    isShown = true
    show(on)
  }
  const close = (): void => {
    clearTimeout(timer)
    isShown = false
    hide()
  }
  const goTo = (element: HTMLElement | null, isAtOnce: boolean): void => {
    if (element === on) return
    const wasShown = isShown
    on = element
    clearTimeout(timer)
    if (element === null) close()
    else if (isAtOnce || wasShown) open()
    else timer = setTimeout(open, REST_MS)
  }
  const over = ({ target, pointerType }: PointerEvent): void => {
    if (pointerType !== 'mouse') return
    const element = explained(target)
    if (element !== null && element === pressed) return
    pressed = null
    goTo(element, false)
  }
  const press = ({ target }: PointerEvent): void => {
    pressed = explained(target)
    close()
  }
  const focus = ({ target }: FocusEvent): void => {
    if (target instanceof HTMLElement && target.matches(':focus-visible')) goTo(explained(target), true)
  }
  const key = ({ key: struck }: KeyboardEvent): void => {
    if (struck === 'Escape') close()
  }
  const leave = (): void => goTo(null, true)
  const controller = new AbortController()
  const options = { capture: true, signal: controller.signal } as const
  page.addEventListener('pointerover', over, options)
  page.documentElement.addEventListener('pointerleave', leave, { signal: controller.signal })
  page.addEventListener('pointerdown', press, options)
  page.addEventListener('focusin', focus, options)
  page.addEventListener('focusout', leave, options)
  // Escape goes no further where a dialog takes it.
  window.addEventListener('keydown', key, options)
  return () => {
    controller.abort()
    clearTimeout(timer)
  }
}

function explained(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-hint]') : null
}
