import { closeOverlay, openOverlay, useOverlay } from '../../../../platform/web/page/overlays.ts'

const NAME = 'peek'

/** Opens the peek at whoever is under the cursor of the list on screen. */
export const openPeek = (): void => openOverlay(NAME)
/** Closes it. */
export const closePeek = closeOverlay
/** Whether it is open. */
export const usePeekOpen = (): boolean => useOverlay() === NAME
