import { closeOverlay, openOverlay, useOverlay } from '../../../../platform/web/page/overlays.ts'

const NAME = 'transfers'

/** Opens the lead transfers over whatever page is open. */
export const openTransfers = (): void => openOverlay(NAME)
/** Closes whatever lies over the page. */
export const closeTransfers = closeOverlay
/** Whether they are open. */
export const useTransfersOpen = (): boolean => useOverlay() === NAME
