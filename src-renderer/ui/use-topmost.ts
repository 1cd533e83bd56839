/** Which of two dialogs a key is for. */
import { useEffect, useState } from 'react'

/**
 * Whether a dialog may close with Escape: nothing lies on it. The key that closed what lay on it is still on its way to this one when that is gone, so
 * it counts as covered until the key was heard by everybody.
 */
export function useTopmost(isCovered: boolean): boolean {
  const [isFree, setFree] = useState(!isCovered)
  if (isCovered && isFree) setFree(false)
  useEffect(() => {
    if (isCovered) return
    const timer = setTimeout(() => setFree(true), 0)
    return () => clearTimeout(timer)
  }, [isCovered])
  return isFree && !isCovered
}
