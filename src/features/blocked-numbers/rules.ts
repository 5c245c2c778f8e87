/** What a block stops: their calls and texts, and what somebody here tried. */
export const stoppedKinds = ['call_rejected', 'text_dropped', 'call_refused', 'text_refused'] as const
export type StoppedKind = (typeof stoppedKinds)[number]

/** For how long what was stopped stays on record. */
export const STOPPED_DAYS = 90

/** For so long an unblocked number is blocked again as it was, with its reason and what it stopped. */
export const UNDO_MINUTES = 10

/** What each kind is called. */
export const stoppedLabel: Readonly<Record<StoppedKind, string>> = {
  call_rejected: 'Call rejected',
  text_dropped: 'Text dropped',
  call_refused: 'Your call refused',
  text_refused: 'Your text refused',
}

/** The two kinds that are texts. */
export const isText = (kind: StoppedKind): boolean => kind === 'text_dropped' || kind === 'text_refused'

interface Block {
  is_for_all: boolean
  /** Who blocked it. */
  by: string
  /** The day, as people read it. */
  since: string
}

/** Why nothing goes out to a number. */
export const blockedSentence = ({ is_for_all, by, since }: Block): string =>
  is_for_all ? `${by} blocked this number for everybody on ${since}.` : `You blocked this number on ${since}.`
