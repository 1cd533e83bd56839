/** The strip as a slider: the pointer goes to the step under it, keys to the next one, the next turn or an end. */
import { useCallback, useEffect, useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { Step } from '../../src-shared/run/moments/step-index'
import type { ThreadRecord } from '../../src-shared/run/moments/thread-record'
import { nextFrame } from '../run/store/frames'
import { useRunStore } from '../run/store/run-context'
import { stepAt, turnFrom } from './strip-paths'

type SliderHandlers = {
  onKeyDown: (event: KeyboardEvent) => void
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onPointerMove: (event: PointerEvent<HTMLElement>) => void
}

export function useStripSlider(record: ThreadRecord, step: number): SliderHandlers {
  const run = useRunStore()
  const look = useOncePerFrame(useCallback((place: number) => run.look(place), [run]))
  return useMemo(() => {
    const { steps } = record.index
    const point = (event: PointerEvent<HTMLElement>): void => {
      const { left, width } = event.currentTarget.getBoundingClientRect()
      look(stepAt(event.clientX - left, steps.length, { width }))
    }
    return {
      onKeyDown(event) {
        if (event.altKey || event.ctrlKey || event.metaKey) return
        const next = stepOfKey(event.key, steps, step)
        if (next === null) return
        event.preventDefault()
        run.look(next)
      },
      onPointerDown(event) {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      },
      onPointerMove(event) {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event)
      },
    }
  }, [record, run, look, step])
}

/** Where a key leads; null: it is not for stepping. */
export function stepOfKey(key: string, steps: readonly Step[], step: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return Math.max(0, step - 1)
    case 'ArrowRight':
    case 'ArrowUp':
      return Math.min(steps.length - 1, step + 1)
    case 'Home':
      return 0
    case 'End':
      return steps.length - 1
    case 'PageUp':
      return turnFrom(steps, step, -1)
    case 'PageDown':
      return turnFrom(steps, step, 1)
    default:
      return null
  }
}

/** A pointer moves more often than the screen is drawn. */
function useOncePerFrame(act: (value: number) => void): (value: number) => void {
  const wanted = useRef<number | null>(null)
  const forget = useRef<(() => void) | null>(null)
  useEffect(() => () => forget.current?.(), [])
  return useCallback(
    (value) => {
      const isWaiting = wanted.current !== null
      wanted.current = value
      if (isWaiting) return
      forget.current = nextFrame(() => {
        const last = wanted.current
        wanted.current = null
        if (last !== null) act(last)
      })
    },
    [act],
  )
}
