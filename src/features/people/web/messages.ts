/** Sentences of the error catalogue that signing in shows (specification §8), to the letter. */
export const POPUP_BLOCKED =
  'Oops! It seems like the popup blocker is enabled in your browser. Please disable it and refresh the page. If you need further assistance, please reach out to CRM Support.'
export const NO_NATIVE_API = 'GoNative API is not available. Make sure you are using the app, not a browser.'
export const NO_NATIVE_TOKEN = 'The app could not retrieve a sign-in token. Try again.'
export const NO_PUSH_USER =
  'The push service could not be told who you are. Notifications may not arrive on this device.'
export const NATIVE_NEEDS_BROWSER =
  'Extra permissions are needed for your mail and calendar. Log in with a web browser first, then come back to the app.'
export const POSSESSION_FAILED = 'Failed to login as another user.'

export const initializingFailed = (detail: string) => `Error in initializing google client: ${detail}`
export const authorizingFailed = (detail: string) => `Error in authorizing google scopes: ${detail}`

/** The message of a refusal, else its code with spaces: "access_denied" reads "access denied". */
export const grantRefusal = (message: string | null, code: string | null): string =>
  message || (code ?? 'unknown_error').replaceAll('_', ' ')
