/** Says when the zoom passes the lines under which less is drawn; draws nothing. */
import { useLayoutEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useShownPart, type Viewport } from '../../react-flow/react-flow'
import { useEditor, useSession } from '../editor-context'
import { detailOf, levelAt, levelShown } from './distance'

export function FarWatch() {
  const { session, view } = useEditor()
  const element = useStore(view, (state) => state.element)
  const { distance, isTight, isFar, isTiny } = detailOf(useLevel())
  useLayoutEffect(() => {
    element?.setAttribute('data-distance', distance)
    element?.toggleAttribute('data-tight', isTight)
  }, [element, distance, isTight])
  useLayoutEffect(() => {
    const before = session.getState()
    if (before.isFar !== isFar || before.isTiny !== isTiny) session.setState({ isFar, isTiny })
    element?.toggleAttribute('data-far', isFar)
    element?.toggleAttribute('data-tiny', isTiny)
  }, [session, element, isFar, isTiny])
  return null
}

function useLevel(): number {
  const level = useShownPart(({ zoom }) => levelAt(zoom))
  const isMoving = useSession((session) => session.isMoving)
  const [before, setBefore] = useState(level)
  const shown = levelShown(level, { before, isMoving })
  if (shown !== before) setBefore(shown)
  return shown
}

/** What the canvas is marked with before it is first painted. */
export function distanceMarks(view: Viewport | null) {
  if (view === null) return {}
  const { distance, isTight, isFar, isTiny } = detailOf(levelAt(view.zoom))
  const mark = (isOn: boolean): '' | undefined => (isOn ? '' : undefined)
  const marks = { 'data-tight': mark(isTight), 'data-far': mark(isFar), 'data-tiny': mark(isTiny) }
  return { ...marks, 'data-distance': distance }
}
