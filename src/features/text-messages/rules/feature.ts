/** The feature that lets people text. */
export const TEXT_MESSAGES = 'text_messages'
/** Said to those for whom it is off. */
export const NO_TEXTS = 'Text messages are switched off for you.'
