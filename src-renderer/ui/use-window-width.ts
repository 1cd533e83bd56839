/** The width of the window, as it is now. */
import { useSyncExternalStore } from 'react'

export function useWindowWidth(): number {
  return useSyncExternalStore(follow, () => window.innerWidth)
}

function follow(tell: () => void): () => void {
  window.addEventListener('resize', tell)
  return () => window.removeEventListener('resize', tell)
}
