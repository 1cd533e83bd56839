/** Motion only for people who like it. */

function isMotionReduced(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** A duration in ms, 0 under reduced motion. */
export function motionMs(ms: number): number {
  return isMotionReduced() ? 0 : ms
}
