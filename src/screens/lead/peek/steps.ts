/** What the buttons and keys of a peek do. */
export interface PeekSteps {
  /** `null` at the end of the list. */
  next: (() => void) | null
  previous: (() => void) | null
  open(): void
}
