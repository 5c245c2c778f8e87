/** What is said after another sentence of something that waits for the network. */
export const SENT_LATER = 'It will be sent when you’re back online.'

/** What is said of something that was saved without a network. */
export const SAVED_ON_DEVICE = `Saved on this device. ${SENT_LATER}`
