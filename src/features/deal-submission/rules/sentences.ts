/** What is said about a submission (specification, business areas §8). */
export const submissionSentences = {
  submitted: 'Your deal has been submitted!',
  notListing: 'This type of deal is not one of a listing. Choose Co-op.',
  notCoop: 'This type of deal is one of a listing. Choose Listing.',
  splits: 'The commission splits must add up to 100 %.',
  splitWithoutAgent: 'Choose the agent of each split that goes to one.',
  unknownMls: 'There is no listing with this MLS number.',
  mlsUnavailable: 'The listing service does not answer right now. Type the address.',
  stopped: 'The deal was not submitted. What was sent of its files does not have to be sent again today.',
  stoppedLate: 'Whether the deal has arrived is not known. Submit it again: it counts once.',
} as const
