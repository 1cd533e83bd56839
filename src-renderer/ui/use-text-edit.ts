/** A text that is edited in its place: it takes the focus and is selected; Enter and leaving keep it, Escape does not. */
import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'

type TextElement = HTMLInputElement | HTMLTextAreaElement

/**
 * What the element is given. `onEnd` is called once, with what it has become, without spaces around it; null: nothing is changed. Shift+Enter is a
 * line break. A key that ends it is prevented.
 */
export function useTextEdit<E extends TextElement>(before: string, onEnd: (text: string | null) => void) {
  const [text, setText] = useState(before)
  const ref = useRef<E>(null)
  const isOver = useRef(false)
  useEffect(() => {
    ref.current?.focus({ preventScroll: true })
    ref.current?.select()
  }, [])
  function end(isKept: boolean): void {
    // Leaving comes once more when the element is taken away.
    if (isOver.current) return
    isOver.current = true
    const wanted = text.trim()
    onEnd(isKept && wanted !== '' && wanted !== before ? wanted : null)
  }
  return {
    ref,
    value: text,
    onChange: (event: ChangeEvent<TextElement>) => setText(event.currentTarget.value),
    onKeyDown(event: KeyboardEvent<TextElement>): void {
      const isEnd = event.key === 'Escape' || (event.key === 'Enter' && !event.shiftKey)
      if (event.nativeEvent.isComposing || !isEnd) return
      event.preventDefault()
      end(event.key === 'Enter')
    },
    onBlur: () => end(true),
  }
}
