import { onDemand } from '../../../platform/ui/onDemand.tsx'

/** The form that books a showing or changes one. */
export const ShowingModal = onDemand(async () => (await import('./booking/ShowingModal.tsx')).ShowingModal)

/** Asks whether the client is notified of what happens to a showing. */
export const ShowingActionModal = onDemand(async () => (await import('./ShowingActionModal.tsx')).ShowingActionModal)

/** Asks whether the client is told that a showing moved. */
export const ShowingMoveModal = onDemand(async () => (await import('./ShowingMoveModal.tsx')).ShowingMoveModal)
