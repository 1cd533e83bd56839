/** Where the inspector stands: as the person chose, else beside the canvas wherever the window leaves both enough room. */
import { useMediaQuery } from '@mantine/hooks'
import { useDocks } from './services'

export function useInspectorDocked(): boolean {
  const chosen = useDocks((docks) => docks.inspectorAt)
  const hasRoom = useMediaQuery('(min-width: 1280px)', undefined, { getInitialValueInEffect: false }) === true
  return chosen === null ? hasRoom : chosen === 'docked'
}
