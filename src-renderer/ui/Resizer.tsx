/** The edge of a dock that a person drags (or moves with the arrow keys) to resize it. */
import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { cx } from './cx'
import styles from './Resizer.module.css'

export type ResizerProps = {
  label: string
  /** Which way the dock grows when the pointer moves. */
  grows: 'left' | 'right' | 'up'
  size: number
  min: number
  max: number
  onResize: (size: number) => void
}

export function Resizer({ label, grows, size, min, max, onResize }: ResizerProps) {
  const start = useRef<{ at: number; size: number } | null>(null)
  const isVertical = grows === 'up'
  const clamp = (value: number): number => Math.round(Math.min(Math.max(value, min), max))
  const place = (event: PointerEvent): number => (isVertical ? event.clientY : event.clientX)

  function move(event: PointerEvent): void {
    if (start.current === null) return
    const distance = place(event) - start.current.at
    onResize(clamp(start.current.size + (grows === 'right' ? distance : -distance)))
  }
  function press(event: KeyboardEvent): void {
    const steps = {
      left: { ArrowLeft: 16, ArrowRight: -16 },
      right: { ArrowRight: 16, ArrowLeft: -16 },
      up: { ArrowUp: 16, ArrowDown: -16 },
    }
    const step = Object.entries(steps[grows]).find(([key]) => key === event.key)?.[1]
    if (step === undefined) return
    event.preventDefault()
    onResize(clamp(size + step))
  }
  return (
    <div
      className={cx(styles.resizer, isVertical && styles.row, grows === 'right' && styles.behind)}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isVertical ? 'horizontal' : 'vertical'}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { at: place(event), size }
      }}
      onPointerMove={move}
      onPointerUp={() => (start.current = null)}
      onPointerCancel={() => (start.current = null)}
    />
  )
}
