/** The library moves the focus a moment after something opened; what is typed in that moment would go to what lies behind. */

/** Gives the focus to the first `start` within `part`, else to `part` itself, unless something within has it. */
export function focusAtOnce(part: HTMLElement | null, start: string): void {
  // Only when the library has seen where the focus was, which it gives it back to; still before the next key.
  queueMicrotask(() => {
    if (part?.isConnected !== true || part.contains(document.activeElement)) return
    const first = part.querySelector<HTMLElement>(start) ?? part
    first.focus({ preventScroll: true })
  })
}
