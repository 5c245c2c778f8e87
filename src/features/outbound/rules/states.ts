/** A process that has said nothing for so long while it asked a provider has died: longer than any provider may be silent. */
export const SILENT_SECONDS = 150

/** What stands on a message whose process died. */
export const NOBODY_KNOWS =
  'The server stopped while this message was being handed over: nobody knows whether it was sent. It is not sent again by itself.'
