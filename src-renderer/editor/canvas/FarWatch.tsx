/** Says when the zoom passes the lines under which less is drawn; draws nothing. */
import { useLayoutEffect } from 'react'
import { useStore } from 'zustand'
import { useShownPart, type Viewport } from '../../react-flow/react-flow'
import { useEditor } from '../editor-context'
import { detailAt, distanceAt } from './distance'

export function FarWatch() {
  const { session, view } = useEditor()
  const element = useStore(view, (state) => state.element)
  const isFar = useShownPart(({ zoom }) => detailAt(zoom).isFar)
  const isTiny = useShownPart(({ zoom }) => detailAt(zoom).isTiny)
  const isTight = useShownPart(({ zoom }) => detailAt(zoom).isTight)
  const distance = useShownPart(({ zoom }) => distanceAt(zoom))
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

/** What the canvas is marked with before it is first painted. */
export function distanceMarks(view: Viewport | null) {
  if (view === null) return {}
  const { isTight, isFar, isTiny } = detailAt(view.zoom)
  const mark = (isOn: boolean): '' | undefined => (isOn ? '' : undefined)
  const marks = { 'data-tight': mark(isTight), 'data-far': mark(isFar), 'data-tiny': mark(isTiny) }
  return { ...marks, 'data-distance': distanceAt(view.zoom) }
}
