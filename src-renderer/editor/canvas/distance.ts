/** How much of the drawing is drawn by how large it is shown: in levels, since what changed with each frame would cost frames. Pure. */

/**
 * Under each of these zooms less is drawn: small text has 10 px on the screen no more, nor the name of a pill beside its icon, then what stands on cards besides
 * names, then that in lines of 20 px; then nodes are blocks with a name, and blocks whose name nobody could read.
 */
const LEVELS = [0.91, 0.77, 0.65, 0.5, 0.35, 0.2] as const

/** 0 from near, one more for each zoom that it is under. */
export function levelAt(zoom: number): number {
  return LEVELS.filter((below) => zoom < below).length
}

/** `distance`: how large text has to be drawn so that it has 10 px on the screen; `NodeShell.module.css` has the sizes. */
export type Detail = {
  distance: 'near' | 'middle' | 'low' | 'lowest'
  isTight: boolean
  isFar: boolean
  isTiny: boolean
}

export function detailOf(level: number): Detail {
  const distance = level === 0 ? 'near' : level <= 2 ? 'middle' : level === 3 ? 'low' : 'lowest'
  return { distance, isTight: level >= 2, isFar: level >= 5, isTiny: level >= 6 }
}

/**
 * The level in which a drawing is drawn. While a large one is being moved it is never drawn in more detail, since all that is seen would be drawn anew
 * several times; with less it is at once.
 */
export function levelShown(level: number, { before, isMoving }: { before: number; isMoving: boolean }): number {
  return isMoving ? Math.max(level, before) : level
}

/** Whether a card from afar has room for its name in letters that can be read: two lines of ten. */
export function fitsLarge(name: string): boolean {
  return name.length <= 20 && name.split(/\s+/).every((word) => word.length <= 10)
}
