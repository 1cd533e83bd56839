/** The time, again and again while something runs. */
import { useEffect, useState } from 'react'

const EVERY_MS = 200

export function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS)
    return () => clearInterval(timer)
  }, [isRunning])
  return now
}
