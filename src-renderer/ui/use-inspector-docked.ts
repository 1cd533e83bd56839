/** Where the inspector stands: as the person chose, else beside the canvas wherever the window leaves both enough room. */
import { useMediaQuery } from '@mantine/hooks'
import { useDocks } from './services'

export function useInspectorDocked(): boolean {
  const chosen = useDocks((docks) => docks.inspectorAt)
  const hasRoom = useIsWide(1280)
  const canDock = useCanDockInspector()
  return canDock && (chosen === null ? hasRoom : chosen === 'docked')
}

/** Whether there is a choice: in a narrow window, as at a zoom of 200 %, a docked inspector would leave nothing of the canvas. */
export function useCanDockInspector(): boolean {
  return useIsWide(960)
}

function useIsWide(width: number): boolean {
  return useMediaQuery(`(min-width: ${width}px)`, undefined, { getInitialValueInEffect: false }) === true
}
