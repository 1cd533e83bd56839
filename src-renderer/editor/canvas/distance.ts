/** How much of the drawing is drawn by how large it is shown: in steps, since what changed with each frame would cost frames. Pure. */

/** Under these zooms nodes are blocks with a name, and blocks whose name nobody could read. */
const FAR_BELOW = 0.35
const TINY_BELOW = 0.2
/** Under this zoom the name of a pill has 10 px on the screen only where its icon leaves it the room. */
const TIGHT_BELOW = 0.77

/** How large text has to be drawn so that it has 10 px on the screen; `NodeShell.module.css` has the sizes. */
export function distanceAt(zoom: number): 'near' | 'middle' | 'low' | 'lowest' {
  if (zoom >= 0.91) return 'near'
  if (zoom >= 0.65) return 'middle'
  return zoom >= 0.5 ? 'low' : 'lowest'
}

export function detailAt(zoom: number): { isTight: boolean; isFar: boolean; isTiny: boolean } {
  return { isTight: zoom < TIGHT_BELOW, isFar: zoom < FAR_BELOW, isTiny: zoom < TINY_BELOW }
}

/** Whether a card from afar has room for its name in letters that can be read: two lines of ten. */
export function fitsLarge(name: string): boolean {
  return name.length <= 20 && name.split(/\s+/).every((word) => word.length <= 10)
}
