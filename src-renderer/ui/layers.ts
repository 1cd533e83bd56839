/** What lies over what. */

/** Above any other dialog, since what is asked may have been asked for in one. */
export const ABOVE_DIALOGS = 300
