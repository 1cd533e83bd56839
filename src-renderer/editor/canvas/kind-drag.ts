/** Type of the data of a kind that is dragged from the palette. */
export const KIND_DRAG_TYPE = 'application/x-baton-kind'
