/** What a component asked for is no longer waited for when it goes. */
import { useCallback, useEffect, useRef } from 'react'

/** Gives a signal that is aborted when the component goes. */
export function useEnd(): () => AbortSignal {
  const controller = useRef<AbortController | null>(null)
  useEffect(() => {
    const own = new AbortController()
    controller.current = own
    return () => own.abort()
  }, [])
  return useCallback(() => controller.current?.signal ?? AbortSignal.abort(), [])
}
