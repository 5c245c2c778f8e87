/** Sentences about somebody's calendar that both sides say. */
export const calendarSentences = {
  notConnected: 'Your Google account is not connected.',
  notWritable: 'Google doesn’t let your account write to this calendar. Choose another one.',
  noCalendar: 'Google no longer has this calendar. Choose another one.',
  busy: 'Google takes no more changes at the moment. Keyturn goes on by itself.',
  unreachable: 'Google Calendar cannot be reached right now. Keyturn tries again by itself.',
  failed: 'Something went wrong. Keyturn tries again by itself.',
  paused: 'Nothing is written while an administrator has paused all sending.',
} as const
